// Betting: a seat and a spot are chosen, chips are tapped onto it.
import { h } from "../lib/dom.js";
import { amount, say } from "../lib/words.js";
import { chipButton, chipsFor } from "./chips.js";
import { units } from "./coins.js";
import { placeName, wagerName } from "./say.js";

// optionOf is what the round asks of the spot, if it does: the bet, and not that it
// may be taken away.
export const optionOf = (prompt, wager) => prompt?.options?.find((o) => o.wager === wager && units(o.max) > 0n);

const firstOf = (ui) => ui.wagers.find((w) => w.required && !w.equals);

// awaits reports whether the spot takes nothing before something lies on the first one.
export function awaits(ui, prompt, w) {
	const first = firstOf(ui);
	return w !== first && !optionOf(prompt, w.name) && !units(ui.drafts.stake(prompt.place, first?.name));
}

const fixed = (option) => option && units(option.min) === units(option.max);

// tapSpot puts a stake of fixed size down by itself.
export function tapSpot(ui, prompt, wager) {
	const option = optionOf(prompt, wager);
	if (fixed(option)) ui.drafts.set(prompt.place, wager, units(ui.drafts.stake(prompt.place, wager)) ? "0" : option.min);
}

export function betsView(station, ui) {
	const { prompt } = ui.step;
	const option = optionOf(prompt, ui.wager), seat = prompt.place;
	const stake = ui.drafts.stake(seat, ui.wager), drafted = ui.drafts.drafted(seat, ui.wager) !== undefined;
	return h("div", { class: "betting" },
		h("div", { class: "spots", role: "group", "aria-label": placeName(seat) }, ui.wagers.filter((w) => !w.later).map((w) => spot(station, ui, prompt, w))),
		h("div", { class: "bank" },
			h("div", { class: "row chips", role: "group", "aria-label": say("station.chips") }, chipsFor(station.settings.chip, option?.max ?? station.settings.limits?.[ui.wager]?.max).map((d, i) => chipButton(d, i, say("station.chip", { worth: amount(d) }), fixed(option)))),
			h("div", { class: "row typed" },
				h("label", { class: "said", for: "typed" }, say("station.amount of", { wager: wagerName(ui.wager), seat })),
				h("input", { id: "typed", inputmode: "decimal", autocomplete: "off", maxlength: 18, value: units(stake) ? stake : "", placeholder: say("station.amount"), data: { key: `typed ${seat} ${ui.wager}` } }),
				h("button", { type: "button", disabled: !units(stake), data: { tap: "clear" } }, say("station.clear")),
				h("button", { type: "button", disabled: !ui.drafts.repeats || ui.drafts.any || station.view.seats.length > 0, data: { tap: "repeat" } }, say("station.repeat"))),
			h("p", { class: "limits" }, told(ui, seat, option), limits(option, station.settings.limits?.[ui.wager]?.max), drafted ? h("span", { class: "draft" }, say("station.not recorded")) : null)));
}

// told is why the book refused what lies on the spot. The limits stand beside it.
function told(ui, seat, option) {
	const problem = ui.drafts.wrong.get(`${seat} ${ui.wager}`);
	return problem && h("span", { class: "bad", role: "alert" }, problem.message, problem.detail && !option ? h("small", { lang: "en" }, ` ${problem.detail}`) : null);
}

function limits(option, most) {
	if (!option) return "";
	const said = fixed(option) ? say("station.limits", { from: amount(option.min) }) : most ? say("station.limits", { from: `${amount(option.min)} – ${amount(most)}` }) : say("station.from", { least: amount(option.min) });
	return h("span", {}, said, option.step && units(option.step) ? ` · ${say("station.step", { step: amount(option.step) })}` : "");
}

function spot(station, ui, prompt, w) {
	const seat = prompt.place, stake = ui.drafts.stake(seat, w.equals || w.name), option = optionOf(prompt, w.name);
	const follows = Boolean(w.equals), waits = !follows && awaits(ui, prompt, w);
	return h("button", { type: "button", class: `spotpick ${ui.drafts.wrong.has(`${seat} ${w.name}`) ? "wrong" : ""}`, "aria-pressed": String(ui.wager === w.name), disabled: follows || waits, data: { tap: "wager", arg: w.name } },
		h("span", {}, wagerName(w.name)), h("span", { class: "num" }, units(stake) ? amount(stake) : "–"),
		h("small", {}, follows ? say("station.goes with", { wager: wagerName(w.equals) }) : waits ? say("station.first", { wager: wagerName(firstOf(ui).name) }) : ""));
}
