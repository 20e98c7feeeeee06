// Keying cards: one tap a card, or by keys. A scanner is a quick keyboard.
import { h } from "../lib/dom.js";
import { cardName, ranks, suitMark, suitsOf } from "../lib/cards.js";
import { say } from "../lib/words.js";
import { placeName } from "./say.js";

export class CardPad {
	cards = []; rank = "";
	#for = ""; #full; #changed; #lies;

	constructor({ full, changed, lies }) { [this.#full, this.#changed, this.#lies] = [full, changed, lies]; }

	// turn makes the pad one for the place of the round, empty unless it was already.
	turn(key) {
		if (key === this.#for) return;
		[this.#for, this.cards, this.rank] = [key, [], ""];
	}

	add(card, want, used) {
		this.rank = "";
		if (want && used.has(card)) this.#lies(card);
		if (!want || used.has(card) || this.cards.includes(card) || this.cards.length >= want.count) return this.#changed();
		this.cards.push(card);
		if (this.cards.length === want.count) this.#full([...this.cards]);
		else this.#changed();
	}

	back() {
		if (this.rank) this.rank = "";
		else this.cards.pop();
		this.#changed();
	}

	clear() {
		[this.cards, this.rank] = [[], ""];
		this.#changed();
	}

	// key takes a letter of a card, as A then h, or 10; it reports whether it was one.
	key(k, want, used) {
		const c = k.length === 1 ? k.toUpperCase() : "";
		if (this.rank && suitsOf.includes(k.toLowerCase())) { this.add(this.rank + k.toLowerCase(), want, used); return true; }
		if (c === "1" || (c === "0" && this.rank === "1")) this.rank = c === "0" ? "T" : "1";
		else if (c && ranks.includes(c)) this.rank = c;
		else return false;
		this.#changed();
		return true;
	}
}

// used are the cards that lie on the felt.
export const used = (view) => new Set([view.board, view.dealer, ...view.seats.map((s) => s.cards)].flatMap((c) => cardsOf(c)).filter((c) => c !== "??"));

// cardsOf reads cards as the API writes them.
export const cardsOf = (cards) => (cards ?? "").split(" ").filter(Boolean);

// padView is the grid, a row for each suit, and what is keyed so far.
export function padView(pad, want, view) {
	const gone = used(view);
	return h("div", { class: "pad" },
		h("div", { class: "grid52", role: "group", "aria-label": say("station.cards for", { place: placeName(want.place), n: want.count }) }, suitsOf.flatMap((suit) => ranks.map((rank) => {
			const card = rank + suit, keyed = pad.cards.includes(card);
			return h("button", { type: "button", class: `key suit-${suit}`, disabled: gone.has(card) || keyed, "aria-label": cardName(card), data: { tap: "card", arg: card } },
				h("span", { "aria-hidden": "true" }, rank === "T" ? "10" : rank), suitMark(suit));
		}))));
}
