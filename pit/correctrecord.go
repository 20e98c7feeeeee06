package pit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/ledger"
	"croupier/sight"
)

// worded reports whether the text is a reason: one line of text.
func worded(reason string) bool {
	return strings.TrimSpace(reason) != "" && len(reason) <= games.MaxNote && utf8.ValidString(reason) && !strings.ContainsFunc(reason, unicode.IsControl)
}

// record is the record that stands: the one that was dealt or, where the round was
// corrected, the one that was approved last.
func (s *stand) record() []games.Event {
	for _, c := range slices.Backward(s.corrections) {
		if c.state == Approved {
			return c.Events
		}
	}
	events := make([]games.Event, len(s.held.Events))
	for i := range events {
		events[i] = s.held.Events[i].Event
	}
	return events
}

// corrected folds the record the request asks for, which must end the round and be
// another than the one that stands.
func (s *stand) corrected(r Request) (*games.Round, error) {
	stands, err := s.fold(s.record())
	if err != nil { // what is stored is at fault, not the request: no refusal of the game's
		return nil, fmt.Errorf("the record that stands does not replay: %s", err.Error())
	}
	events := r.Events
	if r.Code == VoidRound {
		events = voided(stands, r.Reason)
	}
	round, err := s.fold(events)
	switch {
	case err != nil:
		return nil, err
	case !round.Over():
		refused := &sight.Refused{Err: ErrRecord, Index: len(events), N: round.N(), Next: round.Next(nil)}
		return nil, refused
	case sameRecord(stands.Standing(), round.Standing()):
		return nil, ErrUnchanged
	case s.held.Round.Sealed != nil:
		return round, dealtAlike(stands, round)
	}
	return round, nil
}

// fold folds a record on the felt the round was played on.
func (s *stand) fold(events []games.Event) (*games.Round, error) {
	round := s.felt.Round()
	for i, e := range events {
		if err := round.Apply(e); err != nil {
			return nil, &sight.Refused{Err: err, Index: i, N: round.N(), Next: round.Next(nil)}
		}
	}
	return round, nil
}

// voided is the record that stands, but for its end a ruling that voids the round.
func voided(stands *games.Round, reason string) []games.Event {
	events := stands.Standing()
	return append(events[:len(events)-1], games.Event{Step: string(games.KindVoid), Kind: games.KindVoid, Do: games.DoReturn, Note: reason})
}

func sameRecord(a, b []games.Event) bool {
	return slices.EqualFunc(a, b, func(a, b games.Event) bool {
		return a.Step == b.Step && a.Kind == b.Kind && a.Place == b.Place && a.Do == b.Do && a.Wager == b.Wager &&
			a.Amount.Equal(b.Amount) && slices.Equal(a.Cards, b.Cards)
	})
}

// dealtAlike fails unless the cards both records know of a place are the same.
func dealtAlike(stands, round *games.Round) error {
	places := append([]games.Place{games.Dealer, games.Board}, slices.Collect(stands.Staked().All())...)
	for _, place := range places {
		was, is := stands.Cards(place), round.Cards(place)
		for i := range min(len(was), len(is)) {
			if was[i] != is[i] && was[i] != cards.Card(0) && is[i] != cards.Card(0) {
				return fmt.Errorf("%s has %s: %w", place, cards.Cards(was), ErrDeckDealt)
			}
		}
	}
	return nil
}

// lines are what the round comes to, as the book keeps them.
func (s *stand) lines(round *games.Round) []ledger.Line {
	var lines []ledger.Line
	for _, l := range sight.Due(round) {
		kept := ledger.Line{Line: l}
		if l.Row != "" {
			kept.Paytable = s.felt.Digests[l.Wager]
		}
		lines = append(lines, kept)
	}
	return lines
}

// proposed says what follows from the corrected round.
func (s *stand) proposed(round *games.Round) Proposed {
	p := Proposed{Events: round.Standing(), Status: sight.Settled, Before: s.seen(s.standing().Lines), After: s.seen(s.lines(round))}
	if round.Void() {
		p.Status = sight.Void
	}
	before, after := bySeat(p.Before), bySeat(p.After)
	p.Seats = []SeatChips{}
	for seat := range games.Place(games.MaxSeats + 1) {
		if chips := after[seat].Sub(before[seat]); !chips.IsZero() {
			p.Seats = append(p.Seats, SeatChips{Seat: seat, Before: before[seat], After: after[seat], Chips: chips})
		}
	}
	return p
}

// seen is the lines as they are shown.
func (s *stand) seen(lines []ledger.Line) []sight.LineView {
	views := make([]sight.LineView, 0, len(lines))
	for _, l := range lines {
		views = append(views, sight.Priced(l.Line, s.felt))
	}
	return views
}

func bySeat(lines []sight.LineView) map[games.Place]decimal.Decimal {
	sums := map[games.Place]decimal.Decimal{}
	for i := range lines {
		seat := games.Place(lines[i].Seat)
		sums[seat] = sums[seat].Add(lines[i].Amount)
	}
	return sums
}

// sameAs reports whether what was opened is what it would come to now.
func (p Proposed) sameAs(other Proposed) (bool, error) {
	var digests [2][32]byte
	for i, of := range []Proposed{p, other} {
		text, err := json.Marshal(of)
		if err == nil {
			digests[i], err = ledger.ContentDigest(text)
		}
		if err != nil {
			return false, err
		}
	}
	return digests[0] == digests[1], nil
}
