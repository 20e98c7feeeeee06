// Choosing one card of the deck.
import { cardName, ranks, suitMark, suitsOf } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";

// cardGrid is the deck, a row for each suit, and a field to type a card in. used are the
// cards that lie elsewhere; pick is called with the card.
export function cardGrid(used, pick) {
	const field = h("input", { type: "text", class: "cardfield", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 3, placeholder: "Ah", "aria-label": say("irregular.type a card"),
		oninput: () => { const card = parse(field.value); if (card) pick(card); } });
	return h("div", { class: "picker" }, h("div", { class: "deck52" }, suitsOf.flatMap((suit) => ranks.map((rank) => {
		const card = rank + suit, there = used.has(card);
		return h("button", { type: "button", class: `suit-${suit}${there ? " used" : ""}`, "aria-label": there ? say("irregular.lies elsewhere", { card: cardName(card) }) : cardName(card), data: { pick: card }, onclick: () => pick(card) },
			h("span", { "aria-hidden": "true" }, rank === "T" ? "10" : rank), suitMark(suit));
	}))), field);
}

// parse reads a card as it is typed: Ah, 10h; null where it is none, or not yet.
export function parse(text) {
	const [, rank, suit] = /^(10|[2-9TJQKA])([shdc])$/i.exec(text.trim()) ?? [];
	return rank ? (rank === "10" ? "T" : rank.toUpperCase()) + suit.toLowerCase() : null;
}
