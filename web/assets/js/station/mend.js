// Bringing a corrected record to an end that stands. The rules are the API's: what it
// refuses comes back with what it asks, and that is put in its place.
import { units } from "./coins.js";

const tries = 300; // more than a record has events

const ruling = (p) => p.kind === "strike" || p.kind === "void";
const same = (p, e) => p.kind === e.kind && p.place === e.place && p.step === e.step;

// mend sends the record until it is taken: what is not asked for any more is left out,
// what is asked for besides is put in. What only the dealer knows, choose asks: it is
// given the prompt and answers the event, or null to give up. stakes are what the seats
// bet before and after the correction, by seat and wager.
export async function mend(events, { send, choose, stakes }) {
	let list = events;
	for (let i = 0; i < tries; i++) {
		try {
			return { answer: await send(list), events: list };
		} catch (problem) {
			if (problem.event === undefined || !problem.next) throw problem;
			list = await mended(list, problem, choose, stakes);
			if (!list) return null;
		}
	}
	throw new Error("the record does not come to an end");
}

// mended is the list with one thing set right at the event that was refused.
async function mended(list, problem, choose, stakes) {
	const at = problem.event, event = list[at], asked = problem.next.filter((p) => !ruling(p));
	const put = (e, instead) => e && [...list.slice(0, at), e, ...list.slice(instead ? at + 1 : at)];
	const prompt = event && asked.find((p) => same(p, event));
	if (prompt) {
		if (event.kind === "bet" && problem.code === "choice") return list.toSpliced(at, 1);
		if (event.kind !== "act") throw problem;
		return put(scaled(event, prompt, stakes) ?? (await choose(prompt)), true);
	}
	const rest = list.slice(at);
	const fresh = asked.find((p) => p.kind !== "bet" && !rest.some((e) => same(p, e)));
	if (fresh) return put(plain(fresh) ?? (await choose(fresh)));
	if (event) return list.toSpliced(at, 1);
	throw problem;
}

// plain answers what has but one answer.
function plain({ step, kind, place, down }) {
	const known = kind === "close" || kind === "pay" || (kind === "deal" && down);
	return known ? { step, kind, place } : null;
}

// scaled is the decision with its bet as many times the stake as it was before that was
// corrected; null where that is not offered.
function scaled(event, prompt, { before, after }) {
	const offered = prompt.options.filter((o) => o.do === event.do && o.wager === event.wager);
	if (!event.wager) return null;
	for (const [wager, was] of Object.entries(before[event.place] ?? {})) {
		const is = after[event.place]?.[wager];
		if (!is || units(was) === 0n || units(event.amount) * units(is) % units(was) !== 0n) continue;
		const would = units(event.amount) * units(is) / units(was);
		const o = offered.find((o) => units(o.min) === would);
		if (o) return { ...event, amount: o.min };
	}
	return offered.length === 1 ? { ...event, amount: offered[0].min } : null;
}

// stakesOf are the bets before the cards of a record, by seat and wager.
export function stakesOf(events) {
	const by = {};
	for (const e of events) if (e.kind === "bet") (by[e.place] ??= {})[e.wager] = e.amount ?? "0";
	return by;
}

// codeOf is what a correction is of, by what differs.
export function codeOf(before, after) {
	const kinds = new Set();
	const key = (e) => [e.step, e.kind, e.place, e.do, e.wager, e.amount, e.cards].join("|");
	const [a, b] = [new Set(before.map(key)), new Set(after.map(key))];
	for (const e of [...before.filter((e) => !b.has(key(e))), ...after.filter((e) => !a.has(key(e)))]) {
		if (e.kind === "bet") kinds.add("bet-miskeyed");
		else if (e.kind === "act") kinds.add("decision-miskeyed");
		else if (e.cards?.replace(/[? ]/g, "")) kinds.add("card-miskeyed");
	}
	// Decisions follow their bets, and cards what was decided.
	for (const code of ["bet-miskeyed", "decision-miskeyed", "card-miskeyed"]) if (kinds.has(code)) return kinds.size === 1 || code === "bet-miskeyed" ? code : "procedure";
	return "procedure";
}
