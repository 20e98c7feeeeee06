// Signing in at the terminal.
import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { language, say } from "../lib/words.js";
import { pickers } from "./account.js";
import { complain, leave } from "./dialog.js";
import { working } from "./once.js";
import { nameField, remember } from "./people.js";
import { pinPad } from "./pinpad.js";

const view = "entry";

// renderEntry shows, in root, where a dealer signs in, unless it is there already.
export function renderEntry(root, station) {
	if (root.querySelector(`:scope > [data-view=${view}]`)) return;
	leave();
	const who = nameField(say("entry.name"), "terminal", { onname: () => pin.clear() });
	const pin = pinPad(say("table.pin"), { onenter: () => go.click() });
	const go = h("button", { type: "submit", class: "primary" }, say("entry.sign in"));
	const form = h("form", { class: "panel", onsubmit: (e) => { e.preventDefault(); working(go, () => signIn(station, form, who, pin)); } },
		h("div", { class: "sides" },
			h("section", {}, h("h1", {}, say("station.title")), who.element, pickers(station)),
			h("section", {}, h("p", { class: "label", "aria-hidden": "true" }, say("table.pin")), pin.element, go)));
	root.replaceChildren(h("div", { class: "desk-view", data: { view } }, form));
	who.input.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); pin.focus(); } });
	(who.known && matchMedia("(pointer: coarse)").matches ? pin : who).focus();
}

async function signIn(station, form, who, pin) {
	complain(form);
	if (!who.value) return who.focus();
	if (!pin.value) return pin.focus();
	try {
		const session = await post("/v1/session", { name: who.value, pin: pin.value }, { key: null });
		const { person, table } = session;
		remember(person.name, "terminal", person.title);
		for (const role of session.roles) remember(person.name, role, person.title);
		if (person.language ? person.language !== language : table) return location.reload(); // its language, which the server knows
		await station.load();
	} catch (problem) {
		complain(form, problem);
		pin.clear();
	}
}
