package gamestest

import (
	"errors"
	"testing"

	"croupier/games"
)

// checkOrder: cards go round from deal_from, seats are paid from settle_from.
func (c *played) checkOrder(t *testing.T) {
	last := map[string]games.Place{}
	for _, e := range c.round.Standing() {
		side := c.terms.SettleFrom
		switch {
		case e.Place < 1:
			continue
		case e.Kind == games.KindDeal:
			side = c.terms.DealFrom
		case e.Kind != games.KindPay:
			continue
		}
		before, again := last[e.Step]
		if again && (before < e.Place) != (side == games.First) {
			t.Errorf("%s of %v after %v, from the %s", e.Step, e.Place, before, side)
		}
		last[e.Step] = e.Place
	}
}

// checkOver: a round that asks nothing is over, all of it paid or void, and
// takes nothing more.
func (c *played) checkOver(t *testing.T) {
	r := c.fresh()
	for i, e := range c.round.Events() {
		if len(r.Next(nil)) == 0 || r.Over() {
			t.Fatalf("over before event %d", i+1)
		}
		if err := r.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.Next(nil)) != 0 || !r.Over() {
		t.Fatalf("not over: %s", PromptText(r.Next(nil)[0]))
	}
	if !r.Void() && (r.Paid() != r.In() || !r.Closed()) {
		t.Errorf("over with %v paid of %v", r.Paid(), r.In())
	}
	same(t, "settled twice", linesText(r), linesText(r))
	events := append(r.Standing(), ruling(games.KindStrike, games.Dealer, ""), ruling(games.KindVoid, games.Dealer, games.DoReturn))
	for _, e := range events {
		if err := r.Apply(e); !errors.Is(err, games.ErrOver) {
			t.Errorf("%s after the end: %v", EventText(&e), err)
		}
	}
}

// ruling is a strike or a void with a reason.
func ruling(kind games.Kind, at games.Place, do string) games.Event {
	return games.Event{Step: string(kind), Kind: kind, Place: at, Do: do, Note: "a reason"}
}
