// What the house has to say, in the language of the page: the same messages as the
// server's, given in the element #words.
const given = JSON.parse(document.getElementById("words")?.textContent || "{}");
export const language = document.documentElement.lang || "en";
const plural = new Intl.PluralRules(language);
const marks = language === "ru" ? { thousands: "\u00a0", point: "," } : { thousands: ",", point: "." };

// has reports whether there is a message of the key.
export const has = (key) => Object.hasOwn(given, key);

// say returns the message with its blanks filled in; n counts. A key nobody knows is
// said as itself.
export function say(key, args = {}) {
	let text = has(key) ? given[key] : undefined;
	if (text && typeof text === "object") text = text[plural.select(Number(args.n))] ?? text.other;
	if (text === undefined) return key;
	return text.replace(/\{\{\.([a-z]+)\}\}/g, (_, name) => (name in args ? String(args[name]) : `{{.${name}}}`));
}

// name is what the thing is called; what the house names itself is as it is.
export const name = (group, thing) => (has(`${group}.${thing}`) ? say(`${group}.${thing}`) : String(thing));

// amount writes the text of a decimal in the language's form, every digit of it.
export function amount(text) {
	const [, sign, whole, part] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
	if (whole === undefined) return String(text);
	return sign + whole.replace(/\B(?=(\d{3})+$)/g, marks.thousands) + (part ? marks.point + part : "");
}

// clock writes a time of day as it is in the zone; without one, in UTC.
export const clock = (at, zone) => new Date(at).toLocaleTimeString(language, { timeZone: zone || "UTC", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
