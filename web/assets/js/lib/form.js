// Forms that ask the API for a change: <form data-api="POST /v1/…">. Named controls
// make the JSON body: a.b is b within a, data-type says number, bool, json, list or
// text (the default); an empty control is left out unless it says data-keep. A body of
// its own stands in data-body. The key of the change stays the same until it was done,
// so that a second tap, or a second try, changes nothing twice. approver.name and
// approver.pin name a second person. data-then is the path that follows, with {field}s
// of the answer; without it the page is shown again.
import { newKey, call } from "./api.js";
import { h } from "./dom.js";
import { say } from "./words.js";

const read = {
	text: (v) => v, number: (v) => Number(v), bool: (v) => v === "true" || v === "on", json: (v) => JSON.parse(v),
	list: (v) => v.split(/[\s,]+/).filter(Boolean),
};

function put(body, path, value) {
	const parts = path.split(".");
	const last = parts.pop();
	for (const p of parts) body = body[p] ??= {};
	body[last] = value;
}

// bodyOf is what the form says.
export function bodyOf(form) {
	const body = form.dataset.body ? JSON.parse(form.dataset.body) : {};
	for (const e of form.elements) {
		if (!e.name || e.disabled || e.name.startsWith("approver.") || (e.type === "radio" && !e.checked)) continue;
		if (e.type === "checkbox") {
			if (e.dataset.type === "list") { body[e.name] ??= []; if (e.checked) body[e.name].push(e.value); }
			else if (e.checked || e.dataset.keep !== undefined) put(body, e.name, e.checked);
			continue;
		}
		const value = e.dataset.type ? e.value.trim() : e.type === "password" ? e.value : e.value.trim();
		if (value === "" && e.dataset.keep === undefined) continue;
		put(body, e.name, read[e.dataset.type ?? "text"](value));
	}
	return body;
}

// tell shows what went wrong at the form, and puts the field it names in the light.
export function tell(form, problem) {
	let out = form.querySelector("[data-problem]");
	if (!out) form.prepend((out = document.createElement("p")));
	Object.assign(out, { className: "note bad", hidden: false });
	out.dataset.problem = problem.code ?? "";
	out.setAttribute("role", "alert");
	out.textContent = problem.message;
	if (problem.detail) out.append(h("small", { lang: "en", class: "detail" }, problem.detail));
	for (const f of problem.errors ?? problem.faults ?? []) {
		const field = String(f.field ?? f.location ?? "").replace(/^body\./, "");
		form.elements[field]?.setAttribute?.("aria-invalid", "true");
	}
}

const keys = new WeakMap();

async function submit(form) {
	if (form.dataset.busy) return;
	form.dataset.busy = "true";
	form.querySelectorAll("[aria-invalid]").forEach((e) => e.removeAttribute("aria-invalid"));
	const [method, path] = form.dataset.api.split(" ");
	try {
		const body = bodyOf(form);
		const said = JSON.stringify(body);
		if (keys.get(form)?.said !== said) keys.set(form, { said, key: newKey() });
		const second = { name: form.elements["approver.name"]?.value.trim(), pin: form.elements["approver.pin"]?.value };
		const empty = method === "DELETE" || (form.dataset.empty !== undefined && said === "{}");
		const answer = await call(method, path, empty ? undefined : body, { key: form.dataset.keyless !== undefined ? null : keys.get(form).key, approver: second.name ? second : undefined, timeout: 120000 });
		keys.delete(form);
		const done = new CustomEvent("done", { bubbles: true, cancelable: true, detail: answer });
		if (!form.dispatchEvent(done)) return;
		if (form.dataset.then) location.assign(form.dataset.then.replace(/\{([a-z_.]+)\}/g, (_, f) => encodeURIComponent(f.split(".").reduce((a, k) => a?.[k], answer) ?? "")));
		else location.reload();
	} catch (problem) {
		tell(form, problem instanceof SyntaxError ? { message: say("ui.not json"), detail: problem.message } : problem);
	} finally {
		delete form.dataset.busy;
	}
}

document.addEventListener("submit", (e) => {
	if (!e.target.dataset.api) return;
	e.preventDefault();
	if (e.target.dataset.confirm && !confirm(e.target.dataset.confirm)) return;
	submit(e.target);
});
