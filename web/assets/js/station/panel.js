// The panel before the dealer: what is to be done now, and the one button that does it.
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";
import { actsView } from "./acts.js";
import { betsView } from "./bets.js";
import { padView } from "./cardpad.js";
import { units } from "./coins.js";
import { due, settleView, summaryView } from "./settle.js";
import { dealerCalls, placeName, runName, stepName, takenBack, wagerName } from "./say.js";

// last is what was to be done before: while an answer is on its way it stays, so that
// nothing flickers under the finger, and cannot be touched.
const last = { work: null, hint: "", label: "" };

export function panelView(station, ui) {
	const waits = ui.step.kind === "wait";
	const now = h("div", { class: waits ? "work waiting" : "work", inert: waits }, waits ? last.work?.map((e) => e.cloneNode(true)) : work(station, ui));
	if (!waits) last.work = [...now.childNodes].map((e) => e.cloneNode(true));
	return h("section", { class: `panel now-${ui.step.kind}`, "aria-label": say("station.now") },
		now,
		h("div", { class: "side" }, h("h2", { class: "hint" }, hint(station, ui)), undo(station, ui), primary(station, ui)));
}

function work(station, ui) {
	const { kind } = ui.step;
	if (ui.want) return padView(ui.pad, ui.want, station.view);
	if (kind === "bet" && ui.step.prompt.place) return betsView(station, ui);
	if (kind === "act") return actsView(station, ui);
	if (kind === "pay") return settleView(station, ui);
	if (kind === "rest") return summaryView(station, ui.wagers);
	return h("p", { class: "hint call" }, kind === "show" || kind === "deal" ? said(station) : "");
}

// said is what the dealer has to say before the next step.
function said(station) {
	const { dealer } = station.why ?? {};
	return dealer?.hand ? h("q", {}, dealerCalls(dealer)) : "";
}

// hint says what is to be done now, in a line.
export function hint(station, ui) {
	if (!station.online) return say("station.kept");
	if (ui.step.kind !== "wait") last.hint = hintOf(station, ui);
	return last.hint;
}

function hintOf(station, ui) {
	const { kind, prompt } = ui.step;
	if (ui.want) return say("station.enter", { step: stepName(kind === "deal" ? station.view.run.at(-1).step : prompt.step), place: placeName(ui.want.place), n: ui.want.count });
	switch (kind) {
	case "rest": return station.lastView ? say("station.between") : say("station.ready");
	case "bet": return prompt.place ? say("station.bet on", { seat: prompt.place, wager: wagerName(ui.wager) }) : say("station.bets");
	case "act": return `${stepName(prompt.step)}: ${placeName(prompt.place)}`;
	case "pay": return prompt.by === "supervisor" ? say("station.supervised", { seat: prompt.place }) : say("station.take and pay", { seat: prompt.place });
	case "deal": return say("station.deal", { step: runName(station.view.run) });
	default: return say("station.deal", { step: stepName(prompt.step) });
	}
}

// undo takes back the last tap, or the last thing recorded; between rounds a supervisor
// is called.
function undo(station, ui) {
	if (ui.step.kind === "rest") {
		return station.lastView ? h("button", { type: "button", class: "undo", data: { tap: "supervisor" } }, say("station.call supervisor")) : null;
	}
	const what = takes(station, ui);
	return h("button", { type: "button", class: `undo ${ui.cool && what ? "cool" : ""}`, disabled: !what || ui.cool, data: { tap: "undo" } }, h("span", {}, say("station.undo")), h("small", {}, what || (station.pending.length ? say("station.after the answer") : say("station.nothing to undo"))));
}

// takes is what an undo would take back; empty where nothing can be.
export function takes(station, ui) {
	if (ui.want && (ui.pad.cards.length || ui.pad.rank)) return say("station.undo card");
	if (ui.step.kind === "bet" && ui.drafts.drafted(ui.seat, ui.wager) !== undefined) return say("station.undo chips");
	const back = station.view?.back ?? [];
	return station.pending.length || !back.length ? "" : takenBack(back);
}

// ready reports whether the button does something without more being said.
export function ready(station, ui) {
	const { kind } = ui.step;
	if (ui.want || kind === "wait" || kind === "act") return false;
	if (kind === "rest") return !station.pending.length && Boolean(station.table.dealer);
	return kind !== "bet" || ui.drafts.any || station.view.seats.length > 0;
}

function primary(station, ui) {
	const { kind, prompt } = ui.step;
	const label = {
		rest: () => (station.lastView ? say("station.next round") : say("station.open round")), bet: () => stepName("close"), act: () => stepName(prompt.step), wait: () => last.label,
		deal: () => runName(station.view.run), show: () => stepName(prompt.step), pay: () => say("station.settle seat", { seat: prompt.place }),
	}[kind]();
	last.label = label;
	return h("button", { type: "button", class: `primary go ${ui.cool && ready(station, ui) ? "cool" : ""}`, disabled: ui.cool || !ready(station, ui), "aria-busy": kind === "wait" ? "true" : null, data: { tap: "primary", step: kind === "deal" ? station.view.run.at(-1).step : prompt?.step ?? kind } },
		h("span", {}, label), sub(station, ui));
}

function sub(station, ui) {
	const { kind, prompt } = ui.step;
	if (kind === "wait") return h("small", {}, station.online ? say("station.sending") : say("station.waiting"));
	if (ui.want) return h("small", {}, say("station.cards of", { have: ui.pad.cards.length, n: ui.want.count }));
	if (kind !== "pay") return null;
	const net = due(station, prompt.place), u = net && units(net);
	if (!net) return null;
	return h("small", { class: "num" }, u > 0n ? say("station.seat gets", { net: amount(net) }) : u < 0n ? say("station.seat gives", { net: amount(net.replace("-", "")) }) : say("station.seat even"));
}
