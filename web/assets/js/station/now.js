// What is to be done now: of all the round asks, what the screen turns to.

const ruling = (p) => p.kind === "strike" || p.kind === "void";

// now returns {kind, prompt, prompts}: one of rest (between rounds), wait (for an
// answer), bet, deal, show, act, pay. prompts are all of the kind, prompt the one for
// the seat that was chosen, or the first.
export function now(station, seat) {
	if (!station.view) return { kind: "rest", prompts: [] };
	const asked = station.next.filter((p) => !ruling(p));
	if (!asked.length) return { kind: "wait", prompts: [] };
	const chosen = asked.find((p) => p.place === seat && p.kind === "show");
	const kind = kindOf(asked, chosen);
	const prompts = asked.filter((p) => p.kind === kind);
	return { kind, prompts, prompt: prompts.find((p) => p.place === seat) ?? prompts[0] };
}

// kindOf: a seat that can be settled is, before the next one is opened.
function kindOf(asked, chosen) {
	if (asked.some((p) => p.kind === "bet" || p.kind === "close")) return "bet";
	if (chosen) return "show";
	return asked.some((p) => p.kind === "pay") ? "pay" : asked[0].kind;
}

// byDeck reports whether a deck deals, so that nobody keys cards.
export const byDeck = (view) => Boolean(view?.deck);

// missing are the cards that must be keyed now: {prompt, count}, or null. A prompt
// without an end is a run, whose last deal lies face up.
export function missing(station, step) {
	if (byDeck(station.view)) return null;
	if (step.kind === "show") return { place: step.prompt.place, count: step.prompt.count };
	if (step.kind !== "deal") return null;
	const last = station.view.run.at(-1);
	return last.down ? null : { place: last.place, count: last.count };
}

const down = (count) => Array(count).fill("??").join(" ");

// dealing are the events of the run, the cards keyed among them; a deck adds its own.
export const dealing = (station, cards) => station.view.run.map((p) => ({ step: p.step, kind: "deal", place: p.place, ...(byDeck(station.view) ? {} : { cards: p.down ? down(p.count) : cards.join(" ") }) }));

// showing are the events that turn cards: of one place by hand, of all that are asked
// for where the deck knows them.
export const showing = (station, step, cards) => (byDeck(station.view) ? step.prompts : [step.prompt]).map((p) => ({ step: p.step, kind: "show", place: p.place, ...(cards ? { cards: cards.join(" ") } : {}) }));
