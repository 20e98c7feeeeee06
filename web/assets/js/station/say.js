// What a station says of steps, places, events and results. What a game calls a thing
// is said in words where there are any, and as the game calls it where there are none.
import { units } from "./coins.js";
import { amount, has, name, say } from "../lib/words.js";

const readable = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const stepName = (step) => (has(`step.${step}`) ? say(`step.${step}`) : readable(step));
export const wagerName = (wager) => (has(`wager.${wager}`) ? say(`wager.${wager}`) : readable(wager));
export const handName = (hand) => name("hand", hand);
export const gameName = (game) => name("game", game.replace(/\/\d+$/, ""));

// placeName is a seat, or one of the places that are no seat.
export function placeName(place) {
	if (place > 0) return say("place.seat", { seat: place });
	return name("place", { 0: "dealer", [-1]: "board", [-2]: "burn" }[place]);
}

// runName is what deals that go together are called: by the last where they end face
// up, by what the seats get where they do not.
export function runName(run) {
	const last = run.at(-1);
	return stepName((last.down ? run.find((p) => p.place > 0) ?? last : last).step);
}

// optionName is a choice: what it puts down, and how many times the first wager that is.
export function optionName(option, of) {
	if (!option.wager) return name("do", option.do);
	const times = option.min === option.max ? multiple(option.min, of) : "";
	return [wagerName(option.wager), times].filter(Boolean).join(" ");
}

function multiple(of, one) {
	const a = units(of), b = units(one ?? "0");
	return a && b && a % b === 0n ? `${a / b}×` : "";
}

// eventName is an event that was recorded, in short.
export function eventName(e) {
	const place = placeName(e.place ?? 0);
	switch (e.kind) {
	case "bet":
		if (!units(e.amount ?? "0")) return say("event.unbet", { place, wager: wagerName(e.wager) });
		return say("event.bet", { place, wager: wagerName(e.wager), amount: amount(e.amount) });
	case "act":
		if (e.wager) return say("event.bet", { place, wager: wagerName(e.wager), amount: amount(e.amount) });
		return { check: () => say("event.check", { place }), fold: () => say("event.fold", { place }) }[e.do]?.() ?? `${place}: ${name("do", e.do)}`;
	case "close": return say("event.close");
	case "pay": return say("event.pay", { place });
	case "deal": case "show": return dealt(e, place);
	case "void": return `${place}: ${name("ruling", e.do === "dead" ? "dead" : "void")}`;
	}
	return stepName(e.step || e.kind);
}

function dealt(e, place) {
	const { cards } = e;
	if (!cards || cards.includes("?")) return `${stepName(e.step)} (${place})`;
	return e.kind === "show" ? say("event.show", { place, cards }) : say("event.up", { place, cards });
}

// takenBack is what an undo takes back.
export function takenBack(back) {
	return back.length === 1 ? eventName(back[0]) : runName(back.toReversed().map((e) => ({ ...e, down: !e.cards || e.cards.includes("?") })));
}

// verdict is what the dealer does about a line.
export const verdict = (line) => ({ win: "pay", lose: "take", push: "push", void: "return" })[line.outcome];

// called is what the dealer says as a seat is settled.
export function called(seat, lines, why) {
	const said = [];
	if (seat.hand) said.push(say("say.hand", { seat: seat.seat, hand: handName(seat.hand) }));
	else said.push(say("say.seat", { seat: seat.seat }));
	if (why?.dealer?.hand && why.dealer.qualifies === false) said.push(say("say.dealer idle"));
	for (const line of lines) {
		const blanks = { wager: wagerName(line.wager), amount: amount(line.amount.replace("-", "")) };
		said.push({ pay: () => say("say.pay", blanks), take: () => say("say.take", blanks), push: () => say("say.push", blanks), return: () => say("say.return", blanks) }[verdict(line)]());
	}
	return said.join(" ");
}

// dealerCalls is what the dealer says of the own hand.
export function dealerCalls({ hand, qualifies }) {
	const blanks = { hand: handName(hand) };
	if (qualifies === undefined) return say("say.dealer has", blanks);
	return qualifies ? say("say.dealer plays", blanks) : say("say.dealer idles", blanks);
}
