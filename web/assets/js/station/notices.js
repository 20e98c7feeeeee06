// What is said in passing, over the panel: a refusal, what another station did, a lost
// connection, a page that is old.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { eventName } from "./say.js";

// noticing keeps the notice that is shown until the next thing is done.
export function noticing(station, changed) {
	const told = {
		last: null,
		say(text, tone, detail) { told.last = { text, tone, detail }; changed(); },
		clear() { if (told.last) { told.last = null; changed(); } },
	};
	station.addEventListener("notice", (e) => told.say(e.detail.text, e.detail.tone));
	station.addEventListener("elsewhere", (e) => told.say(say("station.elsewhere", { what: eventName(e.detail) }), "info"));
	station.addEventListener("refused", (e) => {
		const { problem, events } = e.detail;
		if (["stale", "round_open", "round_over", "not_asked"].includes(problem.code)) return told.say(say("station.moved"), "warn");
		if (events[problem.event ?? 0]?.kind === "bet") return undefined; // said at the spot
		return told.say(problem.message, "bad", problem.detail);
	});
	return told;
}

export function noticesView(station, told) {
	const { stale, online, pending } = station;
	return h("div", { class: "notices" },
		online ? null : h("p", { class: "note bad", role: "alert" }, h("span", {}, pending.length ? say("station.offline pending", { n: pending.length }) : say("station.offline about"))),
		stale ? h("p", { class: "note warn", role: "alert" }, h("span", {}, stale === "edition" ? say("station.old edition") : say("station.session ended")), stale === "edition" ? h("button", { type: "button", data: { tap: "reload" } }, say("station.reload")) : null) : null,
		told.last ? h("p", { class: `note ${told.last.tone}`, role: told.last.tone === "bad" ? "alert" : "status" }, h("span", {}, told.last.text, told.last.detail ? h("small", { lang: "en" }, told.last.detail) : null),
			h("button", { type: "button", class: "dismiss", "aria-label": say("ui.close"), data: { tap: "dismiss" } }, "×")) : null);
}
