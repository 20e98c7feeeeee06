// Asking the API as whoever is signed in here.
import { has, say } from "./words.js";

// A Problem is what the API answers where it does not do what it is asked; offline is
// one that never reached it.
export class Problem extends Error {
	constructor(of) {
		super(has(`problem.${of.code}`) ? say(`problem.${of.code}`) : of.title || of.code);
		Object.assign(this, { status: 0, code: "offline", detail: "" }, of);
	}
	get offline() { return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504; }
}

export const newKey = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

// call sends one request and returns what it was answered; it throws a Problem. key is
// the Idempotency-Key of a change: the same for each try of it. approver is a second
// person who stands by, {name, pin}. watching marks what nobody tapped for: it keeps no
// terminal awake.
export async function call(method, path, body, { key, approver, watching, signal, timeout = 20000 } = {}) {
	const headers = { Accept: "application/json" };
	if (body !== undefined) headers["Content-Type"] = "application/json";
	if (method !== "GET" && key !== null) headers["Idempotency-Key"] = key ?? newKey();
	if (approver) headers["Croupier-Approver"] = `${approver.name}:${approver.pin}`;
	if (watching) headers["Croupier-Watching"] = "true";
	let response;
	try {
		const limit = AbortSignal.timeout(timeout);
		response = await fetch(path, {
			method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin",
			signal: signal ? AbortSignal.any([signal, limit]) : limit,
		});
	} catch (cause) {
		throw new Problem({ detail: String(cause) });
	}
	if (response.status === 204) return null;
	const text = await response.text();
	let answer;
	try { answer = JSON.parse(text); } catch { answer = { title: text }; }
	if (!response.ok) throw new Problem({ ...answer, status: response.status, code: answer.code ?? "internal" });
	return answer;
}
export const get = (path, o) => call("GET", path, undefined, o);
export const post = (path, body, o) => call("POST", path, body, o);
