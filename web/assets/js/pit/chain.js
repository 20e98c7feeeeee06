// Walking a chain on demand.
import { call } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";

function told(found) {
	const counted = say("pit.walked", { pages: amount(found.pages), rounds: amount(found.rounds), rows: amount(found.rows) });
	if (found.sound) return h("p", { class: "good", data: { sound: "true" } }, h("span", { "aria-hidden": "true" }, "✓ "), say("pit.sound"), h("br"), h("span", { class: "quiet" }, counted));
	return h("div", { class: "bad", data: { sound: "false" } }, h("p", {}, h("span", { "aria-hidden": "true" }, "▲ "), say("pit.n faults", { n: found.faults })), h("ul", { class: "plain mono" }, found.findings.map((f) => h("li", {}, f.said))));
}

document.addEventListener("click", async (e) => {
	const button = e.target.closest("[data-verify]");
	if (!button || button.disabled) return;
	const out = document.getElementById(`found-${button.dataset.verify}`);
	button.disabled = true;
	out.replaceChildren(say("pit.walking"));
	try {
		out.replaceChildren(told(await call("POST", `/v1/chains/${button.dataset.verify}/verify`, {}, { key: null, timeout: 130000 })));
	} catch (problem) {
		out.replaceChildren(h("p", { class: "note bad" }, problem.message, problem.detail ? ` (${problem.detail})` : ""));
	} finally {
		button.disabled = false;
	}
});
