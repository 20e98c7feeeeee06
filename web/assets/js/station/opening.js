// Opening a table.
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { pickers } from "./account.js";
import { counts } from "./counts.js";
import { complain } from "./dialog.js";
import { signOut } from "./lock.js";
import { once, working } from "./once.js";
import { second, withSecond } from "./supervisor.js";

const view = "opening";

// renderOpening shows, in root, where a table is opened, unless it is there already.
export function renderOpening(root, station) {
	if (root.querySelector(`:scope > [data-view=${view}]`)) return;
	const { person, roles } = station.session;
	const panel = h("div", { class: "panel opening" });
	const leave = h("button", { type: "button", class: "plain", onclick: () => working(leave, () => signOut(station)) }, say("ui.sign out"));
	root.replaceChildren(h("div", { class: "desk-view", data: { view } },
		h("header", {}, h("h1", {}, say("table.open")), h("span", { class: "who" }, person.title || person.name), pickers(station), roles.includes("supervisor") ? h("a", { class: "button", href: "/pit" }, say("table.pit")) : null, leave), panel));
	choose(station, panel, roles.includes("dealer"));
}

// choose lists the tables that are closed. A terminal stands at one table: the one it
// opened last comes first.
async function choose(station, panel, deals) {
	let tables;
	try {
		({ tables } = await station.ask("GET", "/v1/tables"));
	} catch (problem) {
		complain(panel, problem);
		return panel.append(h("button", { type: "button", onclick: () => { panel.replaceChildren(); choose(station, panel, deals); } }, say("table.again")));
	}
	const closed = tables.filter((t) => !t.dealer && t.settings), here = last();
	closed.sort((a, b) => (b.id === here) - (a.id === here) || a.id - b.id);
	if (!closed.length) {
		panel.replaceChildren(h("p", {}, say("table.none closed")), h("p", { class: "quiet" }, say("table.relief")),
			h("button", { type: "button", onclick: () => station.load() }, say("table.again")));
		return;
	}
	panel.replaceChildren(h("p", {}, say("table.which")), h("div", { class: "grid" }, closed.map((t) =>
		h("button", { type: "button", class: "door", data: { table: t.id }, onclick: () => count(station, panel, t, deals) },
			h("strong", {}, t.name), h("span", {}, game(t)), h("span", { class: "quiet" }, limits(t))))));
	panel.querySelector("button").focus();
}

const game = (table) => name("game", table.settings.game.replace(/\/\d+$/, ""));

// limits are those of the wager that is bet first.
function limits({ settings }) {
	const [wager, limit] = Object.entries(settings.limits ?? {})[0] ?? [];
	return [settings.pit, wager && limit.max ? `${name("wager", wager)} ${amount(limit.min ?? settings.chip)}–${amount(limit.max)} ${settings.currency}` : settings.currency].filter(Boolean).join(" · ");
}

// count takes the float, and the second person.
function count(station, panel, table, deals) {
	const send = once(station), by = second(station, deals ? "supervisor" : "dealer", { onenter: () => go.click() });
	const float = counts(say("table.float"), table.settings.chip, { kept: table.id });
	const go = withSecond(say("table.open this", { table: table.name }), {
		at: panel, by,
		ask: (approver) => send("POST", `/v1/tables/${table.id}/open`, { dealer: deals ? station.session.person.name : approver.name, float: float.value }, { approver }),
		done: (opened) => { stays(table.id); told(station, opened, deals); },
	});
	panel.replaceChildren(h("div", { class: "sides" },
		h("section", {}, h("h2", {}, table.name), h("p", { class: "quiet" }, `${game(table)} · ${limits(table)}`), h("h3", {}, say("table.float")), float.element),
		h("div", { class: "signing" }, by.element, h("div", { class: "actions" }, h("button", { type: "button", onclick: () => choose(station, panel, deals) }, say("ui.back")), go))));
	panel.querySelector(".counts input").focus();
}

function told(station, opened, deals) {
	station.notice(say("table.opened", { amount: amount(opened.amount), currency: opened.currency }), "good");
	if (deals) return station.load();
	return signOut(station); // the dealer signs in where the table is dealt
}

const place = "croupier table";
const last = () => { try { return Number(localStorage.getItem(place)); } catch { return 0; } };
const stays = (id) => { try { localStorage.setItem(place, id); } catch { /* it is asked again */ } };
