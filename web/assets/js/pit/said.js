// What happened at a table in words, as a replay says it.
import { amount, name, say } from "../lib/words.js";

const places = { "0": "dealer", "-1": "board", "-2": "burn" };
export const place = (p) => (p > 0 ? say("place.seat", { seat: p }) : name("place", places[p ?? 0]));

const lies = (codes) => codes.split(/\s+/).filter(Boolean);
const key = (e) => {
	switch (e.kind) {
	case "bet": return Number(e.amount ?? 0) === 0 ? "unbet" : "bet"; // of nothing, whatever its digits
	case "act": return e.do;
	case "deal": return (e.cards ?? "").includes("??") || !e.cards ? "down" : "up";
	case "void": return e.place > 0 ? `seat ${e.do}` : e.do;
	default: return e.kind;
	}
};

// said is the event in a sentence.
export function said(e) {
	const cards = lies(e.cards ?? "");
	return say(`event.${key(e)}`, {
		place: place(e.place), wager: name("wager", e.wager ?? ""), amount: amount(e.amount ?? ""), cards: cards.join(" "), note: e.note ?? "", n: cards.length,
	});
}

// subject is what something is about: the kind of thing in words, and its name.
export function subject(text) {
	const [kind, ...rest] = text.split(" ");
	const whole = say(`subject.${kind}`, { name: rest.join(" ") });
	return rest.length && whole !== `subject.${kind}` ? whole : text;
}
