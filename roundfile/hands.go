package roundfile

import (
	"fmt"

	"croupier/cards"
	"croupier/games"
)

// How many cards lie at a place in the end.
const (
	holeCards  = 2
	boardCards = 5
)

// A pile is the cards a round file gives for a place, and how many of them the
// round has asked for so far.
type pile struct {
	cards cards.Cards
	used  int
}

// A spread is all the cards a round file gives.
type spread struct {
	dealer, board pile
	seats         []pile
}

// read reads the cards of a round; none may stand twice, needed or not.
func (s *spread) read(r *round) error {
	s.seats = s.seats[:0]
	for range r.seats {
		s.seats = append(s.seats, pile{})
	}
	var seen cards.Set
	var err error
	if seen, err = s.dealer.read(r.cards[dealerAt], seen); err != nil {
		return within("dealer", err)
	}
	if seen, err = s.board.read(r.cards[boardAt], seen); err != nil {
		return within("board", err)
	}
	for i := range r.seats {
		if seen, err = s.seats[i].read(r.seats[i].cards, seen); err != nil {
			return within(element("seats", i), within("cards", err))
		}
	}
	return nil
}

// read returns the cards seen with those of the text.
func (p *pile) read(text []byte, seen cards.Set) (cards.Set, error) {
	*p = pile{}
	if len(text) == 0 {
		return seen, nil
	}
	cs, err := cards.ParseAll(string(text))
	if err != nil {
		return seen, err
	}
	for _, c := range cs {
		if c.Known() && seen.Has(c) {
			return seen, fmt.Errorf("%v: %w", c, games.ErrSeen)
		}
	}
	p.cards = cs
	return seen | cards.SetOf(cs...), nil
}

// take returns the next n cards, all there are where they are fewer.
func (p *pile) take(n int) cards.Cards {
	from := p.used
	p.used = min(from+n, len(p.cards))
	return p.cards[from:p.used]
}

// check reports whether the count fits a place that holds full cards in the
// end: all that the round asked for, or all there would have been.
func (p *pile) check(full int) error {
	n := len(p.cards)
	switch {
	case n == p.used || n == full:
		return nil
	case p.used == 0 || p.used == full:
		return fmt.Errorf("%s, want %d: %w", count(n), full, games.ErrCards)
	}
	return fmt.Errorf("%s, want %d or %d: %w", count(n), p.used, full, games.ErrCards)
}

func (s *spread) check() error {
	if err := s.dealer.check(holeCards); err != nil {
		return within("dealer", err)
	}
	if err := s.board.check(boardCards); err != nil {
		return within("board", err)
	}
	for i := range s.seats {
		if err := s.seats[i].check(holeCards); err != nil {
			return within(element("seats", i), within("cards", err))
		}
	}
	return nil
}

// with returns the seven cards of a hand, and whether all of them are known.
func (p *pile) with(board *pile) (seven [holeCards + boardCards]cards.Card, known bool) {
	if len(p.cards) != holeCards || len(board.cards) != boardCards {
		return seven, false
	}
	copy(seven[:], p.cards)
	copy(seven[holeCards:], board.cards)
	for _, c := range seven {
		if !c.Known() {
			return seven, false
		}
	}
	return seven, true
}

func count(n int) string {
	if n == 1 {
		return "1 card"
	}
	return fmt.Sprintf("%d cards", n)
}
