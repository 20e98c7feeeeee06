package pit_test

import (
	"testing"
	"time"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/pit"
)

// A round of a closed day is corrected: the correction falls on the next day and
// names the old one, whose report and signed totals stay as they are. Over both
// days the win is that of the lines that stand.
func TestACorrectionFallsOnALaterDay(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.pit = pit.New(desk.New(s.pool, func() time.Time { return s.now }), pit.Options{Shelf: counts, Signing: signing})
	table, felt := s.open(house.Spec{Game: ultimate})
	id := s.played(table, flushed.record(t, felt))
	paid := total(s.entries(id)[0].Lines)
	first := noon
	before := report(t, s.pit, pit.Ask{From: first, To: first, By: []string{"bet"}})

	s.now = s.now.Add(24 * time.Hour)
	who := floortest.Caller(floor.Pair{Dealer: floortest.Manager, Supervisor: floortest.Supervisor}, "close", 1)
	_, err := s.pit.CloseDay(t.Context(), who, first, 0)
	must(t, err)
	number, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "a card lay face up in the shoe"})
	s.approved(number)

	after := report(t, s.pit, pit.Ask{From: first, To: first, By: []string{"bet"}})
	if text(t, before.Figures) != text(t, after.Figures) || !after.Tops[0].Reversed || before.Tops[0].Reversed {
		t.Errorf("the closed day was\n%s\nand is\n%s, tops %+v", text(t, before.Figures), text(t, after.Figures), after.Tops)
	}
	next := report(t, s.pit, pit.Ask{From: s.now, To: s.now})
	if f := next.Figures; len(f) != 1 || !f[0].Win.Equal(paid) || f[0].Reversals != 1 || f[0].Corrections != 1 || *f[0].Rounds != 0 || !f[0].Handle.IsNegative() {
		t.Errorf("the next day: %s, want what was paid, %s, back", text(t, f), paid)
	}
	if a := next.Amended; len(a) != 1 || a[0].GamingDay != "2026-12-01" || a[0].RoundDay != "2026-11-30" || a[0].Round != id.String() || a[0].Code != string(pit.VoidRound) {
		t.Errorf("amended: %+v", a)
	}
	both := report(t, s.pit, pit.Ask{From: first, To: s.now})
	if f := both.Figures[0]; !f.Win.IsZero() || !f.Handle.IsZero() || f.Lines != 0 {
		t.Errorf("both days: %s, want nothing", text(t, f))
	}
	day, err := s.pit.Day(t.Context(), first)
	must(t, err)
	if won := day.Tables[0].Statement.Totals[0].Win; !won.Equal(paid.Neg()) {
		t.Errorf("signed a win of %s, want %s", won, paid.Neg())
	}
	k := kept{Pool: s.pool}
	k.equal(t)
	n, err := pit.VerifyDays(t.Context(), s.pool, nil, func(fault string) { t.Error(fault) })
	if err != nil || n != 1 {
		t.Errorf("%d closes, %v", n, err)
	}
	if sum := s.sound(); sum.Faults != 0 {
		t.Error(sum)
	}
}
