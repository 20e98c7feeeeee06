package gamestest

import (
	"encoding/json"
	"testing"

	"croupier/cards"
	"croupier/games"
)

// EventText prints an event as the JSON it is kept in.
func EventText(e *games.Event) string {
	b, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// checkRecord: the record alone, written down and read again, rebuilds the
// round.
func (c *played) checkRecord(t *testing.T) {
	b, err := json.Marshal(c.round.Events())
	if err != nil {
		t.Fatalf("the record cannot be written: %v", err)
	}
	var events []games.Event
	if err := json.Unmarshal(b, &events); err != nil {
		t.Fatalf("the record cannot be read: %v\n%s", err, b)
	}
	again := c.replay(t, events)
	same(t, "replayed", Snapshot(again), Snapshot(c.round))
	same(t, "lines replayed", linesText(again), linesText(c.round))
	same(t, "record replayed", recordText(again), recordText(c.round))
}

// checkDeck: a deck answering by the places its cards were drawn from makes
// the same record as a hand keying what lies on the felt; and nothing but the
// cards shown can be read from the round on the way.
func (c *played) checkDeck(t *testing.T) {
	r := c.fresh()
	for i, e := range c.round.Events() {
		down := e.Kind == games.KindDeal && !e.Cards[0].Known()
		switch {
		case down:
			e.Cards = nil
		case e.Kind == games.KindDeal:
			n := Drawn(r)
			e.Cards = append(cards.Cards(nil), c.deal.Deck[n:n+len(e.Cards)]...)
		case e.Kind == games.KindShow:
			e.Cards = c.fromDeck(r, e.Place, len(e.Cards))
		}
		if err := r.Apply(e); err != nil {
			t.Fatalf("event %d by deck: %v", i+1, err)
		}
		checkHidden(t, r)
	}
	same(t, "record by deck", recordText(r), recordText(c.round))
}

// fromDeck returns the next n cards the place has to show.
func (c *played) fromDeck(r *games.Round, p games.Place, n int) cards.Cards {
	var cs cards.Cards
	for _, at := range r.Drawn(p)[r.Shown(p):][:n] {
		cs = append(cs, c.deal.Deck[at])
	}
	return cs
}

// Drawn returns how many cards have left the deck.
func Drawn(r *games.Round) int {
	n := 0
	for p := games.Burn; p <= games.MaxSeats; p++ {
		n += len(r.Drawn(p))
	}
	return n
}

// checkHidden: exactly the cards shown are known, and each lies in one place.
func checkHidden(t *testing.T, r *games.Round) {
	var known, recorded cards.Set
	for p := games.Burn; p <= games.MaxSeats; p++ {
		for i, card := range r.Cards(p) {
			if card.Known() != (i < r.Shown(p)) {
				t.Errorf("event %d: card %d of %v is %v, %d shown", r.N(), i+1, p, card, r.Shown(p))
			}
			if known.Has(card) {
				t.Errorf("event %d: %v lies in two places", r.N(), card)
			}
			if card.Known() {
				known = known.With(card)
			}
		}
	}
	for _, e := range r.Standing() {
		recorded |= cards.SetOf(e.Cards...)
	}
	if known != recorded {
		t.Errorf("event %d: the round knows %v, its record %v", r.N(), known.Cards(), recorded.Cards())
	}
}
