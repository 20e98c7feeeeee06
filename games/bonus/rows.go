package bonus

import (
	"croupier/cards"
	"croupier/games"
)

// rows are the rows of the bonus, bonus 9, best first; only the top row looks
// at the dealer's cards.
var rows = []games.Row{
	{Name: "aces against aces", When: func(s *games.Showdown) bool { return aces(s.Hole) && aces(s.DealerHole) }},
	{Name: "aces", When: func(s *games.Showdown) bool { return aces(s.Hole) }},
	{Name: "ace-king suited", When: withAce(suited, cards.King, cards.King)},
	{Name: "ace-queen or ace-jack suited", When: withAce(suited, cards.Jack, cards.Queen)},
	{Name: "ace-king unsuited", When: withAce(offsuit, cards.King, cards.King)},
	{Name: "kings queens or jacks", When: pairs(cards.Jack, cards.King)},
	{Name: "ace-queen or ace-jack unsuited", When: withAce(offsuit, cards.Jack, cards.Queen)},
	{Name: "pair of twos to tens", When: pairs(cards.Two, cards.Ten)},
}

func aces(h [2]cards.Card) bool { return paired(h) && h[0].Rank() == cards.Ace }

func paired(h [2]cards.Card) bool { return h[0].Rank() == h[1].Rank() }

func suited(h [2]cards.Card) bool  { return h[0].Suit() == h[1].Suit() }
func offsuit(h [2]cards.Card) bool { return !suited(h) }

// pairs is a pair from low to high.
func pairs(low, high cards.Rank) func(*games.Showdown) bool {
	return func(s *games.Showdown) bool {
		r := s.Hole[0].Rank()
		return paired(s.Hole) && low <= r && r <= high
	}
}

// withAce is an ace and a card from low to high, of suits that fit.
func withAce(suits func([2]cards.Card) bool, low, high cards.Rank) func(*games.Showdown) bool {
	return func(s *games.Showdown) bool {
		kicker := min(s.Hole[0].Rank(), s.Hole[1].Rank())
		ace := max(s.Hole[0].Rank(), s.Hole[1].Rank()) == cards.Ace
		return ace && low <= kicker && kicker <= high && suits(s.Hole)
	}
}
