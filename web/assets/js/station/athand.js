// The station kept at hand: it starts, and says that there is no connection, where a
// browser would have nothing to show.
const edition = new URL(import.meta.url).pathname.split("/")[2];

// keep sees to the worker, and to what this page was made of before there was one.
export async function keep() {
	if (!navigator.serviceWorker) return; // of secure origins only
	await navigator.serviceWorker.register(`/worker.js?${edition}`, { scope: "/station" });
	await navigator.serviceWorker.ready;
	const cache = await caches.open(`station ${edition}`);
	if (await cache.match("/station")) return;
	const loaded = performance.getEntriesByType("resource").map((r) => new URL(r.name).pathname).filter((path) => path.startsWith("/assets/"));
	await cache.addAll(["/station", ...new Set(loaded)]);
}
