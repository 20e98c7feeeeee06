// A second person at the station.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { complain, open } from "./dialog.js";
import { nameField, remember } from "./people.js";
import { pinPad } from "./pinpad.js";

export { callSupervisor } from "./correction.js";

// second is where a second person of the role stands by: name and PIN. Its value is
// {name, pin}, or null, and then the focus is where something is missing.
export function second(station, role, { onenter } = {}) {
	const who = nameField(say("table.second name"), role, { except: station.session?.person.name, onname: () => pin.focus() });
	const pin = pinPad(say("table.second pin"), { onenter });
	who.input.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); pin.focus(); } });
	return {
		element: h("section", { class: "second" }, h("h3", {}, role === "dealer" ? say("table.dealer stands by") : say("table.supervisor stands by")), who.element, pin.element),
		get value() {
			if (!who.value) { who.focus(); return null; }
			if (!pin.value) { pin.focus(); return null; }
			return { name: who.value, pin: pin.value };
		},
		focus() { (who.value ? pin : who).focus(); },
		// told takes in what came of it: the PIN is asked for again, or the name is kept.
		told(problem) {
			if (!problem) return remember(who.value, role);
			if ([401, 403, 429].includes(problem.status)) pin.clear();
		},
	};
}

// approver asks for a supervisor, and says why: {name, pin}, or null where nobody came.
// Whether the PIN is right is found out with what it is asked for.
export function approver(station, why) {
	return open(say("table.call supervisor"), (close) => {
		const done = () => {
			const value = by.value;
			if (!value) return;
			remember(value.name, "supervisor");
			close(value);
		};
		const by = second(station, "supervisor", { onenter: done });
		return [h("div", { class: "body" }, h("p", { class: "why" }, why), by.element),
			h("div", { class: "actions" }, h("button", { type: "button", onclick: () => close() }, say("ui.cancel")), h("button", { type: "button", class: "primary", onclick: done }, say("table.stand by")))];
	});
}

// withSecond is the foot of a dialog that books something two persons stand for: one
// button, which asks for body under the PIN of the second person, and done with the
// answer. Problems are said in at.
export function withSecond(label, { at, by, ask, done }) {
	let busy = false;
	const go = h("button", { type: "button", class: "primary", onclick: run }, label);
	async function run() {
		const approver = by.value;
		if (busy || !approver) return;
		busy = true;
		go.setAttribute("aria-busy", "true");
		complain(at);
		try {
			const answer = await ask(approver);
			by.told();
			done(answer);
		} catch (problem) {
			by.told(problem);
			complain(at, problem);
		} finally {
			busy = false;
			go.removeAttribute("aria-busy");
		}
	}
	return go;
}
