package floor

import (
	"fmt"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
)

// A hand is a round in play: its record folded, on the felt it was opened on.
type hand struct {
	id     RoundID
	opened ledger.Round
	felt   *house.Felt
	round  *games.Round
	deck   *deck // nil where a hand deals
}

// hand folds the record of a round that was opened on the felt.
func (f *Floor) hand(felt *house.Felt, opened ledger.Round, events []ledger.Event) (*hand, error) {
	h := &hand{id: RoundID{opened.Table, opened.Number}, opened: opened, felt: felt}
	var err error
	if opened.Sealed != nil {
		if h.deck, err = f.seal.open(opened.Sealed, h.id); err != nil {
			return nil, err
		}
	}
	record := make([]games.Event, len(events))
	for i := range events {
		record[i] = events[i].Event
	}
	h.round, err = games.Replay(h.felt.Game, h.felt.Terms, h.felt.Pays, record)
	if err != nil {
		return nil, fmt.Errorf("round %s: %w", h.id, err)
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
		var err error
		if h.deck != nil {
			err = h.deck.answer(h.round, &e)
		}
		if err == nil {
			err = h.round.Apply(e)
		}
		if err != nil {
			return h.refuse(err, i, n)
		}
	}
	return nil
}

// refuse says what would be accepted in the place of the event.
func (h *hand) refuse(err error, index, n int) error {
	return &Refused{Err: err, Index: index, N: n, Next: h.round.Next(nil)}
}

// lines are what the wagers of the seats that are paid or to be paid now came
// to, in the order of settling.
func (h *hand) lines() []games.Line {
	seats := h.round.Paid()
	if h.round.Over() {
		seats = h.round.Staked()
	}
	for _, p := range h.round.Next(nil) {
		if p.Kind == games.KindPay {
			seats |= games.At(p.Place)
		}
	}
	var lines []games.Line
	for seat := range seats.From(h.felt.Terms.SettleFrom) {
		lines = h.round.Lines(seat, lines)
	}
	return lines
}

// entry is the entry the round ends in.
func (h *hand) entry(kind string) *ledger.Entry {
	e := &ledger.Entry{Kind: kind, Currency: h.opened.Currency}
	for _, l := range h.lines() {
		kept := ledger.Line{Line: l}
		if l.Row != "" {
			kept.Paytable = h.felt.Digests[l.Wager]
		}
		e.Lines = append(e.Lines, kept)
	}
	return e
}
