// The bar over the felt: which table, which round, who deals, and whether the server is
// there.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { menuItems } from "./menu.js";
import { gameName } from "./say.js";

export function barView(station) {
	const { table, session, view, lastView } = station, round = view ?? lastView;
	return h("header", { class: "bar" },
		h("h1", {}, table.name), h("span", { class: "quiet game" }, station.settings ? gameName(station.settings.game) : ""),
		h("span", { class: "round" }, round ? say("station.round", { id: round.id }) : ""),
		h("span", { class: "fill" }), link(station), h("span", { class: "who quiet" }, session.person.title || session.person.name),
		h("button", { type: "button", class: "help", "aria-label": say("station.keys"), data: { tap: "help" } }, "?"),
		h("button", { type: "button", class: "menu-open", "aria-haspopup": "menu", data: { tap: "menu" } }, say("ui.menu")));
}

// link says how the connection stands, with a mark and a word.
function link({ online, pending }) {
	if (!online) return h("span", { class: "badge bad", data: { link: "off" } }, "✕ ", say("station.offline"));
	if (pending.length) return h("span", { class: "badge warn", data: { link: "sending" } }, "… ", say("station.sending"));
	return h("span", { class: "badge good", data: { link: "on" } }, "● ", say("station.online"));
}

// openMenu shows what else is done at a table.
export function openMenu(station, from) {
	const list = h("div", { class: "menu", role: "menu", popover: "auto", "aria-label": say("ui.menu"), onkeydown: move, ontoggle: (e) => { if (e.newState === "closed") list.remove(); } },
		menuItems(station).map((item) => h("button", { type: "button", role: "menuitem", disabled: !item.enabled, data: { item: item.id }, onclick: () => { list.hidePopover(); from?.focus(); item.run(); } }, item.label)));
	document.body.append(list);
	list.showPopover();
	list.querySelector("button:enabled")?.focus();
}

function move(e) {
	const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
	if (!by) return;
	e.preventDefault();
	const items = [...e.currentTarget.querySelectorAll("button:enabled")], at = items.indexOf(document.activeElement);
	items[(at + by + items.length) % items.length]?.focus();
}
