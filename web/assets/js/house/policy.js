// The form of a policy: rows that may be added and taken away, of which the body of the
// proposal is made. Shares are written in percent here and are parts of one there.
import { say } from "../lib/words.js";

const form = document.getElementById("policy");
const rows = (of) => [...form.querySelectorAll(`[data-rows=${of}] tbody tr`)];
const field = (row, name) => row.querySelector(`[data-field=${name}]`).value.trim();

// hundredth is the decimal a hundredth as large; what is none stays as it was written,
// for the server to refuse.
export function hundredth(text) {
	const [, sign, whole, part] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
	if (whole === undefined) return text;
	const digits = whole.padStart(3, "0");
	return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${part ?? ""}`;
}

function edge() {
	const by = {};
	for (const row of rows("edge")) {
		const bounds = {};
		for (const name of ["least", "most", "change"]) if (field(row, name) !== "") bounds[name] = hundredth(field(row, name));
		(by[field(row, "game")] ??= {})[field(row, "wager")] = bounds;
	}
	return by;
}

function alerts() {
	const by = {};
	for (const row of rows("alerts")) {
		if (field(row, "pit") === "") continue;
		by[field(row, "pit")] = Object.fromEntries([...row.querySelectorAll("[type=number]")].map((e) => [e.dataset.field, Number(e.value)]));
	}
	return by;
}

// once marks a row for what another row is for: only one could count.
function once() {
	const seen = new Set();
	for (const row of [...rows("edge"), ...rows("alerts")]) {
		const names = ["game", "wager", "pit"].map((n) => row.querySelector(`[data-field=${n}]`)).filter(Boolean);
		const what = JSON.stringify(names.map((e) => [e.dataset.field, e.value.trim()]));
		names.at(-1).setCustomValidity(seen.has(what) ? say("house.twice") : "");
		seen.add(what);
	}
}

form?.addEventListener("input", once);
form?.addEventListener("submit", () => {
	form.dataset.body = JSON.stringify({ policy: {
		edge: edge(), alerts: alerts(), idle_seconds: Number(form.querySelector("#idle").value), office_idle_seconds: Number(form.querySelector("#office-idle").value),
	} });
});
form?.addEventListener("click", (e) => {
	const add = e.target.closest("[data-add]")?.dataset.add;
	if (add) {
		form.querySelector(`[data-rows=${add}] tbody`).append(form.querySelector(`template[data-row=${add}]`).content.cloneNode(true));
		rows(add).at(-1).querySelector("[data-field]").focus();
	}
	e.target.closest("[data-remove]")?.closest("tr").remove();
	once();
});
