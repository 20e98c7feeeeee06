// What happens on the floor, while it happens: the live feed in sentences, and new
// alerts announced.
import { h } from "../lib/dom.js";
import { language, name, say } from "../lib/words.js";
import { said, subject } from "./said.js";

const most = 120; // lines that are kept
const list = document.getElementById("feed"), state = document.getElementById("feed-state"), announced = document.getElementById("announced");
const rounds = document.getElementById("feed-rounds"), pause = document.getElementById("feed-pause");
const zoned = new Intl.DateTimeFormat(language, { timeZone: list.dataset.zone, hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const clock = (at) => zoned.format(new Date(at));
const waiting = [];
const title = document.title;
let unseen = 0;

const refresh = (id) => document.getElementById(id)?.dispatchEvent(new Event("refresh"));
const tables = () => Object.fromEntries([...document.querySelectorAll("[data-table]")].map((e) => [e.dataset.table, e.querySelector("h3").textContent]));

function line(kind, at, where, text) {
	return h("li", { class: `fed ${kind}`, data: { kind } }, h("time", { datetime: at }, clock(at)), " ", where, where ? " " : "", h("span", { class: "text" }, text));
}

const ofRound = (e, of) => line("round", e.at, h("a", { href: `/pit/rounds/${encodeURIComponent(e.round)}` }, `${of[e.round.split("-")[0]] ?? e.round}, ${e.round.split("-")[1]}`), said(e));

function ofHouse(s) {
	const [kind, id] = s.subject.split(" ");
	const about = kind === "round" ? h("a", { href: `/pit/rounds/${encodeURIComponent(id)}` }, subject(s.subject)) : subject(s.subject);
	const who = [s.actor, s.approver].filter((p) => p && s.subject !== `person ${p}`).join(", ");
	return h("li", { class: "fed happened", data: { kind: "happened" } }, h("time", { datetime: s.at }, clock(s.at)), " ", h("strong", {}, name("happened", s.kind)), " ", about, who ? ` · ${who}` : "", s.reason ? h("q", {}, s.reason) : null);
}

function ofAlert(a) {
	return h("li", { class: "fed alerted", data: { kind: "alert" } }, h("time", { datetime: a.at }, clock(a.at)), " ", h("strong", { class: "bad" }, h("span", { "aria-hidden": "true" }, "▲ "), name("alert", a.kind)), " ",
		h("a", { href: `#alert-${a.id}` }, subject(a.subject)));
}

const ofNote = (n) => line("noted", n.at, h("strong", {}, say(n.acknowledged ? "pit.acknowledged by" : "pit.noted by", { actor: n.actor })), n.note);

// announce says a new alert to whoever listens, and marks the page until it is looked at.
function announce(alerts) {
	announced.textContent = alerts.map((a) => say("pit.new alert", { kind: name("alert", a.kind), subject: subject(a.subject) })).join(" ");
	unseen += alerts.length;
	document.title = document.hidden ? `(${unseen}) ${title}` : title;
	refresh("waiting");
	refresh("tiles");
}

const when = (item) => Date.parse(item.querySelector("time").dateTime);

function show(items) {
	for (const item of items) { // chains are not in step with each other: by time
		const at = when(item);
		list.insertBefore(item, [...list.children].find((e) => when(e) <= at) ?? null);
	}
	document.getElementById("feed-empty").hidden = list.children.length > 0;
	while (list.children.length > most) list.lastChild.remove();
}

function hear(page) {
	const of = tables();
	const items = [
		...(page.events ?? []).map((e) => ofRound(e, of)), ...(page.significant ?? []).map(ofHouse), ...(page.alerts ?? []).map(ofAlert), ...(page.notes ?? []).map(ofNote),
	];
	const raised = (page.alerts ?? []).filter((a) => a.id > Number(list.dataset.known));
	if (raised.length) announce(raised);
	if (page.notes?.length) refresh("waiting");
	if (pause.getAttribute("aria-pressed") === "true") { waiting.push(...items); waiting.splice(0, waiting.length - most); } else show(items);
}

function tell(now) {
	state.dataset.state = now;
	state.className = `badge ${now === "live" ? "good" : "warn"}`;
	state.textContent = now === "live" ? say("pit.feed live") : say("pit.feed lost");
}

const source = new EventSource(`/v1/feed?after=${encodeURIComponent(list.dataset.after)}`);
source.addEventListener("position", () => tell("live"));
source.addEventListener("page", (e) => { tell("live"); hear(JSON.parse(e.data)); });
source.addEventListener("error", () => tell("lost"));

pause.addEventListener("click", () => {
	const paused = pause.getAttribute("aria-pressed") !== "true";
	pause.setAttribute("aria-pressed", String(paused));
	pause.textContent = paused ? say("pit.go on") : say("pit.pause");
	if (!paused) show(waiting.splice(0));
});
rounds.addEventListener("change", () => list.classList.toggle("quietly", !rounds.checked));
document.addEventListener("visibilitychange", () => { if (!document.hidden) { unseen = 0; document.title = title; } });
addEventListener("pagehide", () => source.close());
