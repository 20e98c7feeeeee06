// The paytable editor: what is typed is priced at once, the newest question's answer
// counts, and nothing is kept before it is saved.
import { post } from "../lib/api.js";
import { say } from "../lib/words.js";
import { draftOf } from "./editor-draft.js";
import { marks, take } from "./editor-marks.js";
import { show } from "./editor-show.js";
import * as tell from "./editor-tell.js";

const form = document.getElementById("editor");
const all = (of, css) => [...of.querySelectorAll(css)];

// One question is under way at a time; what was typed meanwhile is asked when it ends.
let asking = false, again = false, asked = "";

async function price() {
	if (asking) { again = true; return; }
	const { draft, wrong } = draftOf(form);
	tell.clear(form);
	wrong.forEach((w) => tell.at(w.control, w.message));
	const question = JSON.stringify({ ...draft, title: draft.title || "-" });
	if (wrong.length || question === asked) return;
	asking = true;
	const late = [setTimeout(() => waiting(say("proposal.pricing")), 250), setTimeout(() => waiting(say("proposal.counting")), 2500)];
	const began = performance.now();
	try {
		const trial = await post("/v1/proposals/try", JSON.parse(question), { key: null, timeout: 120000 });
		form.dataset.took = String(Math.round(performance.now() - began));
		if (!again) {
			asked = question;
			show(form, trial);
		}
	} catch (refused) {
		asked = "";
		if (!again) refuse(refused);
	} finally {
		late.forEach(clearTimeout);
		asking = false;
	}
	if (again) { again = false; price(); }
}

function waiting(text) {
	const out = document.getElementById("verdict");
	Object.assign(out, { className: "note", textContent: text });
	out.dataset.verdict = "waiting";
}

function refuse(refused) {
	tell.problem(form, refused);
	const out = document.getElementById("verdict");
	Object.assign(out, { className: "note warn", textContent: say("proposal.not priced") });
	out.dataset.verdict = "none";
}

// step goes from row to row as in a sheet.
function step(e) {
	const by = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[e.key];
	if (!by || !e.target.matches("[data-odds]")) return;
	e.preventDefault();
	const inputs = all(e.target.closest(".pay"), "[data-odds]");
	const next = inputs[inputs.indexOf(e.target) + by];
	next?.focus();
	next?.select();
}

function changed(e) {
	if (e.target.id === "start" || e.target.id === "game") {
		const to = new URLSearchParams({ table: form.querySelector("#start").value });
		if (e.target.id === "game") to.set("game", e.target.value);
		location.assign(`/house/proposals/new?${to}`);
		return;
	}
	if (e.target.matches("[data-known]")) take(e.target);
	marks(form);
	price();
}

if (form) {
	form.addEventListener("input", changed);
	form.addEventListener("keydown", step);
	form.addEventListener("keypress", (e) => { if (e.key === "Enter" && e.target.matches("[data-odds]")) e.preventDefault(); });
	form.addEventListener("submit", (e) => {
		const { draft, wrong } = draftOf(form);
		form.dataset.body = JSON.stringify(draft);
		if (!wrong.length) return;
		e.preventDefault();
		e.stopPropagation();
		wrong[0].control.focus();
	});
	marks(form);
	price();
}
