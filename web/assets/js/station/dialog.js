// A dialog over the felt, one at a time: Escape leaves it, and the focus goes back.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";

// open shows a dialog with the title. build is given close and returns what stands in
// it; the promise comes to what close was given, null where the dialog was left.
export function open(title, build, { wide } = {}) {
	return new Promise((resolve) => {
		const back = document.activeElement;
		const close = (value = null) => {
			dialog.remove();
			if (back?.isConnected) back.focus();
			resolve(value);
		};
		const dialog = h("dialog", { class: wide ? "desk wide" : "desk", "aria-labelledby": "dialog-title", oncancel: (e) => { e.preventDefault(); close(); } },
			h("header", {}, h("h2", { id: "dialog-title" }, title), h("button", { type: "button", class: "leave", "aria-label": say("ui.close"), onclick: () => close() }, "✕")));
		dialog.append(...[build(close, dialog)].flat());
		document.body.append(dialog);
		dialog.showModal();
		dialog.querySelector("[autofocus], .body input:not([type=hidden]), .body button")?.focus();
	});
}

// While a terminal is locked, what was open waits, with all that was typed; it is shown
// again to the same person, and to nobody else.
const waiting = () => document.querySelectorAll("dialog[data-waits]");

export function hide() {
	for (const dialog of document.querySelectorAll("dialog.desk[open]")) { dialog.dataset.waits = "true"; dialog.close(); }
}

export function showAgain() {
	for (const dialog of waiting()) { delete dialog.dataset.waits; complain(dialog.querySelector(".body")); dialog.showModal(); }
}

export function leave() {
	for (const dialog of document.querySelectorAll("dialog.desk")) dialog.remove();
}

// complain says at the element what went wrong; without a problem it says nothing.
export function complain(at, problem) {
	at.querySelector(":scope > .complaint")?.remove();
	if (!problem) return;
	const plain = ![0, 401, 403, 423, 429].includes(problem.status ?? 0) && problem.code !== "variance_reason" && problem.detail;
	at.prepend(h("div", { class: "note bad complaint", role: "alert", "data-problem": problem.code ?? "" }, problem.message ?? String(problem),
		plain ? h("small", { lang: "en" }, problem.detail) : null));
	at.scrollTop = 0;
}
