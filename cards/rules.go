package cards

import "math/bits"

// A ranks is a set of ranks, bit 0 for Two to bit 12 for Ace.
type ranks uint16

const allRanks = 1<<13 - 1

func (m ranks) len() int              { return bits.OnesCount16(uint16(m)) }
func (m ranks) highest() Rank         { return Rank(bits.Len16(uint16(m)) - 1) }
func (m ranks) lowest() Rank          { return Rank(bits.TrailingZeros16(uint16(m))) }
func (m ranks) without(r Rank) ranks  { return m &^ (1 << r) }
func (m ranks) above(low Rank) ranks  { return m >> low << low }
func (m ranks) below(high Rank) ranks { return m & (1<<high - 1) }

// top keeps the n highest ranks of m, which holds at least n.
func (m ranks) top(n int) ranks {
	for over := m.len() - n; over > 0; over-- {
		m &= m - 1
	}
	return m
}

// closed is m less the rank r, with the ranks above r moved down over its
// place: what is left to choose kickers from once r is taken.
func (m ranks) closed(r Rank) ranks { return m.below(r) | m.above(r+1)>>1 }

// straight gives the highest rank of the best straight in m; the ace may
// stand below the two.
func (m ranks) straight() (high Rank, ok bool) {
	low := uint32(m)<<1 | uint32(m)>>Ace
	if run := low & (low >> 1) & (low >> 2) & (low >> 3) & (low >> 4); run != 0 {
		return Rank(bits.Len32(run)) + 2, true
	}
	return 0, false
}

// A tally is how often each rank comes among the cards of a hand: the ranks
// that come at least once, twice, three and four times.
type tally struct{ once, twice, thrice, fully ranks }

// add counts one more card of rank r.
func (t *tally) add(r Rank) {
	one := ranks(1) << r
	t.fully |= t.thrice & one
	t.thrice |= t.twice & one
	t.twice |= t.once & one
	t.once |= one
}

// An order tells how many sets of ranks stand below a set of the same size,
// by highest rank, then the next, and so on. Sets of five that are a straight
// are left out of the count: as kickers they do not exist.
type order [allRanks + 1]uint16

// newOrder counts. Sets of one size, compared rank by rank from the highest,
// are in the order of their bits read as a number.
func newOrder() *order {
	var (
		o    order
		seen [14]uint16
	)
	for m := ranks(0); m <= allRanks; m++ {
		n := m.len()
		o[m] = seen[n]
		if _, run := m.straight(); !run || n != 5 {
			seen[n]++
		}
	}
	return &o
}

// unsuited is the best hand among five to seven cards of which no five share
// a suit.
func (o *order) unsuited(t tally) Hand {
	switch {
	case t.fully != 0:
		return o.grouped(FourOfAKind, t.fully.highest(), t.once, 1)
	case t.thrice != 0 && t.twice.len() > 1:
		return o.grouped(FullHouse, t.thrice.highest(), t.twice, 1)
	}
	if high, ok := t.once.straight(); ok {
		return handOf(Straight, int(high-Five))
	}
	switch {
	case t.thrice != 0:
		return o.grouped(ThreeOfAKind, t.thrice.highest(), t.once, 2)
	case t.twice.len() > 1:
		return o.twoPair(t)
	case t.twice != 0:
		return o.grouped(Pair, t.twice.highest(), t.once, 3)
	default:
		return handOf(HighCard, int(o[t.once.top(5)]))
	}
}

// choices[n] is how many sets of n kickers there are beside one rank that is
// taken, so among twelve ranks.
var choices = [...]int{1: 12, 2: 66, 3: 220}

// grouped is the hand of a category that one rank leads, followed by the n
// highest others of rest.
func (o *order) grouped(c Category, lead Rank, rest ranks, n int) Hand {
	kickers := rest.closed(lead).top(n)
	return handOf(c, int(lead)*choices[n]+int(o[kickers]))
}

// twoPair is the hand of the two highest pairs and the highest card beside them.
func (o *order) twoPair(t tally) Hand {
	const beside = 11 // ranks left when two are taken
	pairs := t.twice.top(2)
	high := pairs.highest()
	low := pairs.without(high).highest()
	kicker := t.once.closed(high).closed(low).highest()
	return handOf(TwoPair, int(o[pairs])*beside+int(kicker))
}

// suited is the best hand of five to seven cards of one suit.
func (o *order) suited(m ranks) Hand {
	switch high, ok := m.straight(); {
	case ok && high == Ace:
		return handOf(RoyalFlush, 0)
	case ok:
		return handOf(StraightFlush, int(high-Five))
	default:
		return handOf(Flush, int(o[m.top(5)]))
	}
}
