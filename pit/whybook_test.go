package pit_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/floor"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
	"croupier/words"
)

// bySeat are the lines by seat, those of a seat in the order they were settled.
func bySeat(lines []floor.LineView) map[int][]floor.LineView {
	by := map[int][]floor.LineView{}
	for _, l := range lines {
		by[l.Seat] = append(by[l.Seat], l)
	}
	return by
}

// What is explained of a settled round is what was posted, each line once, with
// the paytable it was paid by; of an open one, what its view shows.
func TestWhyTellsOfWhatWasPosted(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	for _, table := range h.tables() {
		live := h.play(table, 4)
		last := live[len(live)-1]
		a, err := h.floor.Audit(t.Context(), idOf(t, last))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range words.Languages() {
			e, err := h.pit.Why(t.Context(), idOf(t, last), l)
			if err != nil {
				t.Fatal(err)
			}
			var told []floor.LineView
			for _, s := range e.Seats {
				for _, line := range s.Lines {
					if line.Said == "" || line.WagerName == "" {
						t.Errorf("%s: nothing is said of %s", l, line.Wager)
					}
					told = append(told, line.LineView)
				}
			}
			if diff := cmp.Diff(text(t, bySeat(a.Entry.Lines)), text(t, bySeat(told))); diff != "" {
				t.Errorf("round %s: %s", last.ID, diff)
			}
			if e.Round != last.ID || e.Language != l || e.Status != last.Status || text(t, e.Entry) != text(t, last.Entry) || text(t, e.Pins) != text(t, last.Pins) {
				t.Errorf("round %s is told as %s %s %s, entry %v", last.ID, e.Round, e.Language, e.Status, e.Entry)
			}
		}
	}
}

// While a round is open nothing is told that its view does not show.
func TestWhyOfAnOpenRound(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	table := h.table(house.Spec{Game: "ultimate-texas-holdem"})
	v := h.seen(h.floor.OpenRound(t.Context(), h.caller(table), table))
	e, err := h.pit.Why(t.Context(), idOf(t, v), words.Russian)
	if err != nil || len(e.Seats) != 0 || e.Entry != nil || e.Status != sight.Betting || e.Dealer.Hand != "" {
		t.Errorf("a round nobody bet in: %+v, %v", e, err)
	}
	if _, err := h.pit.Why(t.Context(), sight.RoundID{Table: table, Number: 2}, words.English); !errors.Is(err, ledger.ErrNoRound) {
		t.Errorf("a round that was never dealt: %v", err)
	}
}
