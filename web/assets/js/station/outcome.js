// What a correction comes to, and its approval.
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { units } from "./coins.js";
import { once } from "./once.js";
import { placeName, wagerName } from "./say.js";
import { second, withSecond } from "./supervisor.js";

// outcome shows the correction that was opened: chips to hand out or collect, and the
// lines that differ. A supervisor approves it here, or it waits for one in the pit.
export function outcome(station, { body, foot, close }, made, back) {
	const send = once(station), by = second(station, "supervisor", { onenter: () => go.click() });
	const go = withSecond(say("irregular.approve"), {
		at: body, by,
		ask: (approver) => send("POST", `/v1/corrections/${made.id}/approve`, {}, { approver }),
		done: (done) => {
			station.notice(say("irregular.corrected", { round: made.round }), "good");
			close(done);
			station.refresh();
		},
	});
	const shown = h("section", {}, h("h3", {}, say("irregular.comes to", { round: made.round })), h("p", { class: "quiet" }, `${name("irregular", `code ${made.code}`)}: ${made.reason}`),
		made.status === "void" ? h("p", { class: "note warn" }, say("irregular.all stakes back")) : null, chips(made.seats), lines(made));
	body.replaceChildren(h("div", { class: "sides" }, shown, by.element));
	foot.replaceChildren(h("button", { type: "button", data: { do: "back" }, onclick: back }, say("ui.back")), h("span", { class: "grow" }),
		h("button", { type: "button", data: { do: "leave" }, onclick: () => { station.notice(say("irregular.waits", { id: made.id })); close(); } }, say("irregular.leave open")), go);
	by.focus();
}

function chips(seats) {
	if (!seats.length) return h("p", { class: "note good" }, say("irregular.no chips"));
	return h("ul", { class: "moves" }, seats.map((s) => {
		const out = units(s.chips) > 0n, sum = amount(s.chips.replace("-", ""));
		return h("li", { class: out ? "good" : "warn", data: { seat: s.seat, chips: s.chips } }, h("span", {}, placeName(s.seat)), h("strong", {}, out ? say("irregular.hand out", { amount: sum }) : say("irregular.collect", { amount: sum })));
	}));
}

// lines are the wagers that come to something else.
function lines({ before, after }) {
	const key = (l) => `${l.seat} ${l.wager}`, was = new Map(before.map((l) => [key(l), l])), is = new Map(after.map((l) => [key(l), l]));
	const differ = [...new Set([...was.keys(), ...is.keys()])].filter((k) => was.get(k)?.amount !== is.get(k)?.amount || was.get(k)?.outcome !== is.get(k)?.outcome);
	if (!differ.length) return null;
	return h("table", { class: "differs" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("irregular.wager")), h("th", { scope: "col", class: "num" }, say("irregular.was")), h("th", { scope: "col", class: "num" }, say("irregular.is")))),
		h("tbody", {}, differ.map((k) => {
			const l = was.get(k) ?? is.get(k);
			return h("tr", { data: { line: k } }, h("th", { scope: "row" }, `${placeName(l.seat)} · ${wagerName(l.wager)}`), cell(was.get(k)), cell(is.get(k)));
		})));
}

const cell = (line) => h("td", { class: "num" }, line ? [h("span", { class: "quiet" }, name("outcome", line.outcome)), " ", amount(line.amount)] : "–");
