// From when on something is in force: now, from a moment in the time zone of the house,
// or not yet.

// offset is how far the zone is ahead of UTC at the moment, in milliseconds.
function offset(at, zone) {
	const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }).formatToParts(at);
	const of = (type) => Number(parts.find((p) => p.type === type).value);
	return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) - at.getTime();
}

// inZone is the moment a clock in the zone shows the local time.
export function inZone(local, zone) {
	const shown = Date.parse(`${local}Z`);
	const first = shown - offset(new Date(shown), zone);
	return new Date(shown - offset(new Date(first), zone)).toISOString();
}

for (const form of document.querySelectorAll("form[data-moment]")) {
	const when = form.querySelector("[data-when]"), field = form.querySelector("[data-from]"), input = field?.querySelector("input");
	if (!when) { form.dataset.body = "{}"; continue; }
	const set = () => { field.hidden = input.disabled = when.value !== "from"; input.required = when.value === "from"; };
	when.addEventListener("change", set);
	set();
	form.addEventListener("submit", () => {
		const now = when.dataset.when === "approve" ? { now: true } : {};
		form.dataset.body = JSON.stringify({ now, from: { from: when.value === "from" && inZone(input.value, input.dataset.zone) }, later: {} }[when.value]);
	});
}
