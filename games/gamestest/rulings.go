package gamestest

import (
	"testing"

	"croupier/games"
)

// checkLate: a strike is marked where it takes back a bet, the end of betting or
// a decision and cards were dealt or shown since, and nowhere else.
func (c *played) checkLate(t *testing.T) {
	var standing, dealt []int
	for i, e := range c.round.Events() {
		dealt = append(dealt, 0)
		late := false
		if e.Kind == games.KindStrike {
			struck := standing[len(standing)-1]
			standing = standing[:len(standing)-1]
			kind := c.round.Events()[struck].Kind
			late = (kind == games.KindAct || kind == games.KindBet || kind == games.KindClose) && dealt[struck] > 0
		} else {
			standing = append(standing, i)
		}
		if late != e.Late {
			t.Errorf("event %d is a strike marked late %v, want %v", i+1, e.Late, late)
		}
		if len(e.Cards) > 0 {
			bump(dealt)
		}
	}
}

// bump counts one more event with cards after each but the last.
func bump(seen []int) {
	for i := range seen[:len(seen)-1] {
		seen[i]++
	}
}

// checkRekeyed: each event keyed wrongly first, struck and keyed again ends as
// if it had never happened; each strike leaves what was asked as it was, and
// the record longer.
func (c *played) checkRekeyed(t *testing.T) {
	r := c.fresh()
	events := c.round.Standing()
	for _, e := range events {
		before := Snapshot(r)
		for _, wrong := range []games.Event{e, c.mistake(r, &e)} {
			n := r.N()
			if err := r.Apply(wrong); err != nil || r.Over() {
				r = c.replay(t, r.Events()[:n]) // the other card was taken, or the last event ends the round
				continue
			}
			if err := r.Apply(ruling(games.KindStrike, games.Dealer, "")); err != nil {
				t.Fatalf("event %d: %v", n+1, err)
			}
			same(t, "struck", Snapshot(r), before)
			if r.N() != n+2 {
				t.Fatalf("the record has %d events after a strike at %d", r.N(), n)
			}
		}
		if err := r.Apply(e); err != nil {
			t.Fatalf("keyed again: %v", err)
		}
	}
	same(t, "keyed again", Snapshot(r), Snapshot(c.round))
	same(t, "lines keyed again", linesText(r), linesText(c.round))
	same(t, "standing", eventsText(r.Standing()), eventsText(events))
}

// mistake is another answer to the prompt that e answers, from another deck.
func (c *played) mistake(r *games.Round, e *games.Event) games.Event {
	other := NewDealer(c.rand, c.terms.Seats)
	other.made = r.Standing()
	for _, p := range r.Next(nil) {
		if p.Place == e.Place && p.Kind == e.Kind && p.Step == e.Step {
			return other.AnswerTo(p)
		}
	}
	return *e
}

// checkVoids: at some points on the way every void that is offered leads to
// an end with the right lines.
func (c *played) checkVoids(t *testing.T) {
	events := c.round.Events()
	for range 3 {
		n := c.rand.IntN(len(events))
		for _, p := range c.replay(t, events[:n]).Next(nil) {
			if p.Kind != games.KindVoid {
				continue
			}
			for _, o := range p.Options {
				c.checkVoid(t, events[:n], ruling(p.Kind, p.Place, o.Do))
			}
		}
	}
}

func (c *played) checkVoid(t *testing.T, events []games.Event, void games.Event) {
	r := c.replay(t, events)
	if err := r.Apply(void); err != nil {
		t.Fatalf("void at %d: %v", len(events), err)
	}
	if void.Place == games.Dealer && (!r.Over() || !r.Void()) {
		t.Fatalf("a void round is not over at %d", len(events))
	}
	if err := c.dealerAt(r).Play(r); err != nil {
		t.Fatalf("after %s at %d: %v", EventText(&void), len(events), err)
	}
	CheckLines(t, r)
	for _, l := range Lines(r) {
		want := l.Won
		switch {
		case r.Void() || l.Seat == void.Place && void.Do == games.DoReturn:
			want = games.Voided
		case l.Seat == void.Place:
			want = games.Lost
		}
		if l.Won != want {
			t.Errorf("after %s at %d: %s", EventText(&void), len(events), LineText(&l, c.terms))
		}
	}
}
