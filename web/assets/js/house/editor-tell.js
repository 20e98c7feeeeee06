// What is wrong, said at the control it is about; the rest of the screen stays as it is.
import { h } from "../lib/dom.js";

const all = (of, css) => [...of.querySelectorAll(css)];

// clear takes back all that was said.
export function clear(form) {
	all(form, "[aria-invalid]").forEach((e) => e.removeAttribute("aria-invalid"));
	all(form, ".fault").forEach((e) => { e.hidden = true; e.textContent = ""; });
	form.querySelector("#wrong").hidden = true;
}

// faultOf is where the fault of a control is written.
const faultOf = (control) => control.closest("[data-row]")?.querySelector(".fault") ?? control.parentElement.querySelector(".fault");

// at says the message at the control, if it has a place for it.
export function at(control, message) {
	const fault = faultOf(control);
	control.setAttribute("aria-invalid", "true");
	if (fault) tell(fault, message);
	return Boolean(fault);
}

function tell(fault, message) {
	fault.hidden = false;
	fault.replaceChildren(message);
}

// problem says what the API refused, at the field it names as far as the screen has it;
// its own words are English.
export function problem(form, refused) {
	const said = (text) => h("span", {}, refused.message, text ? [" ", h("span", { lang: "en" }, text)] : null);
	const rest = (refused.errors ?? []).filter((e) => !placed(form, e.location.replace(/^body\./, ""), said(e.message)));
	if ((refused.errors ?? []).length && !rest.length) return;
	tell(form.querySelector("#wrong"), said(rest.map((e) => e.message).join("; ") || refused.detail));
}

// placed puts the message at the control of the location, or the first within it.
function placed(form, location, message) {
	const control = document.getElementById(location) ?? all(form, "[data-at]").find((c) => c.id.startsWith(`${location}.`));
	if (control && form.contains(control) && at(control, message)) return true;
	const wager = /^change\.paytables\.([^.]+)/.exec(location)?.[1];
	const fault = wager && all(form, ".pay").find((c) => c.dataset.wager === wager)?.querySelector("[data-fault]");
	if (fault) tell(fault, message);
	return Boolean(fault);
}
