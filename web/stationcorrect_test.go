package web_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
	"croupier/web/webtest"
)

// A round that was settled wrongly is corrected with a supervisor at the dealer's screen:
// a card, then a bet with the decision that follows it, then a decision after which
// cards are asked for; and at last the round is void.
func TestStationCorrects(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(tableOf("ultimate-texas-holdem"))
	s := newTerminal(t, h, webtest.Station, "en")
	s.enter(floortest.Dealer(table))
	r := s.deals(table, record(t, settled)...)
	s.See(".summary [data-net]")
	s.correctsCard(r)
	s.correctsBet(r)
	s.correctsDecision(r)
	s.takesBetAway(r)
	s.menu("supervisor")
	s.Tap("[data-do=void]")
	s.Type("#why", "misdealt")
	s.Tap("[data-do=void]")
	s.See(".moves")
	s.corrected(r, 11)
	if _, err := ledger.Verify(t.Context(), h.Pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) }); err != nil {
		t.Error(err)
	}
}

// correctsCard replaces a card; nobody but a supervisor approves it.
func (s *terminal) correctsCard(r floor.RoundID) {
	s.t.Helper()
	s.menu("supervisor")
	s.See(".record [data-item]")
	s.Axe()
	s.Shot("record")
	s.Tap("[data-item='card 1 seats open 1']")
	s.Axe()
	s.Shot("card")
	s.Tap("[data-pick='3d']")
	s.Says("[data-place='1']", "changed")
	s.Type("#why", markup)
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='1']")
	s.harmless()
	s.Axe()
	s.fits()
	s.Shot("outcome")
	s.second(floortest.Dealer(r.Table), webtest.PIN)
	s.refused("two_persons")
	s.second("supervisor-1", "902817")
	s.refused("wrong_secret")
	s.corrected(r, 3)
}

// correctsBet doubles an ante: the play bet is four times that still.
func (s *terminal) correctsBet(r floor.RoundID) {
	s.t.Helper()
	s.menu("supervisor")
	s.Tap("[data-item='bet 1 ante']")
	s.Type("#stake", "20000")
	s.Tap("[data-do=stake]")
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='1']")
	s.corrected(r, 5)
	if bets := s.asIfDealt(r).Seats[0].Bets; bets["ante"] != "20000" || bets["play"] != "80000" {
		s.t.Errorf("seat 1 bets %v", bets)
	}
}

// correctsDecision lets a seat play that folded, and keys the cards it shows then.
func (s *terminal) correctsDecision(r floor.RoundID) {
	s.t.Helper()
	s.menu("supervisor")
	s.Tap("[data-item='act 2 after river']")
	s.Tap(".editor [data-answer^='bet play']")
	s.Tap("[data-do=work]:enabled")
	s.Says(".asked", "Seat 2")
	s.Shot("asked")
	s.Tap(".asked [data-pick='Ad']")
	s.Tap(".asked [data-pick='Kd']")
	s.See(".moves [data-seat='2']")
	s.corrected(r, 7)
	if seat := s.asIfDealt(r).Seats[1]; seat.Folded || seat.Cards.String() != "Ad Kd" {
		s.t.Errorf("%+v", seat)
	}
}

// takesBetAway takes out a seat that never bet; nothing is asked of it any more.
func (s *terminal) takesBetAway(r floor.RoundID) {
	s.t.Helper()
	s.menu("supervisor")
	s.Tap("[data-item='bet 2 ante']")
	s.Tap("[data-do='no bet']")
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='2']")
	s.corrected(r, 9)
	if v := s.asIfDealt(r); len(v.Seats) != 1 || v.Seats[0].Seat != 1 {
		s.t.Errorf("%+v", v.Seats)
	}
}

// corrected holds what the screen says of chips to what the entries come to, once a
// supervisor approved: the round has so many entries then.
func (s *terminal) corrected(id floor.RoundID, entries int) {
	s.t.Helper()
	said := webtest.Eval[map[string]string](s.Screen, `Object.fromEntries([...document.querySelectorAll(".moves [data-seat]")].map(e => [e.dataset.seat, e.dataset.chips]))`)
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	list, err := ledger.ReadEntries(s.t.Context(), s.h.Pool, id.Table, id.Number)
	if err != nil || len(list) != entries {
		s.t.Fatalf("%d entries, %v, want %d", len(list), err, entries)
	}
	moved := map[string]string{}
	for seat := range games.Place(8) {
		chips := won("0")
		for _, e := range list[entries-2:] {
			for _, l := range e.Lines {
				if l.Seat == seat {
					chips = chips.Add(l.Amount)
				}
			}
		}
		if !chips.IsZero() {
			moved[fmt.Sprint(int(seat))] = chips.String()
		}
	}
	if diff := cmp.Diff(moved, said); diff != "" {
		s.t.Errorf("the screen said other chips than the book moved: %s", diff)
	}
	for _, e := range list[entries-2:] {
		if e.Actor != floortest.Dealer(id.Table) || e.Approver != "supervisor-1" {
			s.t.Errorf("%s by %s, approved by %s", e.Kind, e.Actor, e.Approver)
		}
	}
}

// asIfDealt is the round as the record that stands makes it.
func (s *terminal) asIfDealt(id floor.RoundID) floor.View {
	s.t.Helper()
	list, err := s.h.Pit.Corrections(s.t.Context(), pit.CorrectionFilter{Table: id.Table, Round: id.Number, State: pit.Approved})
	if err != nil || len(list) == 0 {
		s.t.Fatal(list, err)
	}
	felt, err := house.LoadFelt(s.t.Context(), s.h.Pool, id.Table, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	round := felt.Round()
	for _, e := range list[0].Events {
		if err := round.Apply(e); err != nil {
			s.t.Fatal(err)
		}
	}
	return sight.Of(ledger.Round{Table: id.Table, Number: id.Number}, felt, round)
}
