// Closing a table with its count, and the result sheet after it.
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";
import { units } from "./coins.js";
import { counts } from "./counts.js";
import { open } from "./dialog.js";
import { once } from "./once.js";
import { second, withSecond } from "./supervisor.js";

// closeTable takes the counts of the float and of the drop box, and then the second
// person. Where they are not what the book holds, the answer says so, and a reason is
// asked for; what the book holds is not told before.
export async function closeTable(station) {
	const { table } = station, chip = station.settings?.chip ?? "1";
	const sheet = await open(say("table.close"), (close) => {
		const float = counts(say("table.float"), chip, { kept: table.id }), box = counts(say("table.drop box"), chip, { kept: `${table.id} drop` });
		const body = h("div", { class: "body sides even" }), foot = h("div", { class: "actions" });
		const count = () => {
			body.replaceChildren(h("section", {}, h("h3", {}, say("table.float")), float.element), h("section", {}, h("h3", {}, say("table.drop box")), box.element));
			foot.replaceChildren(h("button", { type: "button", onclick: () => close() }, say("ui.cancel")), h("button", { type: "button", class: "primary", data: { do: "counted" }, onclick: () => sign(station, { body, foot, float, box, back: count, close }) }, say("table.counted")));
			body.querySelector("input").focus();
		};
		queueMicrotask(count);
		return [body, foot];
	}, { wide: true });
	if (!sheet) return;
	await open(say("table.sheet", { table: table.name }), (close) => [h("div", { class: "body" }, sheetTable(sheet)),
		h("div", { class: "actions" }, h("button", { type: "button", class: "primary", autofocus: true, onclick: () => close() }, say("table.done")))]);
	await station.load();
}

// sign shows what was counted, for both persons to stand by.
function sign(station, { body, foot, float, box, back, close }) {
	const { table } = station, send = once(station), by = second(station, "supervisor", { onenter: () => go.click() });
	const reason = h("input", { id: "reason", type: "text", autocomplete: "off", maxlength: 500 });
	const why = h("div", { class: "field", hidden: true }, h("label", { for: "reason" }, say("table.variance reason")), reason);
	const go = withSecond(say("table.close this", { table: table.name }), {
		at: body, by,
		ask: (approver) => send("POST", `/v1/tables/${table.id}/close`, {
			float: float.value, drop: Object.keys(box.value).length ? box.value : "0", ...(reason.value.trim() && { reason: reason.value.trim() }),
		}, { approver }).catch((problem) => {
			if (problem.code === "variance_reason") { why.hidden = false; reason.focus(); }
			throw problem;
		}),
		done: close,
	});
	const total = (label, of) => [h("dt", {}, label), h("dd", { class: "num" }, amount(of.total))];
	body.replaceChildren(h("section", {}, h("h3", {}, say("table.counted both")), h("dl", { class: "facts totals" }, total(say("table.float"), float), total(say("table.drop box"), box)), why), by.element);
	foot.replaceChildren(h("button", { type: "button", onclick: back }, say("ui.back")), go);
	by.focus();
}

// sheetTable is the result sheet: by the count above, by the book below.
export function sheetTable(sheet) {
	const line = (label, value, field, mark = "") => h("tr", { class: mark }, h("th", { scope: "row" }, label), h("td", { class: "num", data: { field } }, amount(value)));
	const off = units(sheet.variance) !== 0n;
	return h("table", { class: "sheet" }, h("caption", {}, `${sheet.gaming_day} · ${sheet.currency} · ${say("table.rounds", { n: sheet.rounds })}`), h("tbody", {},
		line(say("table.sheet closing"), sheet.closing, "closing"), line(say("table.sheet credits"), sheet.credits, "credits"), line(say("table.sheet drop"), sheet.drop, "drop"),
		line(say("table.sheet opening"), sheet.opening, "opening", "minus"), line(say("table.sheet fills"), sheet.fills, "fills", "minus"), line(say("table.sheet win"), sheet.win, "win", "sum"),
		line(say("table.sheet book"), sheet.win_in_book, "win_in_book"), line(say("table.sheet variance"), sheet.variance, "variance", off ? "sum warn" : "sum good"),
	), h("tfoot", {}, h("tr", {}, h("td", { colspan: 2 }, off ? say("table.sheet off") : say("table.sheet ties")))));
}
