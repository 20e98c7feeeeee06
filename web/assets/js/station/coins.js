// Sums of chips, exact: decimals as texts in and out, whole numbers in between.
const digits = 4; // after the point, as the book counts

const scale = 10n ** BigInt(digits);

// units is the decimal in ten-thousandths; null where the text is none.
export function units(text) {
	const [, sign, whole, part = ""] = /^(-?)(\d{1,18})(?:\.(\d{1,4}))?$/.exec(String(text).trim()) ?? [];
	return whole === undefined ? null : BigInt(sign + whole + part.padEnd(digits, "0"));
}

// text is the decimal of so many ten-thousandths.
export function text(of) {
	const abs = of < 0n ? -of : of, part = (abs % scale).toString().padStart(digits, "0").replace(/0+$/, "");
	return (of < 0n ? "-" : "") + abs / scale + (part && "." + part);
}

// sum is what decimals come to.
export const sum = (texts) => text(texts.reduce((all, t) => all + (units(t) ?? 0n), 0n));

// Chips are made in such steps: those of large currencies, and of small ones.
const steps = { large: ["1", "5", "10", "50", "100", "500", "1000"], small: ["0.25", "0.5", "1", "5", "25", "100", "500", "1000", "5000", "25000", "100000"] };

// denominations are what chips of a table are usually worth, whose smallest is chip.
export function denominations(chip, most = 6) {
	const least = units(chip) ?? scale;
	if (least >= 1000n * scale) return steps.large.slice(0, most).map((s) => text(least * BigInt(s)));
	const all = steps.small.filter((s) => units(s) >= least && units(s) % least === 0n);
	return [...(all.includes(text(least)) ? [] : [text(least)]), ...all].slice(0, most);
}
