// What the form of the editor says: the draft of a proposal, of which only what differs
// from the settings in force is a change, and all that is typed wrongly.
import { say } from "../lib/words.js";
import { decimal } from "./figures.js";

const all = (of, css) => [...of.querySelectorAll(css)];

// draftOf returns {draft, wrong}: wrong has the controls that say nothing that can be
// meant, each with what is wanted.
export function draftOf(form) {
	const wrong = [];
	const draft = { title: form.querySelector("#title").value.trim(), ...scopeOf(form), change: {} };
	const band = bandOf(form);
	if (band) draft.band = band;
	if (form.dataset.game) draft.change.game = form.dataset.game;
	for (const card of all(form, ".pay")) paytable(card, draft.change, wrong);
	for (const control of all(form, "[data-at]")) setting(control, draft.change, wrong);
	return { draft, wrong };
}

function scopeOf(form) {
	switch (form.querySelector("#scope").value) {
	case "pit": return { pit: form.querySelector("#pit-of").value };
	case "all": return { all: true };
	}
	return { tables: all(form, "[data-for]:checked").map((e) => Number(e.dataset.for)) };
}

function bandOf(form) {
	if (!form.querySelector("#band").checked) return null;
	const value = (id) => form.querySelector(`#band\\.${id}`).value.trim();
	const days = all(form, "[data-day]:checked").map((e) => e.dataset.day);
	return { ...(days.length ? { days } : {}), from: value("from"), to: value("to"), zone: value("zone") };
}

// oddsOf are the odds of a card by row.
export function oddsOf(card, wrong = []) {
	const rows = {};
	for (const input of all(card, "[data-odds]")) {
		const odds = decimal(input.value);
		if (odds === null) wrong.push({ control: input, message: say("proposal.want odds") });
		else rows[input.closest("[data-row]").dataset.row] = odds;
	}
	return rows;
}

function paytable(card, change, wrong) {
	const offered = card.querySelector("[data-offered]")?.checked ?? true;
	const put = (list) => { (change.paytables ??= {})[card.dataset.wager] = list; };
	if (!offered) {
		if (card.dataset.baseOffered === "true") put(null);
		return;
	}
	const rows = oddsOf(card, wrong), name = card.querySelector("[data-name]").value.trim();
	const same = all(card, "[data-odds]").every((e) => decimal(e.value) === e.dataset.base);
	if (same && name === card.dataset.baseName && card.dataset.baseOffered === "true") return;
	const requires = JSON.parse(card.dataset.requires || "{}");
	put({ name: name || undefined, ...(Object.keys(requires).length ? { requires } : {}), ...rows });
}

// setting puts the value of a control into the change where it is another than before.
function setting(control, change, wrong) {
	let value = control.value.trim();
	const base = control.dataset.base;
	if (control.dataset.amount !== undefined && value !== "") {
		value = decimal(value);
		if (value === null) return void wrong.push({ control, message: say("proposal.want amount") });
	}
	if (control.dataset.whole !== undefined && value !== "" && !/^\d{1,3}$/.test(value)) return void wrong.push({ control, message: say("proposal.want whole") });
	if (value === base) return;
	if (value === "" && control.dataset.amount !== undefined) value = "0";
	if (value === "" && !["pit", "language"].includes(control.dataset.at)) return;
	const parts = control.dataset.at.split("."), last = parts.pop();
	let at = change;
	for (const p of parts) at = at[p] ??= {};
	at[last] = control.dataset.whole !== undefined ? Number(value) : value;
}
