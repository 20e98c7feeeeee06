// The keyboard: everything that can be tapped can be done with it.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { open } from "./dialog.js";

const typing = (e) => e.target.closest?.("input, select, textarea");
const blocked = () => document.querySelector("dialog[open], .menu:popover-open, .stage:not([hidden]), .locked:not([hidden])");
// onByKeys reports whether a control was reached by keys, so that Enter is its own.
const onByKeys = (e) => e.target.matches?.("button:focus-visible, a:focus-visible, summary:focus-visible");

// listen binds the keys to what do does: of(ui.step.kind) says what counts now.
export function listen(ui, act) {
	addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey || e.isComposing || blocked()) return;
		if (typing(e)) return field(e, act);
		if (e.key === "Enter") {
			if (onByKeys(e) && !ui.want) return;
			e.preventDefault();
			if (!e.repeat) act.primary();
			return;
		}
		if (ui.want && act.card(e.key)) {
			if (!e.target.closest?.(".panel")) e.target.blur?.(); // or Enter would open the menu again
			return e.preventDefault();
		}
		if (e.repeat && /^\d$/.test(e.key)) return;
		if (key(e.key, act)) e.preventDefault();
	});
}

function field(e, act) {
	if (e.key === "Escape") e.target.blur();
	if (e.key !== "Enter") return;
	e.preventDefault();
	act.typed(e.target);
}

function key(k, act) {
	if (/^[1-9]$/.test(k)) return act.digit(Number(k) - 1);
	const of = {
		ArrowLeft: () => act.seat(-1), ArrowRight: () => act.seat(1), ArrowUp: () => act.spot(-1), ArrowDown: () => act.spot(1),
		Backspace: act.back, Delete: act.clear, u: act.undo, U: act.undo, r: act.repeat, R: act.repeat, p: act.pass, P: act.pass, e: act.enter, E: act.enter, m: act.menu, M: act.menu, "?": () => help(),
	}[k];
	if (!of) return false;
	of();
	return true;
}

// help shows which keys there are.
function help() {
	const keys = [
		["Enter", say("station.key enter")], ["← →", say("station.key seats")], ["↑ ↓", say("station.key spots")], ["1 … 6", say("station.key digits")], ["E", say("station.key amount")],
		["A h, 10 d", say("station.key cards")], ["⌫", say("station.key back")], ["Del", say("station.key clear")], ["P", say("station.key pass")], ["R", say("station.key repeat")], ["U", say("station.key undo")], ["M", say("station.key menu")],
	];
	open(say("station.keys"), () => h("div", { class: "body" }, h("table", { class: "keys" }, h("tbody", {}, keys.map(([k, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, k)), h("td", {}, does)))))));
}
