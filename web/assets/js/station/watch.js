// Looking at what others do: another station at the same table, the pit, the server.
import { get } from "../lib/api.js";

const beat = 1000; // ms

// watch keeps the station up to date: the feed tells of events as they happen, and the
// public display, asked each second, of all else and of the connection.
export function watch(station) {
	const look = new Look(station);
	station.addEventListener("change", () => look.listen());
	addEventListener("offline", () => station.reached(false));
	setTimeout(() => look.beat(), beat);
}

class Look {
	#station; #feed; #of; #beats = 0;

	constructor(station) { this.#station = station; }

	// listen opens the feed of the table, and closes it where there is none to listen to.
	listen() {
		const { session } = this.#station;
		const of = session?.table && !session.locked ? `${session.person.name} ${session.table}` : "";
		if (of === this.#of) return;
		this.#of = of;
		this.#feed?.close();
		this.#feed = of ? new EventSource("/v1/feed") : null;
		this.#feed?.addEventListener("page", (e) => this.#told(JSON.parse(e.data)));
	}

	#told(page) {
		const { table } = this.#station;
		const events = (page.events ?? []).filter((e) => e.round.startsWith(`${table?.id}-`));
		if (events.length) this.#moved(events[0].round, events.at(-1).n, events.at(-1));
		if (page.significant?.length) this.#alive(this.#station.session); // another dealer may deal
	}

	// moved takes up what the round has come to, unless it is ours and on its way back.
	async #moved(round, n, event) {
		const { queue } = this.#station;
		if (queue.sending) return void setTimeout(() => this.#moved(round, n, event), 50);
		const { view, lastView } = this.#station;
		if (view?.id === round && view.n >= n) return;
		if (lastView?.id === round && (!n || lastView.n >= n)) return;
		await this.#station.refresh();
		if (event) this.#station.dispatchEvent(new CustomEvent("elsewhere", { detail: event }));
	}

	async beat() {
		try { await this.#look(); } finally { setTimeout(() => this.beat(), beat); }
	}

	async #look() {
		const { session, online } = this.#station;
		if (!session?.table) return online ? undefined : this.#station.load();
		if (!online || ++this.#beats % 20 === 0) await this.#alive(session);
		if (this.#station.session?.locked) return;
		try {
			const shown = await get(`/v1/display/${session.table}`, { watching: true, timeout: 5000 });
			this.#station.reached(true);
			await this.#differs(shown);
		} catch (problem) {
			this.#station.reached(!problem.offline);
		}
	}

	// differs takes up what nobody told of, as a round that another station opened.
	async #differs(shown) {
		const { view, lastView, table, queue } = this.#station;
		if (queue.sending) return; // looked at again
		const same = shown.round ? view?.id === shown.round.id && view.n >= shown.round.n : !view && lastView?.id === shown.last[0]?.id;
		if (!same || shown.table.open !== Boolean(table?.dealer)) await this.#station.refresh();
	}

	// alive asks whether the session, and these very scripts, are still those of the house.
	async #alive(session) {
		try {
			const now = await this.#station.ask("GET", "/v1/session", undefined, { watching: true, timeout: 5000 });
			if (now.locked !== session.locked || now.table !== session.table) await this.#station.load();
			const own = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
			if (own.status === 404) this.#station.with({ stale: "edition" });
		} catch { /* said already */ }
	}
}
