// Counting pieces by what one is worth.
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";
import { denominations, text, units } from "./coins.js";

const stack = 20; // pieces

// counts returns a count as an element, with its value {"100": 20} and its total as a
// text. kept names the terminal's list of other denominations that were counted before.
export function counts(label, chip, { kept = "", onchange } = {}) {
	const rows = new Map();
	const total = h("output", { class: "num" }, "0"), body = h("tbody");
	const value = () => Object.fromEntries([...rows].filter(([, r]) => r.pieces() > 0).map(([d, r]) => [d, r.pieces()]));
	const sum = () => text([...rows].reduce((all, [d, r]) => all + units(d) * BigInt(r.pieces()), 0n));
	const changed = () => {
		for (const [d, r] of rows) r.worth.textContent = r.pieces() ? amount(text(units(d) * BigInt(r.pieces()))) : "";
		total.textContent = amount(sum());
		onchange?.();
	};
	const add = (d) => {
		if (rows.has(d)) return rows.get(d).input.focus();
		const r = row(d, changed);
		rows.set(d, r);
		const after = [...rows.keys()].filter((k) => units(k) > units(d)).sort((a, b) => (units(a) < units(b) ? -1 : 1))[0];
		body.insertBefore(r.element, after ? rows.get(after).element : null);
	};
	for (const d of new Set([...denominations(chip), ...recall(kept)])) add(d);
	const element = h("div", { class: "counts", role: "group", "aria-label": label },
		h("table", {}, h("thead", { class: "said" }, h("tr", {}, [say("table.denomination"), say("table.pieces"), say("table.worth")].map((t) => h("th", { scope: "col" }, t)))), body,
			h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("table.total")), h("td", {}, other((d) => { add(d); recall(kept, d); rows.get(d).input.focus(); })), h("td", { class: "num" }, total)))));
	return { element, get value() { return value(); }, get total() { return sum(); } };
}

// row is the pieces of one denomination.
function row(denomination, changed) {
	const worth = h("td", { class: "num" });
	const input = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 9, class: "num", "aria-label": say("table.pieces of", { worth: amount(denomination) }), data: { denomination },
		placeholder: "0", onfocus: () => input.select(), oninput: () => { input.value = input.value.replace(/\D/g, ""); changed(); },
		onkeydown: (e) => {
			const by = { ArrowUp: 1, ArrowDown: -1, PageUp: stack, PageDown: -stack }[e.key];
			if (by) { e.preventDefault(); step(by); }
		} });
	const pieces = () => Number(input.value || 0);
	const step = (by) => { input.value = String(Math.max(0, pieces() + by) || ""); changed(); };
	const button = (by, mark, name) => h("button", { type: "button", tabindex: -1, "aria-label": `${name}: ${amount(denomination)}`, onclick: () => step(by) }, mark);
	return {
		element: h("tr", {}, h("th", { scope: "row", class: "num" }, h("span", { class: "piece" }, amount(denomination))),
			h("td", {}, h("div", { class: "stepper" }, button(-1, "−", say("table.less")), input, button(1, "+", say("table.more")), button(stack, `+${stack}`, say("table.stack", { pieces: stack })))), worth),
		input, worth, pieces,
	};
}

// other is a field for a denomination that is not in the list.
function other(add) {
	const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 19, "aria-label": say("table.other denomination"), placeholder: say("table.other denomination") });
	const take = () => {
		const u = units(input.value);
		if (u === null || u <= 0n) { input.setAttribute("aria-invalid", "true"); return input.focus(); }
		input.removeAttribute("aria-invalid");
		input.value = "";
		add(text(u));
	};
	input.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); take(); } });
	return h("div", { class: "stepper other" }, input, h("button", { type: "button", "aria-label": say("table.add denomination"), onclick: take }, "+"));
}

// recall returns the denominations counted here before, one more where it is given.
function recall(kept, more) {
	if (!kept) return [];
	const place = `croupier denominations ${kept}`;
	try {
		const list = [...new Set([...(JSON.parse(localStorage.getItem(place)) ?? []), ...(more ? [more] : [])])].slice(-4);
		if (more) localStorage.setItem(place, JSON.stringify(list));
		return list.filter((d) => units(d) > 0n);
	} catch { return []; }
}
