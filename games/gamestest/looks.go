package gamestest

import (
	"math/rand/v2"
	"testing"

	"croupier/cards"
	"croupier/games"
)

// CheckLooks holds each wager of the game to what it says it looks at: two
// showdowns that agree in that come to the same, whatever else lies there. A
// wager bet by a decision is not asked of a seat that folded.
func CheckLooks(t *testing.T, g *games.Game, pays games.Pays, rng *rand.Rand, pairs int) {
	t.Helper()
	for _, w := range g.Wagers {
		for range pairs {
			a, b := randomShowdown(rng), randomShowdown(rng)
			a.Folded, b.Folded = a.Folded && !w.Later, b.Folded && !w.Later
			copyLooks(&b, &a, w.Looks)
			x, y := g.Result(w.Name, &a, pays), g.Result(w.Name, &b, pays)
			if !x.Odds.Equal(y.Odds) || x.Row != y.Row || x.Clause != y.Clause || x.Reason != y.Reason {
				t.Fatalf("%s looks at more than it says: %+v of %+v, %+v of %+v", w.Name, x, a, y, b)
			}
		}
	}
}

// randomShowdown is one of all categories of hands, and of hole cards often
// paired or high; its hands need not follow from its cards.
func randomShowdown(rng *rand.Rand) games.Showdown {
	var s games.Showdown
	deck := Stacked(rng)
	copy(s.Hole[:], deck[:2])
	copy(s.DealerHole[:], deck[2:4])
	copy(s.Board[:], deck[4:9])
	s.Player, s.Dealer = randomHand(rng), randomHand(rng)
	if rng.IntN(4) == 0 {
		s.Dealer = s.Player
	}
	s.Folded = rng.IntN(4) == 0
	return s
}

func randomHand(rng *rand.Rand) cards.Hand {
	c := cards.Category(rng.IntN(int(cards.RoyalFlush) + 1))
	if c == cards.RoyalFlush {
		return cards.Hand(c) << 12
	}
	return cards.Hand(c)<<12 | cards.Hand(rng.IntN(9))
}

func copyLooks(to, from *games.Showdown, looks games.Looks) {
	if looks&games.OwnHand != 0 {
		to.Player = from.Player
	}
	if looks&(games.OwnHole|games.FirstFive) != 0 {
		to.Hole = from.Hole
	}
	if looks&games.DealerHole != 0 {
		to.DealerHole = from.DealerHole
	}
	if looks&games.FirstFive != 0 {
		copy(to.Board[:3], from.Board[:3])
	}
	if looks&games.DealerHand != 0 {
		to.Dealer = from.Dealer
	}
	if looks&games.Fold != 0 {
		to.Folded = from.Folded
	}
}
