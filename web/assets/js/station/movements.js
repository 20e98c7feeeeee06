// Chips that come and go between rounds, and who deals.
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";
import { counts } from "./counts.js";
import { open } from "./dialog.js";
import { once } from "./once.js";
import { nameField, remember } from "./people.js";
import { second, withSecond } from "./supervisor.js";

const chipsOf = (station) => station.table.settings?.chip ?? "1";
const keptAt = (station) => station.table.id;

// fill and credit ask for the slip and the chips that go with it, drop for what the box
// held.
export const fill = (station) => slipped(station, "fill", say("table.fill"), say("table.book fill"));
export const credit = (station) => slipped(station, "credit", say("table.credit"), say("table.book credit"));

function slipped(station, kind, title, label) {
	const slip = h("input", { id: "slip", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, autofocus: true });
	const chips = counts(say("table.chips"), chipsOf(station), { kept: keptAt(station) });
	return moved(station, title, label, [h("div", { class: "field" }, h("label", { for: "slip" }, say("table.slip")), slip), chips.element], () => [kind, { slip: slip.value.trim(), chips: chips.value }]);
}

export function drop(station) {
	const box = counts(say("table.drop box"), chipsOf(station), { kept: `${keptAt(station)} drop` });
	return moved(station, say("table.drop"), say("table.book drop"), [h("p", { class: "quiet" }, say("table.drop about")), box.element], () => ["drop", { drop: box.value }]);
}

// moved is a dialog that books chips under two persons. what says which path under the
// table, and the body.
function moved(station, title, label, fields, what) {
	const send = once(station), table = station.table.id;
	return open(title, (close) => {
		const by = second(station, "supervisor", { onenter: () => go.click() });
		const body = h("div", { class: "body sides" }, h("section", {}, fields), by.element);
		const go = withSecond(label, {
			at: body, by,
			ask: (approver) => { const [path, says] = what(); return send("POST", `/v1/tables/${table}/${path}`, says, { approver }); },
			done: (m) => {
				station.notice(say("table.booked", { what: title, amount: amount(m.amount), currency: m.currency }), "good");
				close(m);
				station.refresh();
			},
		});
		return [body, h("div", { class: "actions" }, h("button", { type: "button", onclick: () => close() }, say("ui.cancel")), go)];
	}, { wide: true });
}

// changeDealer puts another dealer on the table: the supervisor decides, at this
// terminal, and who goes is signed out.
export function changeDealer(station, leave) {
	const send = once(station), table = station.table.id;
	return open(say("table.change dealer"), (close) => {
		const by = second(station, "supervisor", { onenter: () => go.click() });
		const next = nameField(say("table.next dealer"), "dealer", { except: station.session.person.name, onname: () => {} });
		const body = h("div", { class: "body sides" }, h("section", {}, h("p", { class: "quiet" }, say("table.change about")), next.element), by.element);
		const go = withSecond(say("table.change dealer"), {
			at: body, by,
			ask: (approver) => send("POST", `/v1/tables/${table}/dealer`, { dealer: next.value }, { approver }),
			done: async () => {
				remember(next.value, "dealer");
				remember(next.value, "terminal");
				close(true);
				await leave(station);
			},
		});
		return [body, h("div", { class: "actions" }, h("button", { type: "button", onclick: () => close() }, say("ui.cancel")), go)];
	}, { wide: true });
}
