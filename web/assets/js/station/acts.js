// Decisions, seat by seat: what the round offers is what can be tapped.
import { h } from "../lib/dom.js";
import { amount, name, say } from "../lib/words.js";
import { units } from "./coins.js";
import { optionName } from "./say.js";

// without is the choice that puts nothing down and gives nothing up.
const without = (prompt) => prompt.options.find((o) => o.do === "check" && !o.wager);

// acting is the event of the option for the prompt's seat.
export const acting = (prompt, option, stake) => ({ step: prompt.step, kind: "act", place: prompt.place, do: option.do, ...(option.wager ? { wager: option.wager, amount: stake ?? option.min } : {}) });

// passing are the events by which all seats that are asked do without.
export const passing = (prompts) => prompts.filter(without).map((p) => acting(p, without(p)));

export function actsView(station, ui) {
	const { prompt, prompts } = ui.step;
	const first = ui.wagers.find((w) => w.required && !w.equals);
	const stake = station.view.seats.find((s) => s.seat === prompt.place)?.bets[first?.name];
	const rest = passing(prompts).length, cooling = ui.cool ? "cool" : "";
	return h("div", { class: "acts" },
		h("div", { class: "options", role: "group", "aria-label": say("place.seat", { seat: prompt.place }) }, prompt.options.map((o, i) => option(o, i, stake, ui.cool))),
		rest > 1 ? h("button", { type: "button", class: `rest ${cooling}`, disabled: ui.cool, data: { tap: "pass" } }, say("station.all the rest", { does: name("do", "check"), n: rest })) : null);
}

function option(o, i, stake, cool) {
	const ranged = o.wager && units(o.min) !== units(o.max);
	const button = h("button", { type: "button", class: `option do-${o.do} ${cool ? "cool" : ""}`, disabled: cool, data: { tap: "option", arg: i } },
		h("kbd", { "aria-hidden": "true" }, i + 1), h("span", {}, optionName(o, stake)), o.wager && !ranged ? h("span", { class: "num" }, amount(o.min)) : null);
	if (!ranged) return button;
	return h("span", { class: "ranged" }, button, h("label", { class: "said", for: `option-${i}` }, say("station.amount")),
		h("input", { id: `option-${i}`, inputmode: "decimal", autocomplete: "off", maxlength: 18, value: o.min, data: { key: `option ${i} ${o.min}` } }));
}
