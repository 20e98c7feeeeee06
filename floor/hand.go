package floor

import (
	"errors"
	"fmt"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
)

// A hand is a round in play: its record folded, on the felt it was opened on.
type hand struct {
	id     RoundID
	opened ledger.Round
	felt   *house.Felt
	round  *games.Round
	seal   sealer
	cards  *deck // of the deck that deals, once it was opened

	supervised bool           // a supervisor stands by
	approved   []approvedNote // the payouts that took one
}

// byDeck reports whether a deck deals.
func (h *hand) byDeck() bool { return h.opened.Sealed != nil }

// deck opens the sealed deck, which only what needs its cards does: a round
// whose key is lost can still be read, struck and voided.
func (h *hand) deck() (*deck, error) {
	var err error
	if h.cards == nil {
		h.cards, err = h.seal.open(h.opened.Sealed, h.id)
	}
	return h.cards, err
}

// hand folds the record of a round that was opened on the felt.
func (f *Floor) hand(felt *house.Felt, opened ledger.Round, events []ledger.Event) (*hand, error) {
	h := &hand{id: RoundID{Table: opened.Table, Number: opened.Number}, opened: opened, felt: felt, seal: f.seal}
	record := make([]games.Event, len(events))
	for i := range events {
		record[i] = events[i].Event
	}
	var err error
	if h.round, err = games.Replay(h.felt.Game, h.felt.Terms, h.felt.Pays, record); err != nil {
		// What is stored is at fault, not the request: no refusal of the game's.
		return nil, fmt.Errorf("round %s does not replay: %s", h.id, err.Error())
	}
	return h, nil
}

// apply applies the change, all of it or none as far as the caller keeps to
// it: on an error the hand is of no further use.
func (h *hand) apply(c Change) error {
	n := h.round.N()
	if c.N != AnyN && c.N != n {
		return h.refuse(fmt.Errorf("n is %d, the round has %d events: %w", c.N, n, ErrStale), 0, n)
	}
	if len(c.Events) == 0 {
		return ErrNoEvents
	}
	for i, e := range c.Events {
		if h.byDeck() {
			if err := h.answer(&e); errors.Is(err, ErrSeal) {
				return err
			} else if err != nil {
				return h.refuse(err, i, n)
			}
		}
		if err := h.approve(&e); err != nil {
			return h.refuse(err, i, n)
		}
		if err := h.round.Apply(e); err != nil {
			return h.refuse(err, i, n)
		}
	}
	return nil
}

// refuse says what would be accepted in the place of the event.
func (h *hand) refuse(err error, index, n int) error {
	return &Refused{Err: err, Index: index, N: n, Next: sight.Next(h.felt, h.round)}
}

// entry is the entry the round ends in.
func (h *hand) entry(kind string) *ledger.Entry {
	e := &ledger.Entry{Kind: kind, Currency: h.opened.Currency}
	if events := h.round.Events(); kind == ledger.KindVoid {
		e.Reason = events[len(events)-1].Note // of the ruling that left nothing to play for
	}
	for _, l := range sight.Due(h.round) {
		kept := ledger.Line{Line: l}
		if l.Row != "" {
			kept.Paytable = h.felt.Digests[l.Wager]
		}
		e.Lines = append(e.Lines, kept)
	}
	return e
}
