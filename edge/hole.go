package edge

import "croupier/cards"

// A holeClass is one of the 169 kinds of hole cards before the flop: row and
// column of a 13 by 13 grid, the pairs on its diagonal, suited hands with the
// higher rank first.
type holeClass uint8

const holeClasses = ranks * ranks

func classOfHole(a, b cards.Card) holeClass {
	high, low := int(max(a.Rank(), b.Rank())), int(min(a.Rank(), b.Rank()))
	if a.Suit() == b.Suit() {
		return holeClass(high*ranks + low)
	}
	return holeClass(low*ranks + high)
}

// ranks returns the higher rank, the lower one and whether the suits are one.
func (h holeClass) ranks() (high, low cards.Rank, suited bool) {
	row, column := int(h)/ranks, int(h)%ranks
	return cards.Rank(max(row, column)), cards.Rank(min(row, column)), row > column
}

// String names the class: "AA", "AKs", "AKo".
func (h holeClass) String() string {
	high, low, suited := h.ranks()
	switch {
	case high == low:
		return high.String() + low.String()
	case suited:
		return high.String() + low.String() + "s"
	}
	return high.String() + low.String() + "o"
}

// combos is the number of pairs of cards of the class.
func (h holeClass) combos() int64 {
	high, low, suited := h.ranks()
	switch {
	case high == low:
		return choose(suits, 2)
	case suited:
		return int64(suits)
	}
	return int64(suits * (suits - 1))
}

// cards is one pair of cards of the class.
func (h holeClass) cards() [2]cards.Card {
	high, low, suited := h.ranks()
	if suited {
		return [2]cards.Card{cards.Of(high, cards.Spades), cards.Of(low, cards.Spades)}
	}
	return [2]cards.Card{cards.Of(high, cards.Spades), cards.Of(low, cards.Hearts)}
}
