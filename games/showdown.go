package games

import "croupier/cards"

// A Showdown is all a wager's result may look at, from one seat. Cards are
// FaceDown and hands 0 where they were never shown: of a seat that folded, or
// of the dealer when nobody was left to open against.
type Showdown struct {
	Hole, DealerHole [2]cards.Card
	Board            [5]cards.Card
	Player, Dealer   cards.Hand // best five of seven
	Folded           bool
}

// FirstFive returns the hand of the hole cards and the flop. They must be
// known.
func (s *Showdown) FirstFive() cards.Hand {
	return cards.Evaluate([]cards.Card{s.Hole[0], s.Hole[1], s.Board[0], s.Board[1], s.Board[2]})
}

// Showdown returns what the wagers of the seat are judged by, as far as it is
// shown.
func (r *Round) Showdown(seat Place) Showdown {
	s := Showdown{Folded: r.folded.Has(seat)}
	board, full := r.shown(Board, 5)
	copy(s.Board[:], board)
	hole, own := r.shown(seat, 2)
	copy(s.Hole[:], hole)
	dealer, theirs := r.shown(Dealer, 2)
	copy(s.DealerHole[:], dealer)
	if full && own {
		s.Player = best(s.Hole, s.Board)
	}
	if full && theirs {
		s.Dealer = best(s.DealerHole, s.Board)
	}
	return s
}

// shown returns the cards that lie face up at the place, and whether they are
// n.
func (r *Round) shown(p Place, n int) ([]cards.Card, bool) {
	pl := &r.piles[p.index()]
	return pl.cards[:pl.up], int(pl.up) == n
}

func best(hole [2]cards.Card, board [5]cards.Card) cards.Hand {
	return cards.Eval7(&[7]cards.Card{hole[0], hole[1], board[0], board[1], board[2], board[3], board[4]})
}
