// Keeps the display in step with its table: asks each second whether anything happened
// and, where something did, takes the parts that changed from the server. That it only
// watches is said with each request, so that it keeps no session awake.
const path = location.pathname.replace(/\/$/, "");
const felt = document.getElementById("felt"), lost = document.getElementById("lost");
let tag = "";

const ask = (from, headers) => fetch(from, { headers: { "Croupier-Watching": "true", ...headers }, cache: "no-store", signal: AbortSignal.timeout(8000) });

// put takes what differs from what the server drew.
function put(text) {
	const drawn = new DOMParser().parseFromString(text, "text/html").getElementById("felt");
	if (!drawn) throw new Error("no felt was drawn");
	const parts = (of) => [...of.querySelectorAll("[data-part]")], same = parts(drawn).map((p) => p.id).join() === parts(felt).map((p) => p.id).join();
	if (!same || drawn.dataset.edition !== felt.dataset.edition || drawn.dataset.language !== felt.dataset.language) return location.reload();
	for (const part of parts(drawn)) {
		const shown = document.getElementById(part.id);
		if (!shown.isEqualNode(part)) shown.replaceChildren(...document.adoptNode(part).childNodes);
	}
}

async function look() {
	try {
		const state = await ask(`/v1${path}`, tag && { "If-None-Match": tag });
		if (state.status !== 304) {
			if (!state.ok) throw new Error(String(state.status));
			const drawn = await ask(`${path}/felt`);
			if (!drawn.ok) throw new Error(String(drawn.status));
			put(await drawn.text());
			tag = state.headers.get("ETag") ?? "";
		}
		lost.hidden = true;
	} catch {
		lost.hidden = false;
	}
	setTimeout(look, 1000);
}

if (felt) look(); // not where the page says a problem
