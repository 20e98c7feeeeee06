// The record of a round as it can be corrected: bets, decisions and cards, by place.
import { card } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { cardsOf } from "./cardpad.js";
import { optionName, placeName, stepName, wagerName } from "./say.js";

// entries are what of the events can be corrected: {at, place, kind, card}, at being the
// place in the list. Of a bet that was changed, the last counts.
export function entries(events) {
	const list = [];
	events.forEach((e, at) => {
		if (e.kind === "bet" && !events.some((later, i) => i > at && later.kind === "bet" && later.place === e.place && later.wager === e.wager)) list.push({ at, place: e.place, kind: "bet" });
		if (e.kind === "act") list.push({ at, place: e.place, kind: "act" });
		if (e.kind === "deal" || e.kind === "show") cardsOf(e.cards).forEach((c, card) => c !== "??" && list.push({ at, place: e.place, kind: "card", card }));
	});
	return list;
}

// recordView shows the events, those that differ from before marked; pick is called with
// the entry that is tapped. With byDeck, cards are as the deck dealt them.
export function recordView(events, before, { pick, picked, byDeck }) {
	const all = entries(events), places = [...new Set([-1, 0, ...all.map((e) => e.place).sort((a, b) => a - b)])].filter((p) => all.some((e) => e.place === p));
	return h("div", { class: "record" }, places.map((place) => h("section", { "aria-label": placeName(place), data: { place } }, h("h3", {}, placeName(place)),
		["bet", "act", "card"].map((kind) => {
			const of = all.filter((e) => e.place === place && e.kind === kind);
			return of.length ? h("div", { class: `row ${kind}s` }, of.map((e) => item(events, e, { pick, picked, off: byDeck && kind === "card", changed: differs(events[e.at], e, before) }))) : null;
		}))));
}

// differs reports whether the entry was another before.
function differs(e, { kind, card }, before) {
	const was = before.filter((b) => b.kind === e.kind && b.place === e.place && b.step === e.step && b.wager === (kind === "bet" ? e.wager : b.wager)).at(-1);
	if (kind === "card") return cardsOf(was?.cards)[card] !== cardsOf(e.cards)[card];
	return was?.do !== e.do || was?.wager !== e.wager || was?.amount !== e.amount;
}

function item(events, entry, { pick, picked, off, changed }) {
	const e = events[entry.at], on = picked && picked.at === entry.at && picked.card === entry.card;
	return h("button", { type: "button", class: `item of-${entry.kind}`, disabled: off, "aria-pressed": String(Boolean(on)), data: { item: `${entry.kind} ${e.place} ${entry.kind === "bet" ? e.wager : e.step}${entry.card === undefined ? "" : ` ${entry.card}`}`, changed: String(changed) }, onclick: () => pick(entry) },
		what(e, entry), changed ? h("span", { class: "mark" }, say("irregular.changed")) : null);
}

function what(e, entry) {
	if (entry.kind === "card") return card(cardsOf(e.cards)[entry.card]);
	if (entry.kind === "bet") return [h("span", {}, wagerName(e.wager)), h("b", { class: "num" }, amount(e.amount))];
	return [h("span", { class: "quiet" }, stepName(e.step)), h("b", {}, e.wager ? `${wagerName(e.wager)} ${amount(e.amount)}` : name("do", e.do))];
}

// answers are the options of a prompt as buttons; pick is called with the event.
export const answers = (prompt, stake, pick) => h("div", { class: "choices" }, prompt.options.map((o) => h("button", { type: "button", data: { answer: o.wager ? `${o.do} ${o.wager} ${o.min}` : o.do }, onclick: () => pick(chosen(prompt, o)) },
	optionName(o, stake), o.wager ? h("span", { class: "num quiet" }, amount(o.min)) : null)));

const chosen = ({ step, kind, place }, o) => ({ step, kind, place, do: o.do, ...(o.wager ? { wager: o.wager, amount: o.min } : {}) });

// withCard are the events with the card at the entry; where it lay elsewhere, the two
// change places.
export function withCard(events, entry, card) {
	const of = (e) => cardsOf(e.cards), old = of(events[entry.at])[entry.card];
	return events.map((e, at) => {
		const cards = of(e);
		if (!cards.length || cards[0] === "??") return e;
		const next = cards.map((c, i) => (at === entry.at && i === entry.card ? card : c === card ? old : c));
		return { ...e, cards: next.join(" ") };
	});
}

// known are the cards of a record.
export const known = (events) => new Set(events.flatMap((e) => cardsOf(e.cards)).filter((c) => c !== "??"));
