// A pad of digits for a PIN, for fingers and for a keyboard.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";

const longest = 12;
let pads = 0;

// pinPad returns the pad as an element, with its value, clear and focus. onenter is
// called when Enter is pressed in it.
export function pinPad(label, { onenter } = {}) {
	const id = `pin-${++pads}`;
	const input = h("input", { id, class: "pin", type: "password", inputmode: "none", autocomplete: "off", maxlength: longest, placeholder: say("table.pin"), "aria-label": label,
		oninput: () => { input.value = input.value.replace(/\D/g, ""); },
		onkeydown: (e) => { if (e.key === "Enter" && onenter) { e.preventDefault(); onenter(); } } });
	const put = (value) => { input.value = value.slice(0, longest); input.focus(); };
	// A tap leaves the focus in the field, so that digits may be typed in between.
	const key = (text, name, run) => h("button", { type: "button", tabindex: -1, "aria-label": name, onmousedown: (e) => e.preventDefault(), onclick: run }, text);
	const digit = (d) => key(d, d, () => put(input.value + d));
	const keys = h("div", { class: "keys", role: "group", "aria-label": label }, [..."123456789"].map(digit),
		key("C", say("table.clear"), () => put("")), digit("0"), key("⌫", say("table.rub out"), () => put(input.value.slice(0, -1))));
	return {
		element: h("div", { class: "pinpad" }, input, keys), input,
		get value() { return input.value; },
		clear() { input.value = ""; input.focus(); },
		focus() { input.focus(); },
	};
}
