// Who has been at this terminal: their names are offered, nothing else of them is kept.
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";

const place = "croupier people", most = 12, shown = 6;

const read = () => { try { return JSON.parse(localStorage.getItem(place)) ?? []; } catch { return []; } };

// remember puts a person first among those offered, as one of the role.
export function remember(name, role, title = "") {
	const list = read();
	const before = list.find((p) => p.name === name);
	const person = { name, title: title || before?.title || "", roles: [...new Set([...(before?.roles ?? []), role])] };
	try { localStorage.setItem(place, JSON.stringify([person, ...list.filter((p) => p.name !== name)].slice(0, most))); } catch { /* nothing is offered then */ }
}

let fields = 0;

// nameField is where a person of the role is named: by a tap on one who has been here,
// or by typing. onname is called when a name was tapped.
export function nameField(label, role, { except, onname } = {}) {
	const id = `name-${++fields}`;
	const input = h("input", { id, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 60, oninput: () => mark() });
	const people = read().filter((p) => p.roles.includes(role) && p.name !== except).slice(0, shown);
	const buttons = people.map((p) => h("button", { type: "button", "aria-pressed": "false", data: { person: p.name }, onclick: () => { input.value = p.name; mark(); onname?.(p.name); } },
		p.title || p.name));
	const mark = () => { for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.person === input.value.trim())); };
	if (people.length === 1 && role === "supervisor") { input.value = people[0].name; mark(); }
	return {
		element: h("div", { class: "field names" }, h("label", { for: id }, label),
			buttons.length ? h("div", { class: "known", role: "group", "aria-label": say("table.known") }, buttons) : null, input),
		input, known: buttons.length > 0,
		get value() { return input.value.trim(); },
		focus() { input.focus(); },
	};
}
