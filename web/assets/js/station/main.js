// The dealer's station: what is shown is drawn from the store, and what is tapped goes
// to it.
import { cardName } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { language, say } from "../lib/words.js";
import { acting, passing } from "./acts.js";
import { keep } from "./athand.js";
import { barView, openMenu } from "./bar.js";
import { awaits, tapSpot } from "./bets.js";
import { CardPad, used } from "./cardpad.js";
import { chipsFor } from "./chips.js";
import { text, units } from "./coins.js";
import { Drafts } from "./drafts.js";
import { renderEntry } from "./entry.js";
import { feltView } from "./felt.js";
import { listen } from "./keys.js";
import { renderLock } from "./lock.js";
import { noticesView, noticing } from "./notices.js";
import { dealing, missing, now, showing } from "./now.js";
import { renderOpening } from "./opening.js";
import { hint, panelView, ready } from "./panel.js";
import { patch } from "./patch.js";
import { station } from "./store.js";
import { approver, callSupervisor } from "./supervisor.js";

const root = document.getElementById("station");
const stage = h("div", { class: "stage", hidden: true }), lock = h("div", { class: "locked", hidden: true });
const live = h("p", { class: "said", role: "status" });
let play = h("div", { class: "play" }), notices = h("div", { class: "notices" });
root.replaceChildren(play, notices, stage, lock, live);

const ui = { seat: 0, wager: "", goes: "", step: { kind: "wait", prompts: [] }, wagers: [], want: null, busy: new Set(), cool: false, drafts: new Drafts(station), pad: new CardPad({ full: keyed, changed: render, lies: (card) => told.say(say("station.card lies", { card: cardName(card) }), "warn") }) };
const told = noticing(station, render);

// focus is the button the focus was on: it comes back once the button can be used again.
let focus = "";
root.addEventListener("focusin", (e) => { focus = ["primary", "undo", "option"].includes(e.target.dataset.tap) ? `[data-tap=${e.target.dataset.tap}]` : ""; });

// turn makes up what the screen turns to, from the round and what was chosen.
function turn() {
	const { view, settings, game } = station;
	ui.wagers = (game?.wagers ?? []).filter((w) => !w.rows.length || settings.paytables[w.name]);
	const { length } = station.pending;
	ui.busy = new Set(length ? station.pending.flatMap((e) => e.events ?? []).filter((e) => e.place > 0).map((e) => e.place) : []);
	if (!ui.seat && settings) ui.seat = settings.deal_from === "last" ? settings.seats : 1;
	begin();
	ui.step = now(station, ui.seat);
	const { kind, prompt } = ui.step;
	if (prompt?.place > 0) ui.seat = prompt.place;
	const spots = ui.wagers.filter((w) => !w.later && !w.equals && !(kind === "bet" && awaits(ui, prompt, w)));
	if (!spots.some((w) => w.name === ui.wager)) ui.wager = spots[0]?.name ?? "";
	ui.want = missing(station, ui.step);
	ui.pad.turn(ui.want ? `${view.id} ${view.n} ${kind} ${ui.want.place}` : "");
}

// begin turns to the seat that is asked first when a step goes round the seats: the one
// that was asked last before it must not be taken for it.
function begin() {
	const first = station.next.find((p) => p.kind === "act" || p.kind === "show"), step = first && `${station.view.id} ${first.step}`;
	if (!first || step === ui.goes) return;
	ui.goes = step;
	if (first.place > 0) ui.seat = first.place;
}

function render() {
	const { loaded, session, table } = station;
	const playing = Boolean(session && table);
	stage.hidden = playing;
	lock.hidden = !session?.locked;
	root.classList.toggle("playing", playing);
	if (playing) {
		turn();
		play = patch(play, h("div", { class: "play", inert: Boolean(session.locked) }, barView(station), feltView(station, ui), panelView(station, ui)));
		const says = hint(station, ui);
		if (live.textContent !== says) live.textContent = says;
	} else {
		play.replaceChildren();
		if (loaded) session && !session.locked ? renderOpening(stage, station) : session ? null : renderEntry(stage, station);
		else stage.replaceChildren(h("p", { class: "starting" }, station.online ? say("station.title") + "…" : "✕ " + say("station.offline")));
	}
	if (session?.locked) renderLock(lock, station); else lock.replaceChildren();
	if (stage.hidden) stage.replaceChildren();
	notices = patch(notices, noticesView(station, told));
	if (document.activeElement === document.body && focus) play.querySelector(`${focus}:enabled`)?.focus();
}

// answer sends what was tapped; where a supervisor must stand by, one is asked for.
async function answer(events, prompts = []) {
	if (!events.length) return undefined;
	told.clear();
	let by;
	if (prompts.some((p) => p.by === "supervisor")) {
		by = await approver(station, say("station.supervised", { seat: prompts[0].place }));
		if (!by || !station.view) return undefined;
	}
	return station.answer(events, { approver: by }).catch(() => {}); // a refusal is told at its place
}

// keyed sends the cards. The Enter that ends what a scanner sent does nothing more.
function keyed(cards) {
	const { step } = ui;
	cool();
	answer(step.kind === "deal" ? dealing(station, cards) : showing(station, step, cards), [step.prompt]);
}

// rest lets nothing happen under a finger that taps twice.
const rest = 300; // ms
function cool() {
	ui.cool = true;
	setTimeout(() => { ui.cool = false; render(); }, rest);
}

const commit = (seat) => answer(ui.drafts.events(seat));

function primary() {
	if (ui.cool || !ready(station, ui)) return;
	cool();
	const { kind, prompt, prompts } = ui.step;
	if (kind === "rest") { told.clear(); station.openRound().catch(() => {}); }
	if (kind === "bet") close();
	if (kind === "deal") answer(dealing(station), [prompt]);
	if (kind === "show") answer(showing(station, ui.step), prompts);
	if (kind === "pay") answer([{ step: prompt.step, kind: "pay", place: prompt.place }], [prompt]);
}

async function close() {
	const { step } = ui.step.prompts[0];
	await answer([...ui.drafts.events(), { step, kind: "close", place: 0 }]);
}

function choose(seat) {
	if (ui.step.kind === "bet" && seat !== ui.seat) commit(ui.seat);
	ui.seat = seat;
	render();
}

function pick(wager) {
	ui.wager = wager;
	if (ui.drafts.events(ui.seat).length) commit(ui.seat);
	if (ui.step.kind === "bet") tapSpot(ui, ui.step.prompt, wager);
	render();
}

function option(i, pointer) {
	const { prompt } = ui.step, o = prompt?.options?.[i];
	if (ui.step.kind !== "act" || !o || (pointer && ui.cool)) return;
	const stake = document.getElementById(`option-${i}`)?.value;
	if (pointer) cool();
	answer([acting(prompt, o, stake && plain(stake))], [prompt]);
}

function undo() {
	const { seat, wager, want, pad, drafts, step } = ui;
	if (want && (pad.cards.length || pad.rank)) return pad.back();
	if (step.kind === "bet" && drafts.drafted(seat, wager) !== undefined) return drafts.back(seat, wager);
	if (ui.cool || station.pending.length || !station.view?.back?.length) return undefined;
	cool();
	return takeBack(station.view.back);
}

// takeBack turns to the seat whose answer it was, so that it is the one that answers again.
async function takeBack(back) {
	const view = await answer(back.map(() => ({ kind: "strike", note: say("station.undo note") })));
	if (!view || !(back[0].place > 0)) return;
	ui.seat = back[0].place;
	render();
}

// plain is the decimal that was typed in the form of the language; empty is none.
function plain(typed) {
	const bare = typed.replace(/[\s\u00a0']/g, "");
	return language === "ru" ? bare.replace(",", ".") : bare.replace(/,/g, "");
}

function typed(input) {
	const u = units(plain(input.value) || "0");
	input.toggleAttribute("aria-invalid", u === null || u < 0n);
	if (u === null || u < 0n) return told.say(say("station.no amount"), "bad");
	if (input.id !== "typed") return option(Number(input.id.replace("option-", "")));
	ui.drafts.set(ui.seat, ui.wager, text(u));
	return input.blur();
}

function step(by) {
	const { kind, prompts } = ui.step;
	const seats = kind === "bet" ? Array.from({ length: station.settings.seats }, (_, i) => i + 1) : station.next.map((p) => p.place).filter((p) => p > 0).sort((a, b) => a - b);
	const list = [...new Set(seats)], at = list.indexOf(ui.seat);
	if (prompts.length && list.length) choose(list[(at + by + list.length) % list.length]);
}

function spot(by) {
	if (ui.step.kind !== "bet") return;
	const spots = ui.wagers.filter((w) => !w.later && !w.equals).map((w) => w.name);
	pick(spots[(spots.indexOf(ui.wager) + by + spots.length) % spots.length]);
}

function chip(d) { if (ui.step.kind === "bet" && ui.step.prompt.place) ui.drafts.add(ui.seat, ui.wager, d); }

function chips() {
	const limit = ui.step.prompt?.options?.find((o) => o.wager === ui.wager && units(o.max) > 0n)?.max;
	return chipsFor(station.settings.chip, limit ?? station.settings.limits?.[ui.wager]?.max);
}

const taps = {
	primary, undo, seat: (arg) => choose(Number(arg)), wager: pick, chip,
	clear: () => (ui.step.kind === "bet" ? ui.drafts.set(ui.seat, ui.wager, "0") : ui.pad.clear()), repeat: () => { if (ui.step.kind === "bet" && !ui.drafts.any && !station.view.seats.length) ui.drafts.repeat(); },
	card: (arg) => ui.pad.add(arg, ui.want, used(station.view)), option: (arg) => option(Number(arg), true), pass: () => { if (ui.step.kind === "act" && !ui.cool) { cool(); answer(passing(ui.step.prompts), ui.step.prompts); } },
	supervisor: () => callSupervisor(station), menu: (_, el) => openMenu(station, el), help: () => dispatchEvent(new KeyboardEvent("keydown", { key: "?" })), dismiss: () => told.clear(), reload: () => location.reload(),
};

root.addEventListener("click", (e) => {
	const el = e.target.closest("[data-tap]");
	if (el && !el.disabled) taps[el.dataset.tap]?.(el.dataset.arg, el);
});
root.addEventListener("change", (e) => { if (e.target.id === "typed") typed(e.target); });
listen(ui, {
	primary, undo, typed, seat: step, spot, clear: taps.clear, repeat: taps.repeat, pass: taps.pass, menu: () => openMenu(station, root.querySelector("[data-tap=menu]")),
	card: (k) => ui.pad.key(k, ui.want, used(station.view)), back: () => (ui.want ? ui.pad.back() : ui.step.kind === "bet" ? ui.drafts.drafted(ui.seat, ui.wager) !== undefined && ui.drafts.back(ui.seat, ui.wager) : undefined),
	enter: () => root.querySelector("#typed")?.select(), digit: (i) => { if (ui.step.kind === "act") option(i); else if (ui.step.kind === "bet" && chips()[i]) chip(chips()[i]); return true; },
});
station.addEventListener("change", render);
station.load();
keep().catch((error) => console.warn("the station is not kept at hand:", error));
