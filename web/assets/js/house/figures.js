// Decimals as texts: what the API says is shown to the digit, and nothing passes
// through a floating number.
import { amount, language } from "../lib/words.js";

const point = language === "ru" ? "," : ".";

// scaled is the number in parts of 10^-places, as a whole number.
function scaled(text, places) {
	const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
	const long = part.padEnd(places + 1, "0");
	const unit = 10n ** BigInt(long.length - places);
	const n = (BigInt(whole + long) + unit / 2n) / unit;
	return sign ? -n : n;
}

function written(n, places) {
	const digits = String(n < 0n ? -n : n).padStart(places + 1, "0");
	const at = digits.length - places;
	return (n < 0n ? "-" : "") + amount(digits.slice(0, at)) + (places ? point + digits.slice(at) : "");
}

// fixed writes the text of a decimal rounded to so many decimals.
export const fixed = (text, places) => written(scaled(text, places), places);

// percent writes a share of one as a percentage with four decimals.
export const percent = (share) => `${written(scaled(share, 6), 4)}\u00a0%`;

// moved writes a difference of shares with its sign.
export function moved(share) {
	const text = percent(share);
	return text.startsWith("-") || !/[1-9]/.test(text) ? text : `+${text}`;
}

// decimal is what was typed as the API reads it, or null where that is no number; a
// comma is a point where the language writes it so.
export function decimal(typed) {
	const text = language === "ru" ? typed.trim().replace(",", ".") : typed.trim();
	return /^\d{1,12}(\.\d{1,8})?$/.test(text) ? text.replace(/^0+(?=\d)/, "").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : null;
}
