// What a station knows: who is signed in, the table, the round on the felt. All that
// is shown is drawn from it, and all that is tapped goes through it.
import { Problem, call } from "../lib/api.js";
import { Queue } from "./queue.js";
import { watch } from "./watch.js";

const over = (view) => view.status === "settled" || view.status === "void";

class Station extends EventTarget {
	session = null; // who is signed in, as GET /v1/session; null where nobody is
	table = null; // GET /v1/tables/{id} of the table the person deals at
	games = []; // GET /v1/games
	view = null; // GET /v1/rounds/{id}; null between rounds
	lastView = null; // the round that ended and still lies on the felt
	why = null; // GET /v1/rounds/{id}/why of the round that is being settled
	online = true;
	stale = ""; // what is old: "edition", or "session"
	loaded = false;
	queue = new Queue(this);

	// pending is what was tapped and not answered yet, the oldest first.
	get pending() { return this.queue.entries; }

	// next is what may be answered now, without what is being answered already.
	get next() { return this.queue.left(this.view?.next ?? []); }

	// settings are those the round pinned, or those in force.
	get settings() { return (this.view ?? this.lastView)?.pins ?? this.table?.settings; }

	get game() { return this.games.find((g) => g.name === this.settings?.game); }

	changed() { this.dispatchEvent(new Event("change")); }

	// notice says something in passing: a key of the words and its blanks, or a text.
	notice(text, tone = "info") { this.dispatchEvent(new CustomEvent("notice", { detail: { text, tone } })); }

	// ask asks the API and keeps in mind what the answer says of the session and the
	// connection. It throws a Problem.
	async ask(method, path, body, options = {}) {
		try {
			const answer = await call(method, path, body, options);
			this.reached(true);
			return answer;
		} catch (problem) {
			this.reached(!problem.offline);
			if (problem.status === 401 && problem.code !== "wrong_secret" && this.session) this.ended();
			if (problem.code === "session_locked" && this.session && !this.session.locked) this.with({ session: { ...this.session, locked: true } });
			throw problem;
		}
	}

	with(fields) { Object.assign(this, fields); this.changed(); }

	reached(online) {
		if (online === this.online) return;
		this.with({ online });
		if (online) this.queue.flush();
	}

	// ended forgets who was signed in. What was tapped stays kept for that person.
	ended() {
		this.queue.leave();
		this.with({ session: null, table: null, view: null, lastView: null, why: null, stale: "session" });
	}

	// load reads all anew: at the start, after signing in, after the terminal was opened.
	async load() {
		try {
			this.session = await this.ask("GET", "/v1/session");
		} catch (problem) {
			if (problem.offline) { this.changed(); return; }
			this.session = null;
		}
		if (!this.session?.table || this.session.locked) {
			if (!this.session?.locked) { this.queue.leave(); Object.assign(this, { table: null, view: null, lastView: null, why: null }); }
			this.with({ loaded: true });
			return;
		}
		this.stale = this.stale === "session" ? "" : this.stale;
		await this.refresh();
		this.queue.restore();
		this.with({ loaded: true });
		this.queue.flush();
	}

	// refresh reads table and round anew, which keeps no terminal awake.
	async refresh() {
		const watching = { watching: true };
		try {
			const table = await this.ask("GET", `/v1/tables/${this.session.table}`, undefined, watching);
			if (!this.games.some((g) => g.name === table.settings?.game)) ({ games: this.games } = await this.ask("GET", "/v1/games", undefined, watching));
			this.table = table;
			const id = table.round || this.view?.id || this.lastView?.id || (await this.latest());
			if (id) this.take(await this.ask("GET", `/v1/rounds/${id}`, undefined, watching));
			else this.changed();
		} catch (problem) {
			if (problem.code === "other_table" || problem.status === 403) return this.left();
			if (!(problem instanceof Problem)) throw problem;
		}
	}

	// left reads who deals here now: the person was put on another table, or on none.
	async left() {
		const before = this.session.table;
		try { this.session = await this.ask("GET", "/v1/session", undefined, { watching: true }); } catch { return; }
		if (this.session.table === before) return;
		this.with({ table: null, view: null, lastView: null, why: null });
		if (this.session.table) await this.load();
	}

	// latest is the round that ended last: its cards may lie on the felt still.
	async latest() {
		const shown = await this.ask("GET", `/v1/display/${this.session.table}`, undefined, { watching: true });
		return shown.last[0]?.id;
	}

	// take puts what a round was answered with on the felt.
	take(view) {
		if (this.view?.id === view.id && this.view.n > view.n) return;
		Object.assign(this, over(view) ? { view: null, lastView: view } : { view, lastView: null });
		if (this.table) this.table = { ...this.table, round: over(view) ? "" : view.id };
		if (this.why?.round !== view.id) this.why = null;
		this.changed();
		if (view.lines.length) this.explain(view);
	}

	// explain asks why the lines are what they are, and for the hands in words.
	async explain(view) {
		const lang = document.documentElement.lang;
		try {
			const why = await this.ask("GET", `/v1/rounds/${view.id}/why?lang=${lang}`, undefined, { watching: true });
			if ((this.view ?? this.lastView)?.id === view.id) this.with({ why });
		} catch (problem) {
			if (!(problem instanceof Problem)) throw problem;
		}
	}

	// answer answers what the round asks, all of it or none, once. The answer is the
	// round as it then stands; it throws a Problem where the round refuses.
	answer(events, { approver } = {}) {
		return this.queue.put({ round: this.view.id, path: `/v1/rounds/${this.view.id}/events`, events, n: this.view.n + this.queue.length(this.view.id) }, approver);
	}

	// openRound opens the next round.
	openRound() {
		return this.queue.put({ round: "", path: `/v1/tables/${this.table.id}/rounds` });
	}
}

export const station = new Station();
watch(station);
