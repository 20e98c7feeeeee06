// What a person sets at the terminal: the language, the colours of the deck, the own PIN.
import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { language, name, say } from "../lib/words.js";
import { complain, open } from "./dialog.js";
import { working } from "./once.js";
import { pinPad } from "./pinpad.js";

export const languages = ["en", "ko", "ru"];

const keep = (key, value) => { document.cookie = `${key}=${value}; Path=/; Max-Age=31536000; SameSite=Strict`; };

// chooseLanguage shows the terminal in the language and, of whoever is signed in, every
// other screen. What was tapped waits meanwhile, as over any reload.
export async function chooseLanguage(station, code) {
	if (code === language) return;
	keep("croupier_language", code);
	if (station.session) await post("/v1/session/language", { language: code }, { key: null }).catch(() => {});
	location.reload();
}

export const fourColours = () => document.documentElement.dataset.deck === "4";

// chooseDeck gives each suit a colour of its own, or two of them one.
export function chooseDeck() {
	if (fourColours()) delete document.documentElement.dataset.deck; else document.documentElement.dataset.deck = "4";
	keep("croupier_deck", fourColours() ? "4" : "2");
}

// pickers are the languages and the deck as buttons.
export function pickers(station) {
	const deck = h("button", { type: "button", "aria-pressed": String(fourColours()), "aria-label": say("ui.four colours"), title: say("ui.four colours"),
		onclick: () => { chooseDeck(); deck.setAttribute("aria-pressed", String(fourColours())); } }, suits());
	return h("div", { class: "pickers" }, h("div", { role: "group", "aria-label": say("ui.language") }, languages.map((code) =>
		h("button", { type: "button", lang: code, "aria-pressed": String(code === language), data: { language: code }, onclick: () => chooseLanguage(station, code) }, name("language", code)))), deck);
}

const suits = () => h("span", { class: "suits", "aria-hidden": "true" }, [..."♠♥♦♣"].map((mark, i) => h("span", { class: `suit-${"shdc"[i]}` }, mark)));

// pickLanguage asks for a language.
export function pickLanguage(station) {
	return open(say("ui.language"), () => h("div", { class: "body choices" }, languages.map((code) =>
		h("button", { type: "button", lang: code, "aria-pressed": String(code === language), onclick: () => chooseLanguage(station, code) }, name("language", code)))));
}

// changePIN gives whoever is signed in a PIN of their own choice. It ends the other
// sessions of the person; this one goes on.
export function changePIN(station) {
	return open(say("table.change pin"), (close) => {
		const old = pinPad(say("table.old pin")), fresh = pinPad(say("table.new pin"), { onenter: () => go.click() });
		const body = h("div", { class: "body" }, h("div", { class: "sides even" },
			h("section", {}, h("h3", {}, say("table.old pin")), old.element), h("section", {}, h("h3", {}, say("table.new pin")), fresh.element)),
			h("p", { class: "quiet" }, say("table.pin form")));
		const go = h("button", { type: "button", class: "primary", onclick: () => working(go, async () => {
			complain(body);
			try {
				await post("/v1/session/secret", { old: old.value, new: fresh.value }, { key: null });
				station.notice(say("table.pin changed"), "good");
				close(true);
				await station.load();
			} catch (problem) {
				complain(body, problem);
				(problem.code === "wrong_secret" ? old : fresh).clear();
			}
		}) }, say("table.change pin"));
		return [body, h("div", { class: "actions" }, go)];
	});
}
