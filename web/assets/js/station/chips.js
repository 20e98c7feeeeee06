// Chips: which there are at a table, and how an amount is made of them.
import { h } from "../lib/dom.js";
import { amount } from "../lib/words.js";
import { denominations, text, units } from "./coins.js";

const most = 6; // denominations to tap

// chipsFor are the denominations to bet with, the least first: none above the limit.
export function chipsFor(chip, limit) {
	const all = denominations(chip, most), top = units(limit ?? "") ?? 0n;
	return top > 0n ? all.filter((d) => units(d) <= top) : all;
}

// breakdown is the amount in as few chips as may be, the greatest first: [{chip, n}].
export function breakdown(of, chip) {
	const pieces = [];
	let rest = units(of) ?? 0n;
	if (rest < 0n) rest = -rest;
	const all = denominations(chip, 7);
	all.toReversed().forEach((d, i) => {
		const n = rest / units(d);
		if (n > 0n) pieces.push({ chip: d, n: String(n), colour: all.length - 1 - i });
		rest %= units(d);
	});
	if (rest > 0n) pieces.push({ chip: text(rest), n: "1", colour: 0 });
	return pieces;
}

const disc = (colour, ...inside) => h("span", { class: `disc chip-${colour % 7}` }, inside);

// inChips lists the amount in chips.
export const inChips = (of, chip) => h("ul", { class: "inchips" }, breakdown(of, chip).map((p) => h("li", {}, h("span", { class: "n" }, `${p.n} ×`), disc(p.colour, amount(p.chip)))));

// stack is a small drawing of a stake.
export function stack(of, chip) {
	const pieces = breakdown(of, chip);
	return h("span", { class: "stack", "aria-hidden": "true" }, pieces.slice(0, 3).map((p) => h("i", { class: `chip-${p.colour % 7}` })));
}

// chipButton is a denomination to tap.
export const chipButton = (d, i, name, off) => h("button", { type: "button", class: `chip chip-${i % 7}`, "aria-label": name, disabled: off, data: { tap: "chip", arg: d } }, h("span", {}, amount(d)), h("kbd", { "aria-hidden": "true" }, i + 1));
