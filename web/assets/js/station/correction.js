// Correcting a round that was settled: what was keyed is shown, what was wrong is keyed
// again, and a supervisor approves what that comes to on the same screen.
import { h } from "../lib/dom.js";
import { clock, name, say } from "../lib/words.js";
import { complain, open } from "./dialog.js";
import { Mending } from "./mending.js";
import { once, working } from "./once.js";
import { outcome } from "./outcome.js";

// callSupervisor corrects a settled round of the table: the last, or one before.
export async function callSupervisor(station) {
	let last;
	try {
		({ last } = await station.ask("GET", `/v1/display/${station.table.id}`));
	} catch (problem) {
		return station.notice(problem.message, "bad");
	}
	if (!last.length) return station.notice(say("irregular.no round"));
	return open(say("irregular.correct"), (close, dialog) => {
		const body = h("div", { class: "body" }), foot = h("div", { class: "actions" });
		dialog.classList.add("correcting");
		load(station, { body, foot, close, last }, last[0].id);
		return [body, foot];
	}, { wide: true });
}

// load shows the round of the id as it was recorded.
async function load(station, frame, id) {
	const { body, foot, last } = frame;
	body.replaceChildren(h("div", { class: "rounds", role: "group", "aria-label": say("irregular.which round") }, last.map((r) =>
		h("button", { type: "button", "aria-pressed": String(r.id === id), data: { round: r.id }, onclick: () => load(station, frame, r.id) }, r.id, " ", h("span", { class: "quiet" }, clock(r.at, station.settings.time_zone))))));
	foot.replaceChildren();
	try {
		const [record, view] = await Promise.all([station.ask("GET", `/v1/rounds/${id}/record`), station.ask("GET", `/v1/rounds/${id}`)]);
		edit(station, frame, new Mending(record, view));
	} catch (problem) {
		complain(body, problem);
	}
}

// edit is where what was wrong is keyed again.
function edit(station, frame, mending) {
	const { body, foot } = frame, rounds = body.querySelector(".rounds");
	const code = h("select", { id: "code", data: { field: "code" } }, ["card-miskeyed", "bet-miskeyed", "decision-miskeyed", "wrong-payout", "procedure"].map((c) => h("option", { value: c }, name("irregular", `code ${c}`))));
	const reason = h("input", { id: "why", type: "text", autocomplete: "off", maxlength: 300, oninput: () => { reason.dataset.own = reason.value && "true"; } });
	const work = h("button", { type: "button", class: "primary", data: { do: "work" } }, say("irregular.work out"));
	const voids = h("button", { type: "button", class: "danger", data: { do: "void" } }, say("irregular.void round"));
	const show = () => {
		work.disabled = !mending.changed;
		if (!code.dataset.own) code.value = mending.code;
		if (!reason.dataset.own) reason.value = mending.said;
		record.replaceChildren(mending.view(show));
		side.replaceChildren(mending.editor(show));
	};
	const record = h("section", { class: "of" }), side = h("section", { class: "editor" });
	const fields = h("div", { class: "row why-row" }, h("div", { class: "field" }, h("label", { for: "code" }, say("irregular.kind")), code), h("div", { class: "field grow" }, h("label", { for: "why" }, say("ui.reason")), reason));
	body.replaceChildren(rounds, h("div", { class: "sides" }, record, side), fields);
	foot.replaceChildren(voids, h("span", { class: "grow" }), work);
	show();

	const send = once(station), path = `/v1/rounds/${mending.id}/corrections`;
	code.onchange = () => { code.dataset.own = "true"; };
	const opened = (button, run) => working(button, async () => {
		complain(body);
		if (!reason.value.trim()) return reason.focus();
		const others = [record, fields, voids, work]; // nothing else is touched meanwhile
		for (const e of others) e.inert = true;
		try {
			const made = await run();
			if (made) outcome(station, frame, made, () => { body.replaceChildren(rounds); edit(station, frame, mending); });
		} catch (problem) {
			complain(body, problem);
		} finally {
			for (const e of others) e.inert = false;
		}
	});
	work.onclick = () => opened(work, () => mending.worked((events) => send("POST", path, { code: code.value, reason: reason.value.trim(), events }), show, side));
	voids.onclick = () => { if (!reason.dataset.own) { reason.value = ""; reason.placeholder = say("irregular.why void"); } opened(voids, () => send("POST", path, { code: "void", reason: reason.value.trim() })); };
}
