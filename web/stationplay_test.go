package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/ledger"
	"croupier/web/webtest"
)

// won is a decimal of the tests.
func won(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// tableOf is a table of the game in won, dealt by hand.
func tableOf(game string) house.Spec {
	return house.Spec{
		Game: game, Currency: "KRW", Chip: won("1000"), AnteStep: won("1000"),
		Limits: map[string]house.Limit{"ante": {Min: won("10000"), Max: won("500000")}},
	}
}

// A dealt is a station at which the table's dealer is signed in.
type dealt struct {
	*webtest.Screen
	t     *testing.T
	h     *webtest.House
	table int64
}

func station(t *testing.T, h *webtest.House, table int64, size [2]int64, language string) *dealt {
	t.Helper()
	d := &dealt{h.Screen(size, language), t, h, table}
	d.Go("/assets/none") // nothing of a page is kept yet
	d.signIn()
	d.Go("/station")
	d.See("[data-tap=primary]")
	d.Shot("ready-" + language)
	return d
}

// signIn signs the dealer in at the terminal.
func (d *dealt) signIn() {
	d.t.Helper()
	status := webtest.Eval[int](d.Screen, `fetch("/v1/session", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({name: %q, pin: %q})}).then(r => r.status)`,
		floortest.Dealer(d.table), webtest.PIN)
	if status != 200 {
		d.t.Fatalf("signing in is answered %d", status)
	}
}

// round is the last round of the table, as the API tells the dealer of it.
func (d *dealt) round() floor.View {
	d.t.Helper()
	var v floor.View
	text := webtest.Eval[string](d.Screen, `(async () => { const t = await (await fetch("/v1/tables/%d")).json(); const id = t.round || (await (await fetch("/v1/display/%d")).json()).last[0].id;
		return await (await fetch("/v1/rounds/" + id)).text(); })()`, d.table, d.table)
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		d.t.Fatalf("%v: %s", err, text)
	}
	return v
}

// primary waits until the big button does the step, and taps it.
func (d *dealt) primary(step string) {
	d.t.Helper()
	d.Tap(fmt.Sprintf("[data-tap=primary][data-step=%q]:enabled", step))
}

func (d *dealt) seat(n int) {
	d.t.Helper()
	d.Tap(fmt.Sprintf("[data-tap=seat][data-arg='%d']:enabled", n))
	d.chosen(n)
}

func (d *dealt) chosen(n int) {
	d.t.Helper()
	d.See(fmt.Sprintf("[data-tap=seat][data-arg='%d'][aria-pressed=true]", n))
}

// bet taps chips onto the spot of the seat.
func (d *dealt) bet(seat int, wager string, chips ...string) {
	d.t.Helper()
	d.seat(seat)
	d.Tap(fmt.Sprintf("[data-tap=wager][data-arg=%q]:enabled", wager))
	for _, c := range chips {
		d.Tap(fmt.Sprintf("[data-tap=chip][data-arg=%q]:enabled", c))
	}
}

// keys taps cards.
func (d *dealt) keys(cards string) {
	d.t.Helper()
	for _, c := range strings.Fields(cards) {
		d.Tap(fmt.Sprintf("[data-tap=card][data-arg=%q]:enabled", c))
	}
}

// asks waits until cards are asked for at the place: -1 is the board, 0 the dealer.
func (d *dealt) asks(place int) {
	d.t.Helper()
	d.See(fmt.Sprintf("[data-place='%d'] .slot.here, [data-seat='%d'] .slot.here", place, place))
}

// turnsTo waits until the seat is the one that is answered for.
func (d *dealt) turnsTo(seat int) {
	d.t.Helper()
	d.See(fmt.Sprintf("[data-seat='%d'] .spot[aria-pressed=true]", seat))
}

// decides taps the option of that number, from 1, for the seat that is asked.
func (d *dealt) decides(seat, option int) {
	d.t.Helper()
	d.seat(seat)
	d.Tap("[data-tap=option][data-arg='" + strconv.Itoa(option-1) + "']:enabled")
}

// settles waits for the lines of the seat, holds them to what the API says, and
// confirms the seat.
func (d *dealt) settles(seat int) {
	d.t.Helper()
	d.compares(seat)
	d.primary("pay")
}

type shownLine struct{ Wager, Verdict, Amount string }

func (d *dealt) compares(seat int) {
	d.t.Helper()
	d.chosen(seat)
	d.See(".settling tr[data-wager]")
	var want []shownLine
	verdicts := map[string]string{"win": "pay", "lose": "take", "push": "push", "void": "return"}
	for _, l := range d.round().Lines {
		if l.Seat == seat {
			want = append(want, shownLine{l.Wager, verdicts[string(l.Outcome)], l.Amount.String()})
		}
	}
	got := webtest.Eval[[]shownLine](d.Screen, `[...document.querySelectorAll(".settling tr[data-wager]")].map(r => ({Wager: r.dataset.wager, Verdict: r.dataset.verdict, Amount: r.dataset.amount}))`)
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		d.t.Errorf("the lines of seat %d differ from those of the API: %s", seat, diff)
	}
}

// over waits for the end of the round and holds what the screen says each seat won to
// the entry of the book.
func (d *dealt) over() {
	d.t.Helper()
	d.Until(`[...document.querySelectorAll(".summary [data-net]")].length && [...document.querySelectorAll(".summary [data-net]")].every(e => e.dataset.net)`)
	v := d.round()
	page, err := d.h.Floor.Entries(d.t.Context(), ledger.Filter{Table: d.table, Limit: 100})
	if err != nil {
		d.t.Fatal(err)
	}
	i := slices.IndexFunc(page.Entries, func(e floor.EntryView) bool { return e.Round == v.ID })
	if i < 0 || v.Entry == nil || page.Entries[i].ID != v.Entry.ID {
		d.t.Fatalf("round %s has no entry", v.ID)
	}
	nets := map[string]string{}
	for _, l := range page.Entries[i].Lines {
		seat := strconv.Itoa(l.Seat)
		sum := l.Amount
		if had, ok := nets[seat]; ok {
			sum = sum.Add(won(had))
		}
		nets[seat] = sum.String()
	}
	d.Shot("over-" + webtest.Eval[string](d.Screen, "document.documentElement.lang"))
	got := webtest.Eval[map[string]string](d.Screen, `Object.fromEntries([...document.querySelectorAll(".summary [data-net]")].map(e => [e.dataset.seat, e.dataset.net]))`)
	if diff := cmp.Diff(nets, got); diff != "" {
		d.t.Errorf("the screen says other results than the book: %s", diff)
	}
}

// shots leaves the screen as it stands in all languages. The page is loaded anew for
// each, in the middle of the round.
func (d *dealt) shots(name, see string) {
	d.t.Helper()
	for _, language := range []string{"ko", "ru", "en"} {
		webtest.Eval[bool](d.Screen, `document.cookie = "croupier_language=%s; Path=/"; true`, language)
		d.Go("/station")
		d.Until("document.documentElement.lang === %q", language)
		d.See(see)
		d.fits()
		d.Shot(name + "-" + language)
	}
	d.Axe()
}

// fits fails where the page, or a part of the panel, is larger than what is seen of it.
func (d *dealt) fits() {
	d.t.Helper()
	if over := webtest.Eval[[]string](d.Screen, `[document.documentElement, ...document.querySelectorAll(".panel, .work, .work > *, .side, .felt, .bar, .seat .spot, .go, .undo, .option")]
		.filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map(e => (e.className || e.tagName) + " " + e.scrollWidth + "x" + e.scrollHeight + " in " + e.clientWidth + "x" + e.clientHeight + ": " + e.innerText.slice(0, 60))`); len(over) > 0 {
		d.t.Errorf("does not fit: %q", over)
	}
	if covered := webtest.Eval[[]string](d.Screen, `(() => { const m = [...document.querySelectorAll(".middle .card, .middle .slot")].map(e => e.getBoundingClientRect());
		return [...document.querySelectorAll(".seat .spot")].filter(s => { const b = s.getBoundingClientRect(); return m.some(r => r.left < b.right && b.left < r.right && r.top < b.bottom && b.top < r.bottom); }).map(s => s.innerText.slice(0, 30)); })()`); len(covered) > 0 {
		d.t.Errorf("the cards lie over seats %q", covered)
	}
}

// A round of Ultimate Texas Hold'em by hand, by touch: a bet that is refused, three undos,
// a reload at each step, the lines and the book compared.
func TestStationByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	d := station(t, h, h.Open(tableOf("ultimate-texas-holdem")), webtest.Station, "en")
	d.primary("rest")
	d.threeSeatsBet()
	d.shots("bets", "[data-tap=chip]")
	d.primary("bets")
	d.primary("dealer")
	d.See("[data-tap=option]")
	d.shots("preflop", "[data-tap=option]")
	d.threeSeatsDecide()
	d.asks(0)
	d.keys("Qh Qs")
	d.asks(6)
	d.keys("9h 9c")
	d.settles(6)
	d.asks(3)
	d.keys("7h 7c")
	d.See(".five + .five")
	d.shots("settle", ".five + .five")
	d.settles(3)
	d.settles(1)
	d.over()
	d.struck(3)
	d.primary("rest")
	d.Tap("[data-tap=repeat]:enabled")
	d.Says("[data-seat='3'] [data-wager=trips]", "5,000")
	d.Shot("repeated")
}

func (d *dealt) threeSeatsBet() {
	d.t.Helper()
	d.bet(3, "ante", "5000")
	d.seat(6)
	d.See("[data-seat='3'] .bet.wrong")
	d.seat(3)
	d.See(".limits [role=alert]")
	d.Shot("refused")
	d.Tap("[data-tap=chip][data-arg='5000']")
	d.Tap("[data-tap=chip][data-arg='10000']")
	d.bet(3, "trips", "5000")
	d.seat(6)
	d.See("[data-tap=wager][data-arg=ante][aria-pressed=true]") // trips waits for an ante
	d.Says("[data-seat='3'] [data-wager=blind]", "20,000")
	d.bet(1, "ante", "100000")
	d.Tap("[data-tap=undo]:enabled") // the chips
	d.Says("[data-seat='1'] [data-wager=ante]", "·")
	d.Type("#typed", "50,000")
	d.Key("\r")
	d.Says("[data-seat='1'] [data-wager=blind]", "50,000")
	d.bet(6, "ante", "10000")
}

// threeSeatsDecide plays to the dealer's cards; the flop is keyed wrongly first.
func (d *dealt) threeSeatsDecide() {
	d.t.Helper()
	d.decides(3, 1)
	d.decides(6, 3)
	d.decides(1, 3)
	d.asks(-1)
	d.keys("Ah 7d")
	d.shots("cards", ".grid52 :enabled")
	d.keys("Ah 7d 2c")
	d.Says("[data-tap=undo]", "Flop")
	d.Tap("[data-tap=undo]:enabled") // the flop, and the burn with it
	d.asks(-1)
	d.keys("Ah 7d 7s")
	d.See("[data-tap=option]:enabled")
	d.decides(1, 2)
	d.decides(6, 2)
	d.asks(-1)
	d.keys("Kd 2c")
	d.See("[data-tap=option]:enabled")
	d.turnsTo(1)
	d.decides(1, 1)
	d.turnsTo(6)
	d.Tap("[data-tap=undo]:enabled")
	d.turnsTo(1)
	d.decides(1, 2) // folds
	d.decides(6, 1)
}

// struck fails unless so many events of the last round were taken back.
func (d *dealt) struck(want int) {
	d.t.Helper()
	id, err := floor.ParseRoundID(d.round().ID)
	if err != nil {
		d.t.Fatal(err)
	}
	a, err := d.h.Floor.Audit(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	got := 0
	for _, e := range a.Events {
		if e.Kind == "strike" {
			got++
			if e.Note == "" || e.Actor != floortest.Dealer(d.table) {
				d.t.Errorf("taken back by %q, because %q", e.Actor, e.Note)
			}
		}
	}
	if got != want || !a.Agrees {
		d.t.Errorf("%d events were taken back, want %d", got, want)
	}
}
