// A correction: the record of a round as it should have been. The record that stands is
// shown line by line; of what was keyed wrongly the lines can be changed. Where the API
// does not ask for a line, what it asks for instead can be put in.
import { call, newKey } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { tell } from "../lib/form.js";
import { amount, name, say } from "../lib/words.js";
import { place, said } from "./said.js";

const form = document.getElementById("correct"), part = document.getElementById("record-lines"), list = part.querySelector("ol"), hint = form.querySelector("[data-hint]");
const record = JSON.parse(document.getElementById("record").textContent);
const lines = record.events.map(({ asked, ...event }) => ({ event, asked }));
let refused = null, key = null;

// What of a record a code of corrections is about.
const about = { "card-miskeyed": ["deal", "show"], "bet-miskeyed": ["bet", "act"], "decision-miskeyed": ["act"], void: [] };
const code = () => form.elements.code.value;
const open = (event) => { const kinds = about[code()]; return !kinds || kinds.includes(event.kind); };

const decided = (e) => name("do", e.do) + (e.wager && e.do !== "check" && e.do !== "fold" ? `: ${name("wager", e.wager)} ${amount(e.amount ?? "")}` : "");
const valueOf = (e) => [e.do, e.wager ?? "", e.amount ?? ""].join("|");

function input(line, i, label, field, mode) {
	const id = `line-${i}`;
	return [h("label", { class: "said", for: id }, `${i + 1}. ${label}`),
		h("input", { id, value: line.event[field] ?? "", inputmode: mode, autocomplete: "off", spellcheck: "false", oninput: (e) => { line.event[field] = e.target.value.trim(); line.changed = true; } })];
}

// choices are the decisions that were open, each with the least it takes; the one that
// was keyed first, where it is none of them.
function choices(line) {
	const of = (line.asked?.options ?? []).map((o) => ({ do: o.do, wager: o.wager, amount: o.wager ? o.min : undefined }));
	return of.some((o) => valueOf(o) === valueOf(line.event)) ? of : [{ do: line.event.do, wager: line.event.wager, amount: line.event.amount }, ...of];
}

function decision(line, i) {
	const id = `line-${i}`, of = choices(line);
	return [h("label", { class: "said", for: id }, `${i + 1}. ${place(line.event.place)}`),
		h("select", { id, onchange: (e) => { Object.assign(line.event, { wager: undefined, amount: undefined }, of[e.target.selectedIndex]); line.changed = true; } },
			of.map((o) => h("option", { selected: valueOf(o) === valueOf(line.event) }, decided(o))))];
}

function control(line, i) {
	if (!open(line.event)) return null;
	switch (line.event.kind) {
	case "bet": return input(line, i, said(line.event), "amount", "decimal");
	case "act": return decision(line, i);
	case "deal": case "show": return (line.event.cards ?? "").includes("??") || form.dataset.deck === "true" ? null : input(line, i, said(line.event), "cards", "text");
	default: return null;
	}
}

function row(line, i) {
	return h("li", { class: [refused?.event === i ? "refused" : "", line.changed ? "changed" : ""].join(" "), data: { line: String(i), kind: line.event.kind } },
		h("span", { class: "num" }, i + 1), h("span", { class: "text" }, said(line.event)), h("span", { class: "change" }, control(line, i)),
		h("button", { type: "button", "aria-label": say("pit.leave line out", { line: i + 1 }), onclick: () => { lines.splice(i, 1); changed(); } }, h("span", { "aria-hidden": "true" }, "✕")),
		refused?.event === i ? offers(i) : null);
}

// offers are what the round asks for in the place of the refused line.
function offers(i) {
	const of = (refused.next ?? []).flatMap((p) => (p.options?.length ? p.options.map((o) => ({ prompt: p, event: { step: p.step, kind: p.kind, place: p.place, do: o.do, wager: o.wager, amount: o.wager ? o.min : undefined } }))
		: [{ prompt: p, event: { step: p.step, kind: p.kind, place: p.place, cards: p.count ? Array(p.count).fill("??").join(" ") : undefined } }])).filter((o) => o.event.kind !== "void");
	const choose = h("select", { id: "instead" }, of.map((o) => h("option", {}, `${name("step", o.prompt.step)}: ${said(o.event)}`)));
	const put = (event, asked) => { lines.splice(i, 0, { event: { ...event }, asked, changed: true }); changed(); };
	return h("div", { class: "offers" }, h("p", {}, say("pit.not asked here", { line: i + 1 })), of.length
		? [h("label", { for: "instead" }, say("pit.asked instead")), h("div", { class: "row" }, choose, h("button", { type: "button", onclick: () => { const o = of[choose.selectedIndex]; put(o.event, o.prompt); } }, say("pit.put in before", { line: i + 1 })))] : null);
}

function changed() { refused = null; key = null; draw(); }

function draw() {
	const chosen = code();
	part.hidden = !chosen || chosen === "void";
	hint.hidden = !chosen;
	hint.textContent = chosen ? say(`pit.hint ${chosen}`) : "";
	list.replaceChildren(...lines.map(row));
	list.querySelector(".refused")?.scrollIntoView({ block: "center" });
}

const clean = (event) => Object.fromEntries(Object.entries(event).filter(([k, v]) => v !== undefined && v !== "" && k !== "late"));

async function submit() {
	const body = { code: code(), reason: form.elements.reason.value.trim(), dispute: form.elements.dispute?.value, events: code() === "void" ? undefined : lines.map((l) => clean(l.event)) };
	const text = JSON.stringify(body);
	if (key?.text !== text) key = { text, of: newKey() };
	form.dataset.busy = "true";
	try {
		const made = await call("POST", `/v1/rounds/${encodeURIComponent(form.dataset.round)}/corrections`, body, { key: key.of });
		location.assign(`/pit/corrections/${encodeURIComponent(made.id)}`);
	} catch (problem) {
		refused = problem.event === undefined ? null : problem;
		draw();
		tell(form, problem);
	} finally {
		delete form.dataset.busy;
	}
}

form.addEventListener("submit", (e) => { e.preventDefault(); if (!form.dataset.busy) submit(); });
for (const radio of form.querySelectorAll("[name=code]")) radio.addEventListener("change", changed);
draw();
