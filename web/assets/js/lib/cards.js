// Drawings of cards, as the server draws them.
import { name, say } from "./words.js";
const suits = new URL("../../img/suits.svg", import.meta.url).pathname;
export const ranks = [..."AKQJT98765432"], suitsOf = [..."shdc"];
const svg = (tag, attributes) => {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
	return e;
};
export const cardName = (code) => (code === "??" ? say("card.down") : say("card.of", { rank: name("card", `rank ${code[0]}`), suit: name("card", `suit ${code[1]}`), short: code[0] }));
export const suitMark = (suit, cls = "suitmark") => {
	const e = svg("svg", { class: `${cls} suit-${suit}`, viewBox: "0 0 100 100", "aria-hidden": "true" });
	e.append(svg("use", { class: "ink", href: `${suits}#${suit}` }));
	return e;
};
// card returns the drawing of a card, as Ah; ?? is one that lies face down.
export function card(code, ...marks) {
	const down = code === "??";
	const e = svg("svg", { class: ["card", down ? "back" : `suit-${code[1]}`, ...marks].join(" "), viewBox: "0 0 100 140", role: "img", "aria-label": cardName(code), "data-card": code });
	if (down) {
		e.append(svg("rect", { class: "back", x: 3, y: 3, width: 94, height: 134, rx: 11 }), svg("path", { class: "weave", d: "M20 20 80 120M80 20 20 120M20 70h60M50 20v100" }));
		return e;
	}
	const text = svg("text", { class: "ink", x: 24, y: 38 });
	text.textContent = code[0] === "T" ? "10" : code[0];
	e.append(svg("rect", { class: "face", x: 3, y: 3, width: 94, height: 134, rx: 11 }), text,
		svg("use", { class: "ink", href: `${suits}#${code[1]}`, x: 11, y: 44, width: 26, height: 26 }),
		svg("use", { class: "ink", href: `${suits}#${code[1]}`, x: 32, y: 66, width: 58, height: 58 }));
	return e;
}
