package web_test

import (
	"testing"

	"croupier/web/webtest"
)

// preflop is a round of seats 3 and 6 in which seat 3 is asked.
func (d *dealt) preflop() {
	d.t.Helper()
	d.primary("rest")
	d.bet(3, "ante", "10000")
	d.bet(6, "ante", "10000")
	d.primary("bets")
	d.primary("dealer")
	d.See("[data-tap=option]:enabled")
}

// stands waits until the API and the screen say that so many events happened, and
// nothing is on its way.
func (d *dealt) stands(n int) {
	d.t.Helper()
	d.See("[data-link=on]")
	if got := d.round().N; got != n {
		d.t.Errorf("%d events happened, want %d", got, n)
	}
}

// What is tapped while the connection is lost happens once, when it is back: whether
// the server never had it or only the answer was lost, and over a reload.
func TestStationLosesItsConnection(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	d := station(t, h, h.Open(tableOf("ultimate-texas-holdem")), webtest.Station, "en")
	d.preflop()
	n := d.round().N

	d.Offline(true)
	d.decides(3, 1)
	d.decides(6, 3)
	d.See("[data-link=off]")
	d.See(".notices [role=alert]")
	d.See("[data-tap=primary]:disabled")
	d.See("[data-tap=undo]:disabled")
	d.Shot("offline")
	d.Axe()
	d.Offline(false)
	d.asks(-1)
	d.stands(n + 2)

	webtest.Eval[bool](d.Screen, `(() => { const ask = window.fetch; window.fetch = async (path, o) => { const r = await ask(path, o);
		if (o?.method === "POST") { window.fetch = ask; throw new TypeError("the answer is lost"); } return r; }; return true; })()`)
	d.keys("Ah Kd 7c")
	d.See("[data-tap=option]:enabled")
	d.stands(n + 4)

	webtest.Eval[bool](d.Screen, `(() => { const ask = window.fetch; window.fetch = async (path, o) => { const r = await ask(path, o);
		if (o?.method === "POST") { window.gone = true; await new Promise(() => {}); } return r; }; return true; })()`)
	d.Tap("[data-tap=option][data-arg='1']:enabled") // seat 6 checks
	d.Until("window.gone")
	d.Go("/station")
	d.asks(-1)
	d.stands(n + 5)
	d.Until(`!Object.keys(localStorage).some(k => k.startsWith("croupier pending"))`)

	webtest.Eval[bool](d.Screen, `(() => { const ask = window.fetch; window.fetch = (path, o) => o?.method === "HEAD" ? Promise.resolve(new Response(null, {status: 404})) : ask(path, o); return true; })()`)
	d.Offline(true)
	d.See("[data-link=off]")
	d.Offline(false)
	d.See("[data-tap=reload]") // the server has other scripts now
	d.Shot("stale")
}

// A station that is loaded anew while the server is away starts all the same, says that
// there is no connection, and goes on by itself; what was tapped before is sent then.
func TestStationStartsWithoutItsServer(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	d := station(t, h, h.Open(tableOf("ultimate-texas-holdem")), webtest.Station, "ko")
	d.preflop()
	n := d.round().N
	webtest.Eval[bool](d.Screen, `navigator.serviceWorker.ready.then(async () => { while (!(await caches.match("/station"))) await new Promise((on) => setTimeout(on, 50)); return true; })`)
	h.Gone(true)
	d.decides(3, 1)
	d.See("[data-link=off]")
	d.Go("/station")
	d.See(".notices [role=alert]")
	d.Shot("without-server")
	d.Axe()
	h.Gone(false)
	d.See("[data-tap=option]:enabled") // of seat 6
	d.stands(n + 1)
	if said := webtest.Eval[bool](d.Screen, `caches.keys().then(async (names) => { for (const name of names) for (const r of await (await caches.open(name)).keys()) if (new URL(r.url).pathname.startsWith("/v1/")) return true; return false; })`); said {
		t.Error("an answer of the API was kept")
	}
}

// Of two taps the second does nothing; what stands on a state that is gone is not
// recorded, and said; a session that ended says so and loses nothing.
func TestStationTwice(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	d := station(t, h, h.Open(tableOf("ultimate-texas-holdem")), webtest.Station, "en")
	twice := func(css string) {
		t.Helper()
		d.See(css + ":enabled")
		webtest.Eval[bool](d.Screen, `(() => { const e = document.querySelector(%q); e.click(); e.click(); document.querySelector(%q)?.click(); return true; })()`, css, css)
	}
	twice("[data-tap=primary]")
	d.bet(3, "ante", "10000")
	d.bet(6, "ante", "10000")
	twice("[data-tap=primary]")
	d.See("[data-tap=primary][data-step=dealer]")
	d.stands(3)
	twice("[data-tap=primary]")
	d.See("[data-tap=option]:enabled")
	d.stands(6)
	twice("[data-tap=option][data-arg='2']")
	d.Says("[data-tap=undo]", "checks")
	d.stands(7)
	twice("[data-tap=undo]")
	d.Says("[data-tap=undo]", "Hole cards")
	d.stands(8)

	second := &dealt{h.Tab(d.Screen, webtest.Station, "en"), t, h, d.table}
	second.Go("/station")
	second.See("[data-tap=option]:enabled")
	d.Offline(true)
	d.decides(3, 3)
	d.See("[data-link=off]")
	second.decides(3, 1)
	second.Says("[data-seat='3'] [data-wager=play]", "40,000")
	d.Offline(false)
	d.See(".notices .warn")
	d.Says("[data-seat='3'] [data-wager=play]", "40,000")
	d.stands(9)
	d.Shot("moved")

	if status := webtest.Eval[int](second.Screen, `fetch("/v1/session", {method: "DELETE"}).then(r => r.status)`); status != 204 {
		t.Fatalf("signing out is answered %d", status)
	}
	d.decides(6, 3)
	d.Gone("[data-tap=option]")
	d.See(".notices .warn")
	d.Shot("ended")
	d.signIn()
	d.Go("/station")
	d.asks(-1) // what was tapped before is kept, and happens now
	d.stands(10)
}

// What a station costs: the bytes of a cold start, the first paint, and from a tap to
// the next frame.
func TestStationIsQuick(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(tableOf("ultimate-texas-holdem"))
	for _, language := range []string{"en", "ru", "ko"} {
		d := station(t, h, table, webtest.Station, language)
		if language == "en" {
			d.primary("rest")
		}
		d.See("[data-tap=chip]:enabled")
		w := webtest.Eval[struct{ All, Fonts, Files, Paint, Useful float64 }](d.Screen, `(async () => { await document.fonts.ready; while (!(await caches.match("/station"))) await new Promise((on) => setTimeout(on, 50));
			const size = new Map(); // what the worker hands on has no transfer of its own
			for (const e of [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]) if (!e.name.includes("/v1/")) {
				const key = e.entryType + e.name; size.set(key, {name: e.name, bytes: Math.max(size.get(key)?.bytes ?? 0, e.transferSize, e.encodedBodySize)}); }
			const all = [...size.values()], sum = l => l.reduce((n, e) => n + e.bytes, 0); return {All: sum(all), Fonts: sum(all.filter(e => e.name.endsWith(".woff2"))), Files: all.length, Paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
			Useful: performance.getEntriesByType("resource").filter(e => e.name.includes("/v1/rounds")).map(e => e.responseEnd)[0] ?? 0}; })()`)
		t.Logf("%s: %.0f KB in %.0f files, of which fonts %.0f KB; first paint %.0f ms, the felt %.0f ms", language, w.All/1000, w.Files, w.Fonts/1000, w.Paint, w.Useful)
		if w.All > 300_000 || w.All-w.Fonts < 20_000 {
			t.Errorf("%s: a cold start loads %.0f bytes", language, w.All)
		}
		if language != "en" {
			continue
		}
		webtest.Eval[bool](d.Screen, `(() => { window.frames_ = []; addEventListener("click", e => requestAnimationFrame(() => setTimeout(() => frames_.push(performance.now() - e.timeStamp))), true); return true; })()`)
		for range 12 {
			d.Tap("[data-tap=chip][data-arg='10000']")
		}
		d.Until("frames_.length === 12")
		took := webtest.Eval[[]float64](d.Screen, "frames_.sort((a, b) => a - b)")
		t.Logf("from a tap to the frame that shows it: half within %.0f ms, the slowest %.0f ms", took[6], took[11])
	}
}
