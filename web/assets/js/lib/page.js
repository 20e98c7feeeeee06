// What every page of the pit and the office does: forms, the language, the deck.
import "./form.js";
import { call } from "./api.js";

const keep = (name, value) => { document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Strict`; };

document.querySelector("[data-choose=language]")?.addEventListener("change", async (e) => {
	keep("croupier_language", e.target.value);
	if (document.body.dataset.person) await call("POST", "/v1/session/language", { language: e.target.value }, { key: null }).catch(() => {});
	location.reload();
});
document.querySelectorAll("[data-choose=deck]").forEach((b) => b.addEventListener("click", () => {
	const four = document.documentElement.dataset.deck !== "4";
	if (four) document.documentElement.dataset.deck = "4"; else delete document.documentElement.dataset.deck;
	b.setAttribute("aria-pressed", String(four));
	keep("croupier_deck", four ? "4" : "2");
}));
document.querySelectorAll("[data-sign-out]").forEach((b) => b.addEventListener("click", async () => {
	await call("DELETE", "/v1/session", undefined, { key: null }).catch(() => {});
	location.assign(b.dataset.signOut || "/signin");
}));
