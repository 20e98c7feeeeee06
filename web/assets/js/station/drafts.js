// Bets that were tapped and not recorded yet: they go to the book together, when the
// dealer turns to another seat or closes the bets.
import { text, units } from "./coins.js";

export class Drafts {
	#station; #round = ""; #over = ""; #by = new Map(); // "3 ante" -> amounts in the order they came to, the last counts
	wrong = new Map(); // "3 ante" -> why it was refused

	constructor(station) {
		this.#station = station;
		station.addEventListener("change", () => this.#settle());
		station.addEventListener("refused", (e) => this.#refused(e.detail));
	}

	// recorded is what the book holds of the bet.
	recorded(seat, wager) { return this.#station.view?.seats.find((s) => s.seat === seat)?.bets[wager] ?? "0"; }

	drafted(seat, wager) { return this.#by.get(`${seat} ${wager}`)?.at(-1); }

	// stake is what lies there, or will.
	stake(seat, wager) { return this.drafted(seat, wager) ?? this.recorded(seat, wager); }

	set(seat, wager, amount) {
		const spot = `${seat} ${wager}`;
		this.wrong.delete(spot);
		this.#by.set(spot, [...(this.#by.get(spot) ?? [this.recorded(seat, wager)]), amount]);
		this.#keep();
		this.#station.changed();
	}

	add(seat, wager, chip) { this.set(seat, wager, text(units(this.stake(seat, wager)) + units(chip))); }

	// back takes the last tap back.
	back(seat, wager) {
		const spot = `${seat} ${wager}`, amounts = this.#by.get(spot) ?? [];
		this.wrong.delete(spot);
		if (amounts.length > 2) this.#by.set(spot, amounts.slice(0, -1));
		else this.#by.delete(spot);
		this.#keep();
		this.#station.changed();
	}

	get any() { return this.#by.size > 0; }

	// repeat bets what was bet in the round before, where nothing lies yet.
	repeat() {
		for (const [spot, amount] of Object.entries(this.#read("bets") ?? {})) {
			const [seat, wager] = this.#cut(spot);
			if (units(this.stake(seat, wager)) === 0n) this.#by.set(spot, [this.recorded(seat, wager), amount]);
		}
		this.#keep();
		this.#station.changed();
	}

	get repeats() { return Boolean(this.#read("bets")); }

	// remember keeps what was bet before the cards of the round that ended, wherever it
	// was dealt, for the next one.
	#remember({ id, seats }) {
		const wagers = this.#station.game?.wagers.filter((w) => !w.later && !w.equals);
		if (!wagers) return;
		this.#over = id;
		const bets = seats.flatMap((s) => wagers.filter((w) => units(s.bets[w.name] ?? "0") > 0n).map((w) => [`${s.seat} ${w.name}`, s.bets[w.name]]));
		this.#write("bets", bets.length ? Object.fromEntries(bets) : null);
	}

	// events are the bets that are not recorded and not on their way, of one seat or all.
	events(only) {
		const { game, view, queue } = this.#station;
		const sent = new Map(queue.entries.flatMap((e) => e.events ?? []).filter((e) => e.kind === "bet").map((e) => [`${e.place} ${e.wager}`, e.amount]));
		const order = (spot) => game.wagers.findIndex((w) => w.name === this.#cut(spot)[1]);
		return [...this.#by.entries()].sort(([a], [b]) => this.#cut(a)[0] - this.#cut(b)[0] || order(a) - order(b)).flatMap(([spot, amounts]) => {
			const [place, wager] = this.#cut(spot), amount = amounts.at(-1);
			const prompt = view.next.find((p) => p.kind === "bet" && p.place === place);
			if (!prompt || (only !== undefined && place !== only) || sent.get(spot) === amount) return [];
			if (!sent.has(spot) && units(amount) === units(this.recorded(place, wager))) return [];
			return [{ step: prompt.step, kind: "bet", place, do: prompt.options[0].do, wager, amount }];
		});
	}

	// settle forgets what the book has, and what no round asks for any more.
	#settle() {
		const { view, lastView, table, queue } = this.#station;
		if (!table) return;
		if (lastView && lastView.id !== this.#over) this.#remember(lastView);
		if (view && view.id !== this.#round) {
			const kept = this.#read("drafts");
			this.#round = view.id;
			this.wrong.clear();
			this.#by = new Map(kept?.round === view.id ? kept.drafts : []);
		}
		const open = view?.next.some((p) => p.kind === "bet");
		for (const [spot, amounts] of this.#by) {
			const sent = queue.entries.some((e) => e.events?.some((b) => `${b.place} ${b.wager}` === spot));
			const [seat, wager] = this.#cut(spot);
			if (!open || (!sent && units(amounts.at(-1)) === units(this.recorded(seat, wager)))) this.#by.delete(spot);
		}
		if (view) this.#keep();
	}

	#refused({ problem, events }) {
		const of = events[problem.event ?? 0];
		if (of?.kind !== "bet") return;
		this.wrong.set(`${of.place} ${of.wager}`, problem);
		if (!this.#by.has(`${of.place} ${of.wager}`)) this.#by.set(`${of.place} ${of.wager}`, [this.recorded(of.place, of.wager), of.amount]);
	}

	#cut(spot) {
		const at = spot.indexOf(" ");
		return [Number(spot.slice(0, at)), spot.slice(at + 1)];
	}

	#keep() { this.#write("drafts", this.#by.size ? { round: this.#round, drafts: [...this.#by] } : null); }

	#place(what) { return `croupier ${what} ${this.#station.table?.id}`; }

	#read(what) {
		try { return JSON.parse(localStorage.getItem(this.#place(what))); } catch { return null; }
	}

	#write(what, value) {
		try {
			if (value) localStorage.setItem(this.#place(what), JSON.stringify(value));
			else localStorage.removeItem(this.#place(what));
		} catch { /* without storage a reload forgets */ }
	}
}
