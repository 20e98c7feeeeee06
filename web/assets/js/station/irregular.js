// What goes wrong at a table, and what is ruled: the events of the rules of the table,
// each with the rulings that are in print, the usual one first.
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { sum } from "./coins.js";
import { complain, open } from "./dialog.js";
import { once } from "./once.js";
import { placeName, takenBack, wagerName } from "./say.js";
import { second, withSecond } from "./supervisor.js";

// events are what may have happened, with its rulings. Void: the round is void; dead: a
// seat's hand is dead; return: a seat is out and its stakes go back; moved: what was
// recorded last is taken back and keyed where the card lies; on: it is played on.
const events = { count: ["void", "dead"], exposed: ["void", "on", "return"], faceup: ["void"], drawn: ["on"], burn: ["on"], left: ["dead"], place: ["moved"], jam: ["void"], other: ["void", "return", "dead", "moved", "on"] };
const callers = ["dealer", "player", "supervisor", "camera"];

// possible are the rulings the round takes now, each with the seats it may be of.
export function possible(view) {
	const ruled = (p, does) => p.kind === "void" && p.options.some((o) => o.do === does);
	const seats = (does) => view.next.filter((p) => p.place > 0 && ruled(p, does)).map((p) => p.place);
	const back = view.back?.[0];
	return {
		void: view.next.some((p) => p.place === 0 && ruled(p, "return")) && [], dead: seats("dead").length && seats("dead"), return: seats("return").length && seats("return"),
		moved: (back?.kind === "deal" || back?.kind === "show") && [], on: [],
	};
}

// wizard asks what went wrong and does what is ruled. It offers what the round takes.
export function wizard(station) {
	return open(say("irregular.title"), (close, dialog) => {
		const body = h("div", { class: "body" }), foot = h("div", { class: "actions" });
		const frame = { body, foot, close, dialog };
		ask(station, frame);
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
function rule(station, { body, foot, close, dialog }, event) {
	const view = station.view, may = possible(view), rulings = events[event].filter((r) => may[r]);
	const chosen = { ruling: rulings[0], seats: new Set(), caller: "dealer" };
	const one = (label, values, text, field) => h("fieldset", { data: { field } }, h("legend", {}, label), h("div", { class: "known" }, values.map((v) =>
		h("button", { type: "button", "aria-pressed": String(chosen[field] === v), data: { value: v }, onclick: () => { chosen[field] = v; show(); } }, text(v)))));
	const cards = h("input", { id: "cards", type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, placeholder: "Ah Td" });
	const note = h("input", { id: "note", type: "text", autocomplete: "off", maxlength: 200 });
	const choices = h("div", { class: "rulings" }), effect = h("div", { class: "effect", role: "status" });
	const seats = () => h("fieldset", { data: { field: "seats" } }, h("legend", {}, say("irregular.which seats")), h("div", { class: "known" }, (may[chosen.ruling].length ? may[chosen.ruling] : view.seats.map((s) => s.seat)).map((seat) =>
		h("button", { type: "button", "aria-pressed": String(chosen.seats.has(seat)), data: { value: seat }, onclick: () => { chosen.seats.has(seat) ? chosen.seats.delete(seat) : chosen.seats.add(seat); show(); } }, placeName(seat)))));
	const show = () => {
		const at = document.activeElement?.closest("[data-value]"), where = at && [at.closest("[data-field]")?.dataset.field, at.dataset.value];
		if (may[chosen.ruling].length) for (const seat of chosen.seats) if (!may[chosen.ruling].includes(seat)) chosen.seats.delete(seat);
		choices.replaceChildren(one(say("irregular.ruling"), rulings, (r) => name("irregular", `ruling ${r}`), "ruling"), view.seats.length ? seats() : "",
			one(say("irregular.called by"), callers, (c) => name("irregular", `caller ${c}`), "caller"));
		effect.replaceChildren(...effects(view, chosen));
		if (where) choices.querySelector(`[data-field="${where[0]}"] [data-value="${where[1]}"]`)?.focus();
	};
	const by = second(station, "supervisor", { onenter: () => go.click() }), send = once(station);
	const says = () => [name("irregular", `event ${event}`), name("irregular", `ruling ${chosen.ruling}`), chosen.seats.size ? [...chosen.seats].map(placeName).join(", ") : "", cards.value.trim(),
		say("irregular.was called by", { caller: name("irregular", `caller ${chosen.caller}`) }), note.value.trim()].filter(Boolean).join("; ");
	const go = withSecond(say("irregular.rule"), {
		at: body, by,
		ask: (approver) => {
			if (["dead", "return"].includes(chosen.ruling) && !chosen.seats.size) throw new Error(say("irregular.no seat"));
			if (chosen.ruling === "on") return send("POST", `/v1/rounds/${view.id}/irregularities`, { event, ruling: "on", seats: [...chosen.seats].sort((a, b) => a - b), cards: cards.value.trim(), called_by: chosen.caller, note: note.value.trim() }, { approver });
			return station.answer(answer(view, chosen, says()), { approver });
		},
		done: () => { station.notice(say("irregular.ruled", { ruling: name("irregular", `ruling ${chosen.ruling}`) }), "good"); close(true); },
	});
	complain(body);
	body.replaceChildren(h("div", { class: "sides" }, h("section", {}, h("h3", {}, name("irregular", `event ${event}`)), choices,
		h("div", { class: "row" }, h("div", { class: "field" }, h("label", { for: "cards" }, say("irregular.cards")), cards), h("div", { class: "field" }, h("label", { for: "note" }, say("irregular.note")), note)), effect), by.element));
	foot.replaceChildren(h("button", { type: "button", onclick: () => ask(station, { body, foot, close, dialog }) }, say("ui.back")), go);
	show();
	choices.querySelector("button").focus();
}

// answer is the ruling as events of the round.
function answer(view, { ruling, seats }, note) {
	if (ruling === "void") return [{ kind: "void", note }];
	if (ruling === "moved") return view.back.map(() => ({ kind: "strike", note }));
	return [...seats].sort((a, b) => a - b).map((place) => ({ kind: "void", place, do: ruling, note }));
}

// effects say what the ruling does, and which chips go where.
function effects(view, { ruling, seats }) {
	const of = view.seats.filter((s) => (ruling === "void" ? s.ruling !== "void" : seats.has(s.seat)));
	const stakes = h("ul", { class: "stakes" }, of.map((s) => h("li", {}, h("span", {}, placeName(s.seat)), h("b", { class: "num" }, amount(sum(Object.values(s.bets)))),
		h("span", { class: "quiet" }, Object.entries(s.bets).map(([w, a]) => `${wagerName(w)} ${amount(a)}`).join(" · ")))));
	const what = h("p", {}, name("irregular", `effect ${ruling}`));
	if (ruling === "moved") return [what, h("p", { class: "quiet" }, takenBack(view.back))];
	return ruling === "on" ? [what] : [what, of.length ? stakes : ""];
}
