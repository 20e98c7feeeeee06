package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

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
	for i, cards := range []string{"7:AsAc", "6:2h3h", "5:AdJd", "4:KsKh", "3:5d6d", "2:", "1:7h7s"} {
		seat := 7 - i
		hand := cards[2:]
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
	d.over()
	d.fits()
	d.Shot("over")
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
	paid := 0
	for d.round().Status != "settled" {
		d.See("[data-step=pay]:enabled")
		v := d.round()
		i := len(v.Next) - 1
		for v.Next[i].Kind != "pay" {
			i--
		}
		seat := int(v.Next[i].Place)
		d.compares(seat)
		if paid++; paid == 1 {
			d.See(".five + .five")
			d.fits()
			d.Shot("settle")
		}
		d.primary("pay")
		if v.Next[i].By == "supervisor" {
			d.approves(seat)
		}
		d.Gone(fmt.Sprintf("[data-seat='%d'] [aria-pressed=true]", seat))
	}
	d.over()
	d.Shot("over")
	second.over()
	d.struck(1)
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
	d.Shot("supervisor-" + strings.Repeat("x", len(pin)%2))
	d.Tap("dialog .actions .primary")
	d.Gone("dialog")
}
