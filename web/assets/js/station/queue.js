// What was tapped and not answered yet. Each entry keeps its Idempotency-Key until it
// is answered, over a lost connection and over a reload: it happens once, or not at all.
import { newKey } from "../lib/api.js";

const settles = new WeakMap(); // entry -> {resolve, reject, approver}; none of it is kept

export class Queue {
	entries = [];
	sending = false;
	#station;

	constructor(station) { this.#station = station; }

	// put sends the entry after those before it. A PIN is never kept.
	put(entry, approver) {
		entry.key = newKey();
		this.entries.push(entry);
		const done = new Promise((resolve, reject) => settles.set(entry, { resolve, reject, approver }));
		this.#keep();
		this.#station.changed();
		this.flush();
		return done;
	}

	// length is how many events of the round are on their way.
	length(round) { return this.entries.reduce((n, e) => n + (e.round === round ? e.events?.length ?? 0 : 0), 0); }

	// left is what of the prompts is not being answered: bets may be replaced, seats
	// decide in any order, and all else waits for the answer.
	left(prompts) {
		if (!this.entries.length) return prompts;
		const sent = this.entries.flatMap((e) => e.events ?? [{ kind: "open" }]);
		if (sent.some((e) => e.kind !== "bet" && e.kind !== "act")) return [];
		const answered = new Set(sent.filter((e) => e.kind === "act").map((e) => e.place));
		return prompts.filter((p) => (p.kind === "bet" || p.kind === "act") && !(p.kind === "act" && answered.has(p.place)));
	}

	// flush sends what waits, one after the other, as long as it is answered.
	async flush() {
		if (this.sending || !this.#station.session || this.#station.session.locked) return;
		this.sending = true;
		try {
			while (this.entries.length && (await this.#send(this.entries[0])));
		} finally {
			this.sending = false;
		}
	}

	// send reports whether the next may follow.
	async #send(entry) {
		const { resolve, reject, approver } = settles.get(entry) ?? {};
		try {
			const body = entry.events ? { n: entry.n, events: entry.events } : {};
			const view = await this.#station.ask("POST", entry.path, body, { key: entry.key, approver });
			this.#drop(entry);
			this.#station.take(view);
			resolve?.(view);
			return true;
		} catch (problem) {
			if (problem.offline || (problem.status === 401 && problem.code !== "wrong_secret") || problem.code === "session_locked") return false;
			this.#refused(entry, problem);
			reject?.(problem);
			return false;
		}
	}

	// refused gives up the entry and those after it, which stood on it. Where the round
	// has moved on, what happened to it meanwhile is shown first.
	#refused(entry, problem) {
		const rest = this.entries.slice(this.entries.indexOf(entry));
		this.#drop(...rest);
		this.#station.changed();
		this.#station.dispatchEvent(new CustomEvent("refused", { detail: { problem, events: entry.events ?? [] } }));
		for (const e of rest.slice(1)) settles.get(e)?.reject(problem);
		this.#station.refresh();
	}

	#drop(...entries) {
		this.entries = this.entries.filter((e) => !entries.includes(e));
		this.#keep();
	}

	get #place() {
		const { session } = this.#station;
		return session && `croupier pending ${session.table} ${session.person.name}`;
	}

	// keep writes down what waits, but for what a second person stood by at: whether
	// that happened is seen on the felt.
	#keep() {
		const kept = this.entries.filter((e) => !settles.get(e)?.approver);
		try {
			if (kept.length) localStorage.setItem(this.#place, JSON.stringify(kept));
			else localStorage.removeItem(this.#place);
		} catch { /* without storage a reload forgets */ }
	}

	// restore takes up what this person tapped at this table before the page was loaded.
	restore() {
		if (this.entries.length) return;
		try { this.entries = JSON.parse(localStorage.getItem(this.#place)) ?? []; } catch { this.entries = []; }
	}

	// leave forgets what waits, here, and not what is kept of it.
	leave() { this.entries = []; }
}
