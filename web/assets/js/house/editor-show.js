// What a draft would come to, as the API found it, put beside what it is about.
import { h } from "../lib/dom.js";
import { amount, has, name, say } from "../lib/words.js";
import { fixed, moved, percent } from "./figures.js";

const all = (of, css) => [...of.querySelectorAll(css)];
const tableName = (table) => document.querySelector(`[data-for="${table}"]`)?.parentElement.textContent ?? String(table);
const outcome = (row) => (has(`outcome.${row}`) ? name("outcome", row) : name("hand", row));

// show writes the trial into the form. Of several prices, that of the table the draft
// starts from stands beside the rows.
export function show(form, trial) {
	const table = Number(form.dataset.table);
	const group = trial.appraisals.find((a) => a.tables.some((t) => t.table === table)) ?? trial.appraisals[0];
	if (!group) return;
	const of = group.tables.find((t) => t.table === table) ?? group.tables[0];
	const findings = trial.findings.filter((f) => f.tables.includes(of.table));
	const diff = trial.tables.find((t) => t.table === of.table)?.diff;
	for (const card of all(form, ".pay")) rows(card, group.report);
	document.getElementById("bets").replaceChildren(...group.report.wagers.map((w) => bet(w, diff, findings)));
	document.getElementById("exposures").replaceChildren(...trial.appraisals.flatMap((a) => a.tables).map((t) => exposure(t, trial.tables.find((d) => d.table === t.table)?.diff)));
	rules(form, findings);
	elsewhere(trial, of.table);
	verdict(trial);
}

// rows fills in how often each row comes, and what it adds to the bet's value.
function rows(card, report) {
	const of = [...report.parts, ...report.wagers].find((w) => w.wager === card.dataset.wager && w.rows);
	const priced = new Map((of?.rows ?? []).map((r) => [r.row, r]));
	for (const tr of all(card, "tbody [data-row]")) {
		const r = priced.get(tr.dataset.row);
		tr.querySelector("[data-frequency]").textContent = r ? percent(r.frequency) : "";
		tr.querySelector("[data-contribution]").textContent = r ? moved(r.contribution) : "";
		priced.delete(tr.dataset.row);
	}
	card.querySelector("tfoot").replaceChildren(...[...priced.values()].map((r) => h("tr", { data: { outcome: r.row } },
		h("th", { scope: "row" }, outcome(r.row)), h("td", { class: "num" }, amount(r.odds)), h("td"), h("td", { class: "num" }, percent(r.frequency)), h("td", { class: "num" }, moved(r.contribution)))));
}

function bet(w, diff, findings) {
	const edge = diff?.edges?.find((e) => e.wager === w.wager);
	const fact = (key, value) => [h("dt", {}, key), h("dd", { class: "num" }, value)];
	return h("section", { class: "bet", data: { bet: w.wager } },
		h("h3", {}, name("wager", w.wager), h("strong", { class: findings.some((f) => f.wager === w.wager) ? "num bad" : "num", data: { edge: w.edge } }, percent(w.edge))),
		edge?.before ? h("p", { class: "was" }, say("proposal.was", { value: percent(edge.before.edge) }), " (", h("span", { class: "num" }, moved(edge.change.edge)), ")") : null,
		h("dl", { class: "facts figures" }, fact(say("proposal.deviation"), fixed(w.sd, 4)), fact(say("proposal.hit"), percent(w.hit)),
			fact(say("proposal.average"), fixed(w.average_wager, 4)), fact(say("proposal.largest"), amount(w.largest_win))),
		list(findings.filter((f) => f.wager === w.wager)));
}

const list = (findings) => (findings.length ? h("ul", { class: "findings" }, findings.map((f) => h("li", { data: { code: f.code } }, found(f)))) : null);

// found says a finding in the language of the page.
function found(f) {
	if (f.code === "requires") return say("proposal.found requires", { paytable: f.paytable, rule: name("proposal", `rule ${f.rule}`), value: name("proposal", `value ${f.want}`) });
	const part = (share) => (share ? percent(share) : "");
	const key = `proposal.found ${f.code}`;
	return has(key) ? say(key, { wager: name("wager", f.wager), edge: part(f.edge), bound: part(f.bound), before: part(f.before) }) : f.reason;
}

function exposure(t, diff) {
	return h("li", { data: { exposure: t.table } }, h("span", {}, tableName(t.table)), h("span", { class: "num" }, `${amount(t.exposure)} ${t.settings.currency}`,
		diff?.exposure?.before ? h("span", { class: "was" }, say("proposal.was", { value: amount(diff.exposure.before) })) : null));
}

function rules(form, findings) {
	for (const field of all(form, "[data-rule]")) {
		const of = findings.filter((f) => f.code === "requires" && f.rule === field.dataset.rule);
		field.querySelector("[data-found]").replaceChildren(...of.map((f) => h("li", { data: { code: f.code } }, found(f))));
	}
}

// elsewhere tells what is found at tables that are priced otherwise.
function elsewhere(trial, shown) {
	const of = trial.findings.filter((f) => !f.tables.includes(shown));
	document.getElementById("elsewhere").replaceChildren(...(of.length ? [h("h3", {}, say("proposal.elsewhere")),
		h("ul", { class: "findings" }, of.map((f) => h("li", { data: { code: f.code } }, `${f.tables.map(tableName).join(", ")}: `, found(f))))] : []));
}

function verdict(trial) {
	const out = document.getElementById("verdict");
	const changes = trial.tables.some((t) => !t.diff || Object.keys(t.diff).length);
	const state = !trial.pass ? "refused" : changes ? "pass" : "same";
	const text = { refused: say("proposal.would refuse", { n: trial.findings.length }), pass: say("proposal.would pass"), same: say("proposal.unchanged") }[state];
	out.className = `note ${{ refused: "bad", pass: "good", same: "" }[state]}`;
	out.dataset.verdict = state;
	if (out.textContent !== text) out.textContent = text;
}
