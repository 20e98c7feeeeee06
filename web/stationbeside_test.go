package web_test

import (
	"fmt"
	"testing"

	"croupier/floor/floortest"
	"croupier/house/roles"
	"croupier/web/webtest"
)

// All that is done beside a round, in each language and on the smallest screen: nothing
// needs scrolling. The next dealer takes over at the end.
func TestStationBesideInAllLanguages(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	closed, table := h.Set(tableOf("ultimate-texas-holdem")), h.Open(tableOf("ultimate-texas-holdem"))
	var s *terminal
	for i, language := range []string{"ko", "ru", "en"} {
		s = newTerminal(t, h, webtest.Small, language)
		if i == 0 {
			s.deals(table, record(t, settled)...)
			s.deals(table, record(t, `bet 1 ante 10000; bet 2 ante 20000; close; deal hole 1; deal hole 2; deal dealer 0`)...)
		}
		s.shot("entry")
		s.enter(floortest.Dealer(closed))
		s.Tap(".door")
		s.counted(".opening", map[string]string{"1000": "100", "10000": "200", "100000": "20"})
		s.shot("opening")
		s.Tap("[data-view=opening] .plain")
		s.See("[data-view=entry]")
		s.enter(floortest.Dealer(table))
		s.See("[data-tap=option]")
		s.dialogs()
		s.locks(floortest.Dealer(table), "[data-tap=option]")
		s.shot("lock")
	}
	s.Type("[data-view=lock] .pin", webtest.PIN)
	s.Key("\r")
	s.Gone("[data-view=lock]")
	s.See("[data-link=on]")
	s.menu("irregular")
	s.Tap("[data-event=jam]")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	s.menu("close")
	s.counted("dialog section:nth-child(1)", map[string]string{"1000": "35", "10000": "200", "100000": "20"})
	s.shot("close")
	s.Tap("[data-do=counted]")
	s.shot("closing")
	s.Tap("dialog .leave")
	s.relieved(table, "dealer-9")
}

// dialogs shows what there is in a round.
func (s *terminal) dialogs() {
	s.t.Helper()
	s.menu("fill")
	s.shot("fill")
	s.Tap("dialog .leave")
	s.menu("irregular")
	s.shot("events")
	s.Tap("[data-event=exposed]")
	s.shot("ruling")
	s.Tap("dialog .leave")
	s.menu("supervisor")
	s.Tap("[data-item='card 1 seats open 1']")
	s.Tap("[data-pick='3d']")
	s.Tap("[data-item='card 1 seats open 0']")
	s.Shot("correction-" + s.language())
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='1']")
	s.shot("outcome")
	s.Tap("dialog .leave")
	s.menu("pin")
	s.shot("pin")
	s.Tap("dialog .leave")
	s.menu("dealer")
	s.shot("dealer")
	s.Tap("dialog .leave")
}

func (s *terminal) language() string {
	return webtest.Eval[string](s.Screen, "document.documentElement.lang")
}

// shot leaves the screen as it stands, of which all must be seen.
func (s *terminal) shot(name string) {
	s.t.Helper()
	s.fits()
	s.Shot(name + "-" + s.language())
}

// relieved puts another dealer on the table, who signs in there.
func (s *terminal) relieved(table int64, next string) {
	s.t.Helper()
	s.h.Add(next, roles.Dealer)
	s.menu("dealer")
	s.Type("dialog section:not(.second) .names input", markup)
	s.second("supervisor-1", webtest.PIN)
	s.See(".complaint")
	s.harmless()
	s.Type("dialog section:not(.second) .names input", next)
	s.second("supervisor-1", webtest.PIN)
	s.See("[data-view=entry]")
	s.Tap("[data-view=entry] [data-person='" + next + "']")
	s.digits("[data-view=entry]", webtest.PIN)
	s.Tap("[data-view=entry] .primary")
	s.See("[data-tap=primary]")
	if got := asks[struct{ Dealer string }](s, fmt.Sprintf("/v1/tables/%d", table)); got.Dealer != next {
		s.t.Errorf("%q deals at the table, want %q", got.Dealer, next)
	}
}
