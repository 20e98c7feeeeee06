// The lock of a terminal nobody has touched for a while. The round stays as it is.
import { call, post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { complain, hide, showAgain } from "./dialog.js";
import { working } from "./once.js";
import { pinPad } from "./pinpad.js";

const view = "lock";

// renderLock shows, in root, where the PIN opens the terminal again, unless it is there
// already.
export function renderLock(root, station) {
	if (root.querySelector(`:scope > [data-view=${view}]`)) return;
	hide();
	const { person } = station.session;
	const pin = pinPad(say("table.pin"), { onenter: () => go.click() });
	const go = h("button", { type: "submit", class: "primary" }, say("table.unlock"));
	const form = h("form", { class: "panel lock", onsubmit: (e) => { e.preventDefault(); working(go, () => unlock(station, form, pin)); } },
		h("h1", {}, say("table.locked")), h("p", { class: "who" }, person.title || person.name), h("p", { class: "quiet" }, say("table.locked about")), pin.element, go,
		h("button", { type: "button", class: "plain", onclick: (e) => working(e.currentTarget, () => signOut(station)) }, say("table.another person")));
	root.replaceChildren(h("div", { class: "desk-view", data: { view } }, form));
	pin.focus();
}

async function unlock(station, form, pin) {
	complain(form);
	if (!pin.value) return pin.focus();
	try {
		await post("/v1/session/unlock", { pin: pin.value }, { key: null });
		await station.load();
		showAgain();
	} catch (problem) {
		complain(form, problem);
		pin.clear();
		if (problem.status === 401 && problem.code !== "wrong_secret") await station.load();
	}
}

// signOut ends the session. Who deals at the table does not change by it.
export async function signOut(station) {
	await call("DELETE", "/v1/session", undefined, { key: null }).catch(() => {});
	await station.load();
}
