package gamestest

import (
	"math/rand/v2"
	"slices"

	"croupier/cards"
)

// Shuffled returns a deck in an order of rng.
func Shuffled(rng *rand.Rand) cards.Deck {
	deck := cards.NewDeck()
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// Stacked returns a shuffled deck with the cards of five ranks in two or more
// suits on top, so that great hands, ties and pairs of aces are common.
func Stacked(rng *rand.Rand) cards.Deck {
	deck := Shuffled(rng)
	low := cards.Rank(rng.IntN(int(cards.Ten) + 1))
	suits := 2 + rng.IntN(3)
	slices.SortStableFunc(deck[:], func(a, b cards.Card) int {
		return under(a, low, suits) - under(b, low, suits)
	})
	return deck
}

// under is 0 for the cards that go on top and 1 for the others.
func under(c cards.Card, low cards.Rank, suits int) int {
	if c.Rank() >= low && c.Rank() < low+5 && int(c.Suit()) < suits {
		return 0
	}
	return 1
}
