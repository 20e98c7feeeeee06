package web_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"croupier/games"
	"croupier/house"
	"croupier/web/webtest"
)

// press presses keys, and nothing else of this station is ever touched.
func (d *dealt) press(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		d.Key(k)
	}
}

// enter waits until the big button does the step, and presses Enter.
func (d *dealt) enter(step string) {
	d.t.Helper()
	d.See(fmt.Sprintf("[data-tap=primary][data-step=%q]:enabled", step))
	d.press("\r")
}

// A round of Casino Hold'em at seven seats, by the keyboard alone, on the small screen.
// The cards of the board and of the dealer come from a scanner.
func TestStationByKeys(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	spec := tableOf("casino-holdem")
	spec.Name = `<img src=x onerror=alert(1)>`
	d := station(t, h, h.Open(spec), webtest.Small, "ru")
	d.Says(".bar h1", spec.Name)
	d.enter("rest")
	d.sevenSeatsBet()
	d.sevenSeatsPlay()
	for i, cards := range []string{"7:AsAc", "6:2h3h", "5:AdJd", "4:KsKh", "3:5d6d", "2:", "1:7h7s"} {
		d.settlesByKeys(7-i, cards[2:])
	}
	d.over()
	d.fits()
	d.Axe()
	d.press("?")
	d.See("dialog .keys")
	d.Shot("keys")
	d.Axe()
	d.press(kb.Escape)
	d.Gone("dialog")
	d.press("m")
	d.See("[role=menu] [role=menuitem]:focus")
	d.Shot("menu")
	d.Axe()
	d.press(kb.Escape)
	d.struck(0)
}

func (d *dealt) sevenSeatsBet() {
	d.t.Helper()
	d.See("[data-tap=chip]")
	for seat := 1; seat <= 7; seat++ { // nobody waits for an answer
		d.press("3", "2") // 10,000 and 5,000
		if seat%2 == 1 {
			d.press(kb.ArrowDown, "2", kb.ArrowUp) // AA
		}
		d.press(kb.ArrowRight)
	}
	d.chosen(1)
	d.Until(`document.querySelectorAll(".seat .bet.on:not(.draft)").length === 7 + 4`)
	d.press("e")
	d.Key("<img src=x onerror=alert(1)>\r")
	d.See(".notices .bad")
	d.Key("\x7f") // what is selected goes
	d.press(kb.Escape)
	d.fits()
	d.Shot("bets")
}

// sevenSeatsPlay plays to the dealer's hand.
func (d *dealt) sevenSeatsPlay() {
	d.t.Helper()
	d.enter("bets")
	d.enter("dealer")
	d.asks(-1)
	d.fits()
	d.Shot("cards")
	d.press("AhKd7c\r")
	d.See("[data-tap=option]:enabled")
	d.fits()
	d.Shot("decisions")
	d.press("1", "2", "1", "1", "2", "1", "1") // seats 2 and 5 fold; again nobody waits
	d.asks(-1)
	d.Says("[data-seat='5'] .state", "Фолд")
	d.press("2c9s\r")
	d.asks(0)
	d.press("Q", "h", "1", "0", kb.Backspace, "Q", "s")
}

// settlesByKeys opens the hand, if there is one to open, and confirms the seat.
func (d *dealt) settlesByKeys(seat int, hand string) {
	d.t.Helper()
	if hand != "" {
		d.asks(seat)
		d.press(hand)
	}
	d.compares(seat)
	if seat == 4 {
		d.See(".five + .five")
		d.fits()
		d.Shot("settle")
	}
	d.enter("pay")
}

// A round of Texas Hold'em Bonus that a deck deals: nobody keys a card. A second
// station at the table shows each step, and a payout waits for a supervisor.
func TestStationByDeck(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	spec := tableOf("texas-holdem-bonus")
	spec.Dealing, spec.ApproveWin, spec.House = house.ByDeck, won("1000"), map[string]string{"ante_pays_from": "straight"}
	d := station(t, h, h.Open(spec), webtest.Station, "ko")
	second := &dealt{h.Tab(d.Screen, webtest.Small, "ko"), t, h, d.table}
	second.Go("/station")
	second.See("[data-tap=primary]:enabled")
	d.primary("rest")
	second.See("[data-tap=chip]")
	for _, seat := range []int{2, 4, 5} {
		d.bet(seat, "ante", "10000")
	}
	d.seat(1)
	second.Says("[data-seat='5'] [data-wager=ante]", "10,000")
	d.primary("bets")
	d.Gone("[data-tap=card]")
	d.primary("dealer")
	second.See("[data-tap=option]")
	second.See(".notices [role=status]")
	second.Shot("second")
	d.decides(2, 1)
	d.decides(5, 2)
	second.See("[data-seat='5'].folded")
	second.decides(4, 1) // the other station deals on
	d.primary("flop")
	d.Tap("[data-tap=undo]:enabled")
	d.primary("flop")
	d.Shot("turn-bet")
	d.Tap("[data-tap=pass]:enabled")
	d.primary("turn")
	d.Tap("[data-tap=pass]:enabled")
	d.primary("river")
	d.primary("dealer opens")
	d.primary("seats open")
	d.paysAll()
	d.over()
	second.over()
	d.struck(1)
}

// paysAll confirms seat after seat, with a supervisor where one is asked for.
func (d *dealt) paysAll() {
	d.t.Helper()
	for v := d.round(); v.Status != "settled"; v = d.round() {
		d.See("[data-step=pay]:enabled")
		pay := v.Next[slices.IndexFunc(v.Next, func(p games.Prompt) bool { return p.Kind == games.KindPay })]
		seat := int(pay.Place)
		d.compares(seat)
		d.See(".five .card")
		d.fits()
		d.Shot("settle-" + strconv.Itoa(seat))
		d.primary("pay")
		if pay.By == games.BySupervisor {
			d.approves(seat)
		}
		d.Gone(fmt.Sprintf("[data-seat='%d'] [aria-pressed=true]", seat))
	}
}

// approves lets a supervisor stand by: first with a wrong PIN.
func (d *dealt) approves(seat int) {
	d.t.Helper()
	d.standBy("482199")
	d.See(".notices [role=alert]")
	d.primary("pay")
	d.Says("dialog .why", fmt.Sprint(seat))
	d.standBy(webtest.PIN)
}

func (d *dealt) standBy(pin string) {
	d.t.Helper()
	d.See("dialog .names input")
	d.Type("dialog .names input", "supervisor-1")
	d.Type("dialog .pin", pin)
	d.Shot("supervisor")
	d.Tap("dialog .actions .primary")
	d.Gone("dialog")
}
