// What goes wrong at a table, and what is ruled: the events of the rules of the table,
// each with the rulings that are in print, the usual one first.
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { sum } from "./coins.js";
import { open } from "./dialog.js";
import { once } from "./once.js";
import { placeName, takenBack, wagerName } from "./say.js";
import { second, withSecond } from "./supervisor.js";

// events are what may have happened, with its rulings. Void: the round is void; dead: a
// seat's hand is dead; return: a seat is out and its stakes go back; moved: what was
// recorded last is taken back and keyed where the card lies.
const events = {
	"wrong-count": ["void", "dead"], exposed: ["void", "play-on", "return"], "face-up": ["void"], drawn: ["play-on"], burn: ["play-on"], "left-table": ["dead"], misplaced: ["moved"], jam: ["void"],
	other: ["void", "return", "dead", "moved", "play-on"],
};
const callers = ["dealer", "player", "supervisor", "surveillance"];

// possible are the rulings the round takes now, each with the seats it may be of.
export function possible(view) {
	const ruled = (p, does) => p.kind === "void" && p.options.some((o) => o.do === does);
	const seats = (does) => view.next.filter((p) => p.place > 0 && ruled(p, does)).map((p) => p.place);
	const back = view.back?.[0];
	return {
		void: view.next.some((p) => p.place === 0 && ruled(p, "return")) && [], dead: seats("dead").length && seats("dead"), return: seats("return").length && seats("return"),
		moved: (back?.kind === "deal" || back?.kind === "show") && [], "play-on": [],
	};
}

// wizard asks what went wrong and does what is ruled. It offers what the round takes.
export function wizard(station) {
	return open(say("irregular.title"), (close) => {
		const body = h("div", { class: "body" }), foot = h("div", { class: "actions" });
		ask(station, { body, foot, close });
		return [body, foot];
	}, { wide: true });
}

function ask(station, frame) {
	const may = possible(station.view);
	frame.body.replaceChildren(h("p", {}, say("irregular.what happened")), h("div", { class: "events" }, Object.entries(events).map(([event, rulings]) => {
		const first = rulings.find((r) => may[r]);
		return h("button", { type: "button", class: "door", disabled: !first, data: { event }, onclick: () => rule(station, frame, event) }, h("strong", {}, name("irregular", `event ${event}`)),
			h("span", { class: "quiet" }, first ? name("irregular", `ruling ${rulings[0]}`) : rulings[0] === "moved" ? say("irregular.only last card") : say("irregular.only after bets")));
	})));
	frame.foot.replaceChildren(h("button", { type: "button", onclick: () => frame.close() }, say("ui.cancel")));
	frame.body.querySelector("button:enabled")?.focus();
}

// rule asks for the ruling, whom it is of, who called it and who rules.
function rule(station, frame, event) {
	const { body, foot } = frame, { view } = station, may = possible(view);
	const chosen = { ruling: events[event].find((r) => may[r]), seats: [], caller: "dealer" };
	const field = (id, label, placeholder, maxlength) => h("input", { id, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength, placeholder, "aria-label": label });
	const choices = h("div", { class: "rulings" }), effect = h("div", { class: "effect", role: "status" });
	const cards = field("cards", say("irregular.cards"), "Ah Td", 40), note = field("note", say("irregular.note"), say("irregular.note"), 200);
	const show = () => {
		const at = document.activeElement?.closest("[data-value]"), before = at && [at.closest("[data-field]")?.dataset.field, at.dataset.value];
		choices.replaceChildren(...chooser(view, event, may, chosen, show));
		effect.replaceChildren(...effects(view, chosen));
		if (before) choices.querySelector(`[data-field="${before[0]}"] [data-value="${before[1]}"]`)?.focus();
	};
	const by = second(station, "supervisor", { onenter: () => go.click() }), send = once(station);
	const go = withSecond(say("irregular.rule"), {
		at: body, by,
		ask: (approver) => {
			if (may[chosen.ruling].length && !chosen.seats.length) throw new Error(say("irregular.no seat"));
			const [of, more] = [cards, note].map((f) => f.value.trim());
			return send("POST", `/v1/rounds/${view.id}/irregularities`, { n: view.n, event, ruling: chosen.ruling, seats: chosen.seats, called_by: chosen.caller, ...(of && { cards: of }), ...(more && { note: more }), events: ruled(view, event, chosen, more) }, { approver });
		},
		done: (now) => {
			station.take(now);
			station.notice(say("irregular.ruled", { ruling: name("irregular", `ruling ${chosen.ruling}`) }), "good");
			frame.close(true);
		},
	});
	body.replaceChildren(h("div", { class: "sides" }, h("section", {}, h("h3", {}, name("irregular", `event ${event}`)), choices, h("fieldset", { class: "ruling" }, h("legend", {}, say("irregular.cards")), h("div", { class: "noted" }, cards, note)), effect), by.element));
	foot.replaceChildren(h("button", { type: "button", onclick: () => ask(station, frame) }, say("ui.back")), go);
	show();
	choices.querySelector("button").focus();
}

// chooser are the ruling, the seats and who called it, as buttons that change chosen.
function chooser(view, event, may, chosen, show) {
	const group = (field, label, values, text, on, put) => h("fieldset", { class: "ruling", data: { field } }, h("legend", {}, label), h("div", { class: "known" }, values.map((v) =>
		h("button", { type: "button", "aria-pressed": String(on(v)), data: { value: v }, onclick: () => { put(v); show(); } }, text(v)))));
	const one = (field, label, values) => group(field, label, values, (v) => name("irregular", `${field} ${v}`), (v) => chosen[field] === v, (v) => { chosen[field] = v; chosen.seats = chosen.seats.filter((s) => !may[chosen.ruling].length || may[chosen.ruling].includes(s)); });
	const seats = may[chosen.ruling].length ? may[chosen.ruling] : view.seats.map((s) => s.seat);
	return [one("ruling", say("irregular.ruling"), events[event].filter((r) => may[r])),
		seats.length ? group("seats", say("irregular.which seats"), seats, placeName, (s) => chosen.seats.includes(s), (s) => { chosen.seats = (chosen.seats.includes(s) ? chosen.seats.filter((o) => o !== s) : [...chosen.seats, s]).sort((a, b) => a - b); }) : "",
		one("caller", say("irregular.called by"), callers)];
}

// ruled is the ruling as events of the round; each has the event, the ruling, who called
// it and what was noted in its note.
function ruled(view, event, { ruling, seats, caller }, more) {
	const note = [name("irregular", `event ${event}`), name("irregular", `ruling ${ruling}`), say("irregular.was called by", { caller: name("irregular", `caller ${caller}`) }), more].filter(Boolean).join("; ");
	if (ruling === "play-on") return [];
	if (ruling === "void") return [{ kind: "void", note }];
	if (ruling === "moved") return view.back.map(() => ({ kind: "strike", note }));
	return seats.map((place) => ({ kind: "void", place, do: ruling, note }));
}

// effects say what the ruling does, and which chips go where.
function effects(view, { ruling, seats }) {
	const what = h("p", {}, name("irregular", `effect ${ruling}`));
	if (ruling === "moved") return [what, h("p", { class: "quiet" }, takenBack(view.back))];
	const of = ruling === "play-on" ? [] : view.seats.filter((s) => (ruling === "void" ? s.ruling !== "void" : seats.includes(s.seat)));
	return [what, of.length ? h("ul", { class: "stakes" }, of.map((s) => h("li", { data: { seat: s.seat } }, h("span", {}, placeName(s.seat)), h("b", { class: "num" }, amount(sum(Object.values(s.bets)))),
		h("span", { class: "quiet" }, Object.entries(s.bets).map(([w, a]) => `${wagerName(w)} ${amount(a)}`).join(" · "))))) : ""];
}
