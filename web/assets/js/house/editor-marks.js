// What is another value than the one in force, and paytables the house knows.
import { name, say } from "../lib/words.js";
import { oddsOf } from "./editor-draft.js";

const known = JSON.parse(document.getElementById("known")?.textContent || "{}");
const all = (of, css) => [...of.querySelectorAll(css)];

// marks shows what is another value than the one in force.
export function marks(form) {
	for (const input of all(form, "[data-odds]")) {
		const tr = input.closest("tr"), changed = input.value.trim() !== input.dataset.base;
		tr.classList.toggle("changed", changed);
		tr.querySelector(".altered").hidden = !changed;
	}
	for (const control of all(form, "[data-at]")) {
		const was = control.parentElement.querySelector("[data-was]");
		if (was) was.hidden = control.value.trim() === control.dataset.base;
	}
	for (const card of all(form, ".pay")) cardMarks(card);
	const scope = form.querySelector("#scope").value;
	for (const part of all(form, "[data-scope]")) part.hidden = part.dataset.scope !== scope;
}

function cardMarks(card) {
	const offered = card.querySelector("[data-offered]")?.checked ?? true;
	card.querySelector(".offered").hidden = !offered;
	card.querySelector("[data-withheld]").hidden = offered;
	const named = known[card.dataset.wager].find((k) => k.name === card.querySelector("[data-name]").value.trim());
	const rows = oddsOf(card);
	card.querySelector("[data-hint]").hidden = !named || named.rows.every((r) => rows[r.name] === r.net);
	const needs = Object.entries(JSON.parse(card.dataset.requires));
	const out = card.querySelector("[data-needs]");
	out.hidden = !needs.length;
	out.textContent = needs.map(([rule, value]) => say("proposal.needs", { rule: name("proposal", `rule ${rule}`), value: name("proposal", `value ${value}`) })).join(" ");
}

// take fills a card in with a paytable the house knows.
export function take(select) {
	const card = select.closest(".pay"), list = known[card.dataset.wager][select.value];
	if (!list) return;
	for (const row of list.rows) all(card, "[data-row]").find((tr) => tr.dataset.row === row.name).querySelector("[data-odds]").value = row.net;
	card.querySelector("[data-name]").value = list.name;
	card.dataset.requires = JSON.stringify(list.requires ?? {});
	select.value = "";
}
