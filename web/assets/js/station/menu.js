// What is done at a table beside its rounds.
import { say } from "../lib/words.js";
import { changePIN, chooseDeck, pickLanguage } from "./account.js";
import { closeTable } from "./closing.js";
import { wizard } from "./irregular.js";
import { signOut } from "./lock.js";
import { changeDealer, credit, drop, fill } from "./movements.js";
import { callSupervisor } from "./supervisor.js";

// menuItems are [{id, label, run, enabled}], as the station stands: run does one, with
// a dialog of its own.
export function menuItems(station) {
	const { session, table, view, online, pending } = station;
	const still = online && pending.length === 0, open = still && Boolean(table?.dealer);
	const item = (id, label, enabled, run) => ({ id, label, enabled: Boolean(enabled), run: () => run(station) });
	return [
		item("irregular", say("irregular.title"), open && view, wizard),
		item("supervisor", say("table.call supervisor"), open, callSupervisor),
		item("fill", say("table.fill"), open, fill),
		item("credit", say("table.credit"), open, credit),
		item("drop", say("table.drop"), open, drop),
		item("dealer", say("table.change dealer"), open, (s) => changeDealer(s, signOut)),
		item("close", say("table.close"), open && !view, closeTable),
		item("pin", say("table.change pin"), still && session, changePIN),
		item("language", say("ui.language"), true, pickLanguage),
		item("deck", say("ui.four colours"), true, chooseDeck),
		item("out", say("ui.sign out"), still && session, signOut),
	];
}
