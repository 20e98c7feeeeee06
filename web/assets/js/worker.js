// Keeps the station at hand where there is no connection: its page, and what that is
// made of, of the edition this worker is asked for by. What the API says is never kept.
const kept = `station ${location.search.slice(1)}`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil((async () => {
	for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
	await self.clients.claim();
})()));
self.addEventListener("fetch", (e) => {
	const { pathname } = new URL(e.request.url);
	if (e.request.method !== "GET") return;
	if (pathname === "/station") e.respondWith(page(e.request));
	else if (pathname.startsWith("/assets/")) e.respondWith(file(e.request));
});

// page is the server's, and where that cannot be reached the one that came last.
async function page(request) {
	const cache = await caches.open(kept);
	try {
		const answer = await fetch(request);
		if (answer.ok) await cache.put("/station", answer.clone());
		return answer;
	} catch {
		return (await cache.match("/station")) ?? Response.error();
	}
}

// file never changes under its name.
async function file(request) {
	const cache = await caches.open(kept);
	const had = await cache.match(request);
	if (had) return had;
	const answer = await fetch(request);
	if (answer.ok) await cache.put(request, answer.clone());
	return answer;
}
