// A replay by buttons, keys, a slider and the list of its steps. Without this module
// each is a link to the step.
const box = document.querySelector(".replay"), shown = document.getElementById("step"), slider = document.getElementById("at");
const { round, last: end } = box.dataset;
const last = Number(end);
const kept = new Map(); // steps that were fetched
let at = Number(slider.value), wanted = at;

async function fetched(n) {
	if (!kept.has(n)) {
		const response = await fetch(`/pit/rounds/${encodeURIComponent(round)}/steps/${n}`, { credentials: "same-origin" });
		if (!response.ok) throw new Error(`step ${n}: ${response.status}`);
		kept.set(n, new DOMParser().parseFromString(await response.text(), "text/html").body.firstElementChild);
	}
	return kept.get(n).cloneNode(true);
}

// go shows the step; of several asked for in haste, the last.
async function go(n) {
	wanted = Math.min(Math.max(n, 0), last);
	let step;
	try { step = await fetched(wanted); } catch { location.search = `?step=${wanted}`; return; }
	if (Number(step.dataset.at) !== wanted) return;
	at = wanted;
	shown.replaceChildren(step);
	slider.value = String(at);
	for (const a of box.querySelectorAll("[data-step]")) {
		if (Number(a.dataset.step) === at) { a.setAttribute("aria-current", "step"); a.scrollIntoView({ block: "nearest" }); } else a.removeAttribute("aria-current");
	}
	history.replaceState(null, "", `?step=${at}`);
	if (at < last) fetched(at + 1).catch(() => {});
}

box.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });

const moves = { first: () => 0, before: () => wanted - 1, after: () => wanted + 1, last: () => last };
box.addEventListener("click", (e) => {
	const move = e.target.closest("[data-move]"), step = e.target.closest("a[data-step]");
	if (!move && !step) return;
	e.preventDefault();
	go(move ? moves[move.dataset.move]() : Number(step.dataset.step));
});
slider.addEventListener("input", () => go(Number(slider.value)));
const keys = { ArrowLeft: moves.before, ArrowRight: moves.after, Home: moves.first, End: moves.last };
document.addEventListener("keydown", (e) => {
	if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select, textarea")) return;
	e.preventDefault();
	go(keys[e.key]());
});
