package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/web/webtest"
)

const markup = `<img src=x onerror=alert(1)>`

// A terminal is a station before a round is looked at.
type terminal struct {
	*webtest.Screen
	t *testing.T
	h *webtest.House
}

func newTerminal(t *testing.T, h *webtest.House, size [2]int64, language string) *terminal {
	t.Helper()
	s := &terminal{h.Screen(size, language), t, h}
	s.Go("/station")
	s.See("[data-view=entry]")
	return s
}

// enter signs the person in through the screen, the PIN by touch.
func (s *terminal) enter(name string) {
	s.t.Helper()
	s.Type("[data-view=entry] .names input", name)
	s.digits("[data-view=entry]", webtest.PIN)
	s.Tap("[data-view=entry] .primary")
	s.Gone("[data-view=entry]")
}

// digits taps a PIN on the pad within the selector.
func (s *terminal) digits(within, pin string) {
	s.t.Helper()
	s.Tap(within + " .pinpad button[aria-label='" + webtest.Eval[string](s.Screen, `[...document.querySelectorAll(".pinpad button")].find(b => b.textContent === "C").ariaLabel`) + "']")
	for _, d := range pin {
		s.Tap(fmt.Sprintf("%s .pinpad button[aria-label='%c']", within, d))
	}
}

// second names the second person with a PIN, and taps the button that books.
func (s *terminal) second(name, pin string) {
	s.t.Helper()
	s.Type(".second .names input", name)
	s.Type(".second .pin", pin)
	s.Tap(".actions .primary:enabled")
}

// counted types pieces by denomination into the count with that place on the screen.
func (s *terminal) counted(within string, pieces map[string]string) {
	s.t.Helper()
	for denomination, n := range pieces {
		s.Type(fmt.Sprintf("%s .counts input[data-denomination='%s']", within, denomination), n)
	}
}

// menu does what the menu has under that id.
func (s *terminal) menu(item string) {
	s.t.Helper()
	s.Tap("[data-tap=menu]")
	s.Tap("[role=menu] [data-item=" + item + "]:enabled")
}

// refused waits until the problem is said, in words and not as a code.
func (s *terminal) refused(code string) {
	s.t.Helper()
	s.See(fmt.Sprintf(".complaint[data-problem=%q]", code))
	if text := s.Text(".complaint"); strings.Contains(text, code) {
		s.t.Errorf("the refusal %s is said as %q", code, text)
	}
}

// harmless fails where a text has become markup.
func (s *terminal) harmless() {
	s.t.Helper()
	if n := s.Count("img"); n > 0 {
		s.t.Errorf("%d pictures were typed into the page", n)
	}
}

// fits fails where a dialog, or what stands in place of the felt, needs scrolling.
func (s *terminal) fits() {
	s.t.Helper()
	if over := webtest.Eval[[]string](s.Screen, `[...document.querySelectorAll("dialog[open], dialog[open] > .body, .desk-view")]
		.filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map(e => e.className + " " + e.scrollWidth + "x" + e.scrollHeight + " in " + e.clientWidth + "x" + e.clientHeight)`); len(over) > 0 {
		s.t.Errorf("does not fit: %q", over)
	}
}

// asks asks the API as somebody who may read all.
func asks[T any](s *terminal, path string) (v T) {
	s.t.Helper()
	text := webtest.Eval[string](s.Screen, `fetch(%q).then(r => r.text())`, path)
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		s.t.Fatalf("%s: %v: %s", path, err, text)
	}
	return v
}

// A table from its opening to its result sheet: who signs in, what the two persons
// count, what is refused on the way, and the sheet that ties to the book.
func TestStationOpensAndCloses(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Set(tableOf("ultimate-texas-holdem"))
	dealer := floortest.Dealer(table)
	s := newTerminal(t, h, webtest.Station, "en")
	s.signsIn(dealer)
	s.opens(table, dealer)
	s.moves()
	s.closes()
	s.ties(table)
	s.Tap("dialog .primary")
	s.See("[data-view=opening]")
}

// signsIn signs the dealer in after two failures.
func (s *terminal) signsIn(dealer string) {
	s.t.Helper()
	s.Axe()
	s.Shot("entry")
	s.Type(".names input", dealer)
	s.digits("[data-view=entry]", "902817")
	s.Tap(".primary")
	s.refused("wrong_secret")
	s.Shot("entry-wrong")
	s.Type(".names input", markup)
	s.digits("[data-view=entry]", "902817")
	s.Tap(".primary")
	s.See(".complaint")
	s.harmless()
	s.enter(dealer)
}

// opens counts the float and opens the table, with a supervisor and with nobody less.
func (s *terminal) opens(table int64, dealer string) {
	s.t.Helper()
	s.See("[data-view=opening] .door")
	s.Shot("choose")
	s.Tap(".door")
	s.counted(".opening", map[string]string{"1000": "100", "5000": "40", "10000": "200"})
	s.Says(".counts output", "2,300,000")
	s.Tap(".counts tbody tr:nth-child(4) .stepper button:last-child") // a stack of twenty of 50,000
	s.Says(".counts output", "3,300,000")
	s.Axe()
	s.fits()
	s.second("supervisor-1", "902817")
	s.refused("wrong_secret")
	s.second(dealer, webtest.PIN)
	s.refused("two_persons")
	s.Shot("opening")
	s.second("supervisor-1", webtest.PIN)
	s.See("[data-tap=primary]")
	if got := asks[struct{ Dealer string }](s, fmt.Sprintf("/v1/tables/%d", table)); got.Dealer != dealer {
		s.t.Errorf("%q deals at the table, want %q", got.Dealer, dealer)
	}
}

// moves books a fill, a credit and a drop.
func (s *terminal) moves() {
	s.t.Helper()
	s.menu("fill")
	s.Type("#slip", markup)
	s.counted("dialog", map[string]string{"10000": "30"})
	s.second("supervisor-1", webtest.PIN)
	s.See(".complaint")
	s.harmless()
	s.Type("#slip", "F-1017")
	s.Axe()
	s.fits()
	s.Shot("fill")
	s.second("supervisor-1", webtest.PIN)
	s.Says(".notices", "300,000")
	s.menu("credit")
	s.Type("#slip", "C-1018")
	s.counted("dialog", map[string]string{"5000": "10"})
	s.second("supervisor-1", webtest.PIN)
	s.Says(".notices", "50,000")
	s.menu("drop")
	s.Type(".counts .other input", "20000")
	s.Key("\r")
	s.counted("dialog", map[string]string{"20000": "3"})
	s.second("supervisor-1", webtest.PIN)
	s.Says(".notices", "60,000")
}

// closes counts what is there, and 10,000 more in the box than the book holds.
func (s *terminal) closes() {
	s.t.Helper()
	s.menu("close")
	s.counted("dialog section:nth-child(1)", map[string]string{"1000": "100", "5000": "30", "10000": "224", "50000": "20"})
	s.counted("dialog section:nth-child(2)", map[string]string{"10000": "1"})
	s.fits()
	s.Axe()
	s.Shot("close")
	s.Tap("[data-do=counted]")
	s.Says(".totals", "3,490,000")
	s.second("supervisor-1", webtest.PIN)
	s.refused("variance_reason")
	s.Type("#reason", markup)
	s.Axe()
	s.fits()
	s.Shot("close-reason")
	s.second("supervisor-1", webtest.PIN)
	s.See(".sheet [data-field=variance]")
	s.harmless()
	s.Axe()
	s.Shot("sheet")
}

// ties compares the sheet on the screen with that of the book.
func (s *terminal) ties(table int64) {
	s.t.Helper()
	sheet, err := s.h.Floor.Result(s.t.Context(), table, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	got := webtest.Eval[map[string]string](s.Screen, `Object.fromEntries([...document.querySelectorAll(".sheet [data-field]")].map(e => [e.dataset.field, e.textContent.replaceAll(",", "")]))`)
	want := map[string]string{
		"opening": sheet.Opening.String(), "fills": sheet.Fills.String(), "credits": sheet.Credits.String(), "drop": sheet.Drop.String(),
		"closing": sheet.Closing.String(), "win": sheet.Win.String(), "win_in_book": sheet.WinInBook.String(), "variance": sheet.Variance.String(),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("the sheet differs from the book: %s", diff)
	}
	if sheet.Variance.IsZero() || sheet.Fills.String() != "300000" || sheet.Drop.String() != "70000" {
		s.t.Errorf("%+v", sheet)
	}
}

// A terminal locks; the PIN opens it, and the round is as it was. What was tapped while
// it was locked happens then, once.
func TestStationLocks(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(tableOf("ultimate-texas-holdem"))
	s := newTerminal(t, h, webtest.Small, "en")
	s.enter(floortest.Dealer(table))
	s.Tap("[data-tap=primary][data-step=rest]:enabled")
	s.See("[data-tap=chip]")
	id, err := floor.ParseRoundID(asks[struct{ Round string }](s, fmt.Sprintf("/v1/tables/%d", table)).Round)
	if err != nil {
		t.Fatal(err)
	}
	s.Type("#typed", "20,000")
	s.Key("\r")
	s.locks(floortest.Dealer(table), "[data-tap=seat][data-arg='2']") // which sends the bet
	s.Axe()
	s.fits()
	s.Shot("lock")
	s.Type("[data-view=lock] .pin", "902817")
	s.Key("\r")
	s.refused("wrong_secret")
	s.digits("[data-view=lock]", webtest.PIN)
	s.Tap("[data-view=lock] .primary")
	s.Gone("[data-view=lock]")
	s.See("[data-link=on]")
	if v := s.round(id); len(v.Seats) != 1 || v.Seats[0].Bets["ante"] != "20000" {
		t.Errorf("unlocked, the round has the seats %+v", v.Seats)
	}
	s.keepsWhatWasTyped(floortest.Dealer(table))
	s.Tap("[data-tap=seat][data-arg='2']:enabled")
	s.Type("#typed", "10,000")
	s.Key("\r")
	s.locks(floortest.Dealer(table), "[data-tap=seat][data-arg='1']")
	s.Tap("[data-view=lock] .plain")
	s.See("[data-view=entry]")
	s.locksOut(floortest.Dealer(table))
}

// keepsWhatWasTyped locks the terminal over a fill, which is booked after that.
func (s *terminal) keepsWhatWasTyped(dealer string) {
	s.t.Helper()
	s.menu("fill")
	s.Type("#slip", "F-1")
	s.counted("dialog", map[string]string{"10000": "7"})
	s.Type(".second .names input", "supervisor-1")
	s.Type(".second .pin", webtest.PIN)
	s.locks(dealer, "dialog .primary")
	s.Gone("dialog")
	s.digits("[data-view=lock]", webtest.PIN)
	s.Tap("[data-view=lock] .primary")
	s.Says("dialog .counts output", "70,000")
	s.second("supervisor-1", webtest.PIN)
	s.Says(".notices", "70,000")
}

// locksOut fails to sign the dealer in, in another language, until the account locks.
func (s *terminal) locksOut(dealer string) {
	s.t.Helper()
	s.Tap(".pickers [data-language=ko]")
	s.Until("document.documentElement.lang === 'ko'")
	s.See("[data-view=entry]")
	s.Tap(".pickers > button")
	s.See("html[data-deck='4']")
	for _, code := range []string{"wrong_secret", "wrong_secret", "wrong_secret", "account_locked"} { // three lock it
		s.Tap(".known [data-person='" + dealer + "']")
		s.Type(".pin", "902817")
		s.Key("\r")
		s.See(fmt.Sprintf(".complaint[data-problem=%q]", code))
		if code == "account_locked" {
			s.Shot("account-locked")
		}
		webtest.Eval[bool](s.Screen, `document.querySelector(".complaint").remove(), true`)
	}
}

// locks makes it long ago that the terminal of the person was used, and presses the
// control, which may lie under the lock already: the screen looks by itself, too.
func (s *terminal) locks(name, css string) {
	s.t.Helper()
	if _, err := s.h.Pool.Exec(s.t.Context(), `UPDATE sessions SET seen = seen - interval '1 hour' WHERE person = $1`, name); err != nil {
		s.t.Fatal(err)
	}
	webtest.Eval[bool](s.Screen, "document.querySelector(%q).click(), true", css)
	s.See("[data-view=lock]")
}
