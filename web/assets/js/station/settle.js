// Settling a seat: what is taken, paid and given back, in the order of the game, with
// the chips to pay it in and the words to say.
import { card } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { cardsOf } from "./cardpad.js";
import { inChips } from "./chips.js";
import { units } from "./coins.js";
import { called, handName, placeName, verdict, wagerName } from "./say.js";

const bare = (text) => text.replace("-", "");

export const linesOf = (view, seat) => view.lines.filter((l) => l.seat === seat);

// due is what the seat gets on top of its stakes, as a text; empty where it is not told
// yet.
export const due = (station, seat) => station.why?.seats.find((s) => s.seat === seat)?.net ?? "";

export function settleView(station, ui) {
	const { place } = ui.step.prompt, { view, why } = station;
	const seat = view.seats.find((s) => s.seat === place), lines = linesOf(view, place);
	const told = why?.seats.find((s) => s.seat === place);
	return h("div", { class: "settling" },
		h("div", { class: "hands" }, hand(placeName(place), seat.best, seat.hand, seat), why?.dealer.best ? hand(placeName(0), why.dealer.best, why.dealer.hand, {}) : null),
		h("div", { class: "due" },
			h("table", {}, h("caption", { class: "said" }, say("station.settle seat", { seat: place })),
				h("thead", { class: "said" }, h("tr", {}, [say("station.verdict"), say("station.wager"), say("station.stake"), say("station.due"), say("station.chips")].map((t) => h("th", { scope: "col" }, t)))),
				h("tbody", {}, lines.map((l, i) => lineView(station, l, told?.lines[i])))),
			h("p", { class: "call" }, h("span", { class: "quiet" }, say("station.announce")), " ", h("q", {}, called(seat, lines, why)))));
}

function hand(whose, best, category, { folded, ruling }) {
	const five = cardsOf(best);
	return h("div", { class: "five" }, h("p", {}, h("b", {}, whose), " ", category ? handName(category) : ruling ? name("ruling", ruling) : folded ? name("do", "fold") : ""),
		five.length ? h("span", { class: "cards" }, five.map((c) => card(c))) : null);
}

function lineView(station, line, told) {
	const does = verdict(line);
	const what = { pay: () => say("station.pay"), take: () => say("station.take"), push: () => say("station.push"), return: () => say("station.return") }[does]();
	const moved = does === "pay" || does === "take" ? bare(line.amount) : line.stake;
	return h("tr", { class: does, data: { wager: line.wager, verdict: does, amount: line.amount } },
		h("td", {}, h("strong", { class: "verdict" }, what)), h("th", { scope: "row" }, wagerName(line.wager)), h("td", { class: "num quiet" }, amount(line.stake)),
		h("td", { class: "num sum" }, amount(moved)), h("td", { title: told?.said }, does === "pay" && units(line.amount) ? inChips(line.amount, station.settings.chip) : h("span", { class: "quiet" }, told?.row_name ?? "")));
}

// limitsView is what may be bet at the table.
const limitsView = ({ settings }, wagers) => h("dl", { class: "facts" }, wagers.filter((w) => settings.limits?.[w.name]).map((w) => [w.name, settings.limits[w.name]]).flatMap(([wager, l]) => [h("dt", {}, wagerName(wager)), h("dd", {}, l.max ? say("station.limits", { from: `${amount(l.min ?? settings.chip)} – ${amount(l.max)}` }) : say("station.from", { least: amount(l.min ?? settings.chip) }))]));

// summaryView is what the round came to, seat by seat.
export function summaryView(station, wagers) {
	const { lastView: view, why } = station;
	if (!view) return limitsView(station, wagers);
	const nets = why?.round === view.id ? why.seats : [];
	return h("div", { class: "summary" },
		h("h2", {}, view.status === "void" ? name("status", "void") : say("station.round over", { id: view.id })),
		h("ul", { class: "nets" }, view.seats.map((s) => {
			const net = nets.find((w) => w.seat === s.seat)?.net, u = units(net ?? "0");
			return h("li", { class: u > 0n ? "pay" : u < 0n ? "take" : "push", data: { seat: s.seat, net: net ?? "" } }, h("span", {}, placeName(s.seat)), h("b", { class: "num" }, net === undefined ? "…" : u > 0n ? `+${amount(net)}` : amount(net)));
		})));
}
