// What is wrong, said at the control it is about; the rest of the screen stays as it is.
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
	if (!fault) return false;
	Object.assign(fault, { hidden: false, textContent: message });
	return true;
}

// problem says what the API refused, at the field it names as far as the screen has it.
export function problem(form, refused) {
	const rest = [];
	for (const e of refused.errors ?? []) if (!placed(form, e.location.replace(/^body\./, ""), e.message)) rest.push(e.message);
	if ((refused.errors ?? []).length && !rest.length) return;
	const out = form.querySelector("#wrong");
	out.hidden = false;
	out.textContent = [refused.message, ...rest].join(": ") + (rest.length || !refused.detail ? "" : `: ${refused.detail}`);
}

function placed(form, location, message) {
	const control = document.getElementById(location);
	if (control && form.contains(control) && at(control, message)) return true;
	const wager = /^change\.paytables\.([^.]+)/.exec(location)?.[1];
	const fault = wager && all(form, ".pay").find((c) => c.dataset.wager === wager)?.querySelector("[data-fault]");
	if (!fault) return false;
	Object.assign(fault, { hidden: false, textContent: message });
	return true;
}
