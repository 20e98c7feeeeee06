// The felt as the dealer sees it: the seats on an arc, seat 1 at the left; the board and
// the dealer's hand before the dealer.
import { card } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { cardsOf } from "./cardpad.js";
import { stack } from "./chips.js";
import { units } from "./coins.js";
import { handName, placeName, verdict, wagerName } from "./say.js";

// feltView draws what lies on the felt. ui says what is chosen and keyed: {seat, step,
// drafts, pad, want, busy}.
export function feltView(station, ui) {
	const view = station.view ?? station.lastView;
	const lit = new Set(cardsOf(view?.seats.find((s) => s.seat === ui.seat && ui.step.kind === "pay")?.best));
	return h("section", { class: `felt ${station.view ? "" : "over"}`, "aria-label": say("station.felt") },
		seats(station, view, ui, lit),
		h("div", { class: "middle" }, dealer(station, view, ui), board(view, ui, lit), deck(view, station.settings)));
}

function seats(station, view, ui, lit) {
	const n = station.settings.seats, columns = n > 11 ? Math.ceil(n / 2) : n;
	const list = h("ol", { class: `seats ${n > 8 ? "narrow" : ""} ${n > 11 ? "many" : ""}`, "aria-label": say("station.seats") });
	list.style.setProperty("--columns", columns);
	for (let seat = 1; seat <= n; seat++) {
		const e = seatView(station, view, ui, lit, seat);
		const t = columns > 1 ? (2 * ((seat - 1) % columns)) / (columns - 1) - 1 : 0;
		e.style.setProperty("--drop", (t * t).toFixed(3));
		list.append(e);
	}
	return list;
}

function seatView(station, view, ui, lit, seat) {
	const of = view?.seats.find((s) => s.seat === seat);
	const state = stateOf(station, of, ui, seat), chosen = ui.seat === seat && (ui.step.prompt?.place === seat || ui.busy.has(seat));
	const cards = cardsOf(of?.cards), asked = ui.want?.place === seat;
	return h("li", { class: ["seat", of || hasDraft(station, ui, seat) ? "in" : "", of?.folded ? "folded" : "", of?.ruling ? "ruled" : "", of?.paid ? "paid" : "", asked || waits(ui, seat) ? "asked" : ""].filter(Boolean).join(" "), data: { key: `seat ${seat}`, seat } },
		h("button", { type: "button", class: "spot", "aria-pressed": String(chosen), disabled: !station.view, data: { tap: "seat", arg: seat } },
			h("span", { class: "head" }, h("b", { "aria-hidden": "true" }, seat), h("span", { class: "said" }, placeName(seat)), state ? h("span", { class: "state" }, state) : null),
			ui.step.kind === "bet" || of ? bets(station, view, of, ui, seat) : null,
			h("span", { class: "cards" }, asked ? slots(ui, cards) : cards.map((c) => card(c, ...(chosen && lit.has(c) ? ["counts"] : [])))),
			h("span", { class: "hand" }, of?.hand ? handName(of.hand) : "")));
}

const waits = (ui, seat) => ["act", "show", "pay"].includes(ui.step.kind) && ui.step.prompts.some((p) => p.place === seat);

const hasDraft = (station, ui, seat) => station.view && ui.wagers.some((w) => ui.drafts.drafted(seat, w.name));

// stateOf says in a word what became of the seat.
function stateOf(station, of, ui, seat) {
	if (ui.busy.has(seat)) return say("station.sending");
	if (of?.ruling) return name("ruling", of.ruling);
	const net = station.why?.seats.find((s) => s.seat === seat)?.net;
	if (of?.paid && net !== undefined) return units(net) > 0n ? `+${amount(net)}` : amount(net);
	if (of?.paid) return say("station.settled");
	if (of?.folded) return name("do", "fold");
	return "";
}

// bets are the spots of the seat, in the order of the layout.
function bets(station, view, of, ui, seat) {
	const { chip } = station.settings;
	return h("span", { class: "bets" }, ui.wagers.map((w) => {
		const recorded = of?.bets[w.name] ?? "0";
		const draft = station.view ? ui.drafts.drafted(seat, w.equals || w.name) : undefined;
		const stake = draft ?? recorded, line = view?.lines.find((l) => l.seat === seat && l.wager === w.name);
		const wrong = ui.drafts.wrong.has(`${seat} ${w.name}`);
		const is = units(stake) > 0n;
		return h("span", { class: ["bet", is ? "on" : "", draft !== undefined ? "draft" : "", wrong ? "wrong" : "", line ? verdict(line) : ""].filter(Boolean).join(" "), data: { wager: w.name } },
			h("span", { class: "wager" }, wagerName(w.name)), is ? stack(stake, chip) : null, h("span", { class: "num" }, is ? amount(stake) : "·"),
			line ? h("span", { class: "mark" }, mark(line)) : wrong ? h("span", { class: "mark" }, "!") : null);
	}));
}

const mark = (line) => ({ pay: "+", take: "−", push: "=", return: "↩" })[verdict(line)];

// slots are where the cards go that are asked for: what is keyed, and what is missing.
function slots(ui, lying) {
	const shown = lying.filter((c) => c !== "??");
	return [...shown.map((c) => card(c)), ...Array.from({ length: ui.want.count }, (_, i) => (ui.pad.cards[i] ? card(ui.pad.cards[i], "keyed") : slot(i === ui.pad.cards.length ? ui.pad.rank : "", i === ui.pad.cards.length)))];
}

const slot = (text, here) => h("span", { class: `slot ${here ? "here" : ""}` }, text === "T" ? "10" : text);

function dealer(station, view, ui) {
	const cards = cardsOf(view?.dealer), of = station.why?.dealer;
	return h("div", { class: "place", data: { place: 0 } }, h("h2", {}, placeName(0)),
		h("span", { class: "cards" }, ui.want?.place === 0 ? slots(ui, cards) : cards.length ? cards.map((c) => card(c)) : [slot(""), slot("")]),
		h("p", { class: "hand" }, of?.hand ? [handName(of.hand), of.qualifies === undefined ? null : h("span", { class: "quiet" }, of.qualifies ? say("station.qualifies") : say("station.does not qualify"))] : ""));
}

function board(view, ui, lit) {
	const cards = cardsOf(view?.board), asked = ui.want?.place === -1;
	const drawn = asked ? slots(ui, cards) : cards.map((c) => card(c, ...(lit.has(c) ? ["counts"] : [])));
	while (drawn.length < 5) drawn.push(slot(""));
	return h("div", { class: "place board", data: { place: -1 } }, h("h2", {}, placeName(-1)), h("span", { class: "cards" }, drawn), h("p", { class: "hand" }));
}

// deck says who deals, and what a deck was committed to.
function deck(view, { dealing }) {
	if (!view?.deck) return h("div", { class: "dealing" }, dealing === "deck" ? say("station.by deck") : say("station.by hand"));
	return h("div", { class: "dealing" }, say("station.by deck"), h("span", { class: "mono", title: view.deck.commitment }, h("span", { class: "said" }, say("station.commitment")), view.deck.commitment.slice(0, 12)));
}
