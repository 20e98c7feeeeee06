// A change that is asked for once, however often it is tapped or tried.
import { newKey } from "../lib/api.js";

// once returns a function that asks the station's API for a change. What is asked again
// word for word, as after a lost connection or a mistyped PIN, is asked under the same
// key; while one is under way it answers undefined.
export function once(station) {
	let said, key, busy = false;
	return async (method, path, body, options = {}) => {
		if (busy) return undefined;
		busy = true;
		const says = JSON.stringify([method, path, body]);
		if (says !== said) [said, key] = [says, newKey()];
		try {
			return await station.ask(method, path, body, { key, timeout: 60000, ...options });
		} finally {
			busy = false;
		}
	};
}

// working shows that the button's doing is under way, before it is.
export async function working(button, run) {
	if (button.getAttribute("aria-busy") === "true") return undefined;
	button.setAttribute("aria-busy", "true");
	try { return await run(); } finally { button.removeAttribute("aria-busy"); }
}
