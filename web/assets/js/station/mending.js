// A record that is being corrected.
import { cardName } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";
import { cardGrid } from "./cardgrid.js";
import { cardsOf } from "./cardpad.js";
import { units } from "./coins.js";
import { codeOf, mend, stakesOf } from "./mend.js";
import { answers, known, recordView, withCard } from "./recordview.js";
import { eventName, placeName, stepName, wagerName } from "./say.js";

export class Mending {
	#picked = null; #asked; #byDeck; #seats; #wagers;

	// record is as GET /v1/rounds/{id}/record tells it, view the round.
	constructor(record, view) {
		this.id = record.round;
		this.before = record.events.map(({ asked, ...e }) => e);
		this.#asked = new Map(record.events.map((e) => [asks(e), e.asked]));
		this.events = this.before;
		this.#byDeck = Boolean(view.deck);
		this.#seats = view.pins.seats;
		this.#wagers = Object.keys(view.pins.limits);
	}

	get changed() { return JSON.stringify(this.events) !== JSON.stringify(this.before); }
	get code() { return codeOf(this.before, this.events); }

	// said is what differs, in words.
	get said() {
		const key = JSON.stringify, was = new Set(this.before.map(key)), is = new Set(this.events.map(key));
		const now = this.events.filter((e) => !was.has(key(e))).map(eventName);
		const gone = this.before.filter((e) => !is.has(key(e))).map(eventName);
		if (!now.length && !gone.length) return "";
		return say("irregular.instead", { now: now.join(" ") || "–", was: gone.join(" ") || "–" }).slice(0, 300);
	}

	view(show) {
		return h("div", {}, recordView(this.events, this.before, { byDeck: this.#byDeck, picked: this.#picked, pick: (entry) => { this.#picked = entry; show(); } }),
			h("div", { class: "beside" }, h("button", { type: "button", data: { do: "add bet" }, onclick: () => { this.#picked = { kind: "new" }; show(); } }, say("irregular.add bet")),
				this.changed ? h("button", { type: "button", data: { do: "as before" }, onclick: () => this.#put(this.before, show) }, say("irregular.as before")) : null));
	}

	#put(events, show) {
		[this.events, this.#picked] = [events, null];
		show();
	}

	// editor is where the entry that was tapped is keyed again.
	editor(show) {
		const entry = this.#picked, e = entry && this.events[entry.at];
		if (!entry) return h("div", { class: "quiet" }, h("p", {}, say("irregular.tap what is wrong")), this.#byDeck ? h("p", {}, say("irregular.deck dealt")) : null);
		if (entry.kind === "new") return this.#newBet(show);
		const of = { bet: () => wagerName(e.wager), act: () => stepName(e.step), card: () => say("irregular.instead of", { card: cardName(cardsOf(e.cards)[entry.card]) }) }[entry.kind]();
		const title = h("h3", {}, `${placeName(e.place)} · ${of}`);
		if (entry.kind === "card") return h("div", {}, title, cardGrid(known(this.events), (card) => this.#put(withCard(this.events, entry, card), show)));
		if (entry.kind === "bet") return h("div", {}, title, this.#stake(e, (stake) => this.#put(this.#staked(entry, stake), show)));
		return h("div", {}, title, answers(this.#asked.get(asks(e)), null, (answer) => this.#put(this.events.with(entry.at, answer), show)));
	}

	// staked are the events with another stake, or without the bet where that is nothing.
	#staked({ at }, stake) {
		const e = this.events[at];
		if (units(stake) !== 0n) return this.events.with(at, { ...e, amount: stake });
		return this.events.filter((b) => !(b.kind === "bet" && b.place === e.place && b.wager === e.wager));
	}

	#stake(e, put) {
		const input = h("input", { id: "stake", type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 19, value: e.amount, class: "num" });
		const take = (event) => {
			event.preventDefault();
			if (units(input.value) === null || units(input.value) < 0n) return input.setAttribute("aria-invalid", "true");
			put(input.value.trim());
		};
		return h("form", { class: "stake", onsubmit: take }, h("label", { for: "stake" }, say("irregular.stake was", { amount: amount(e.amount) })), input,
			h("div", { class: "choices" }, h("button", { type: "submit", class: "primary", data: { do: "stake" } }, say("irregular.set")), h("button", { type: "button", data: { do: "no bet" }, onclick: () => put("0") }, say("irregular.no bet"))));
	}

	#newBet(show) {
		const first = this.before.find((e) => e.kind === "bet");
		const seat = h("select", { id: "seat" }, Array.from({ length: this.#seats }, (_, i) => h("option", { value: i + 1 }, placeName(i + 1))));
		const wager = h("select", { id: "wager" }, this.#wagers.map((w) => h("option", { value: w }, wagerName(w))));
		const input = h("input", { id: "stake", type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 19, class: "num" });
		const take = (event) => {
			event.preventDefault();
			if (!(units(input.value) > 0n)) return input.setAttribute("aria-invalid", "true");
			const bet = { step: first.step, kind: "bet", place: Number(seat.value), do: first.do, wager: wager.value, amount: input.value.trim() };
			const close = this.events.findIndex((e) => e.kind === "close");
			this.#put(this.events.toSpliced(close, 0, bet), show);
		};
		return h("form", { class: "stake", onsubmit: take }, h("h3", {}, say("irregular.add bet")), h("label", { for: "seat" }, say("irregular.seat")), seat, h("label", { for: "wager" }, say("irregular.wager")), wager,
			h("label", { for: "stake" }, say("irregular.stake")), input, h("div", { class: "choices" }, h("button", { type: "submit", class: "primary" }, say("irregular.set"))));
	}

	// worked asks what the record comes to, and in side for what only the dealer knows;
	// null where the answer was not given.
	async worked(send, show, side) {
		const made = await mend(this.events, { send, choose: (prompt) => this.#choose(prompt, side), stakes: { before: stakesOf(this.before), after: stakesOf(this.events) } });
		if (made) this.events = made.events;
		show();
		return made?.answer;
	}

	#choose(prompt, side) {
		return new Promise((resolve) => {
			const { step, kind, place } = prompt;
			this.#asked.set(asks(prompt), prompt);
			const cards = [], slots = h("p", { class: "cards" }), all = known(this.events);
			const pick = (card) => {
				if (all.has(card) || cards.includes(card)) return;
				cards.push(card);
				slots.textContent = cards.join(" ");
				if (cards.length === prompt.count) resolve({ step, kind, place, cards: cards.join(" ") });
			};
			side.replaceChildren(h("div", { class: "asked" }, h("p", { class: "note warn", role: "status" }, say("irregular.also asked")), h("h3", {}, `${placeName(place)} · ${stepName(step)}`),
				prompt.options ? answers(prompt, null, resolve) : [h("p", { class: "quiet" }, say("irregular.cards wanted", { n: prompt.count })), slots, cardGrid(all, pick)],
				h("button", { type: "button", onclick: () => resolve(null) }, say("ui.cancel"))));
			side.querySelector("button, input")?.focus();
		});
	}
}

const asks = ({ kind, place, step }) => `${kind} ${place} ${step}`;
