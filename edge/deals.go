package edge

import (
	"croupier/cards"
)

// A deal is one kind of hand with cards that make it, and the number of ways
// to be dealt it.
type deal struct {
	cards []cards.Card
	hand  cards.Hand
	ways  int64
}

// dealsOf lists the choices of n cards, five to seven, from the deck, those
// alike in all that ranks a hand as one. Without a flush only the ranks count,
// and with one only the ranks of its suit: so it goes through the ranks alone
// and takes from each the ways that make a flush.
func dealsOf(n int) []deal {
	ds := unsuited(nil, n)
	for m := range 1 << ranks {
		if k := ones(m); k >= 5 && k <= n {
			cs := make([]cards.Card, 0, n)
			for r := range ranks {
				if m>>r&1 != 0 {
					cs = append(cs, cards.Of(cards.Rank(r), cards.Spades))
				}
			}
			for r := 0; len(cs) < n; r++ { // any cards of another suit fill up
				cs = append(cs, cards.Of(cards.Rank(r), cards.Clubs))
			}
			ds = append(ds, deal{cs, cards.Evaluate(cs), int64(suits) * choose(ranks*(suits-1), n-k)})
		}
	}
	return ds
}

const (
	ranks = int(cards.Ace) + 1
	suits = int(cards.Spades) + 1
)

// unsuited lists the multisets of n ranks with the ways to give them suits of
// which no five are alike. The suits of its cards go round, so that none
// comes more than twice.
func unsuited(ds []deal, n int) []deal {
	var many [ranks]int
	var take func(r, left int)
	take = func(r, left int) {
		if left == 0 {
			if ways := waysWithoutFlush(&many); ways > 0 {
				cs := around(&many)
				ds = append(ds, deal{cs, cards.Evaluate(cs), ways})
			}
			return
		}
		if r == ranks {
			return
		}
		for k := range min(left, suits) + 1 {
			many[r] = k
			take(r+1, left-k)
		}
		many[r] = 0
	}
	take(0, n)
	return ds
}

func around(many *[ranks]int) []cards.Card {
	var cs []cards.Card
	for r, k := range many {
		for range k {
			cs = append(cs, cards.Of(cards.Rank(r), cards.Suit(len(cs)%suits)))
		}
	}
	return cs
}

// waysWithoutFlush counts the suits for the ranks: all, less four times those
// with five or more of one suit, which at most one suit can have. The term of
// degree k of the product of C(3,m) + C(3,m-1)x over the ranks, m cards of
// each, counts those with k of that suit.
func waysWithoutFlush(many *[ranks]int) int64 {
	all := int64(1)
	poly := [8]int64{1}
	for _, m := range many {
		if m == 0 {
			continue
		}
		all *= choose(suits, m)
		without, with := choose(suits-1, m), choose(suits-1, m-1)
		for k := len(poly) - 1; k > 0; k-- {
			poly[k] = poly[k]*without + poly[k-1]*with
		}
		poly[0] *= without
	}
	for k := 5; k < len(poly); k++ {
		all -= int64(suits) * poly[k]
	}
	return all
}

// choose is the number of ways to take k of n.
func choose(n, k int) int64 {
	if k < 0 || k > n {
		return 0
	}
	ways := int64(1)
	for i := range k {
		ways = ways * int64(n-i) / int64(i+1)
	}
	return ways
}

func ones(m int) int {
	n := 0
	for ; m != 0; m &= m - 1 {
		n++
	}
	return n
}
