package cards

import "math/bits"

// Best gives the five of five, six or seven known, distinct cards that make
// the hand Evaluate finds, in the order in which they are shown: the most of a
// rank first, then by rank (a straight from its highest card, so A-2-3-4-5 ends
// with the ace). Where several cards of a rank would do the higher suit is
// taken, and shown, first: spades, hearts, diamonds, clubs.
func Best(cs []Card) [5]Card {
	h, held := Evaluate(cs), SetOf(cs...)
	switch h.Category() {
	case Straight:
		return run(held, Five+Rank(h.within()))
	case StraightFlush:
		return run(flushed(held), Five+Rank(h.within()))
	case Flush, RoyalFlush:
		return grouped(flushed(held))
	default:
		return grouped(held)
	}
}

// flushed is the part of held in the suit of which it has five or more.
func flushed(held Set) Set {
	s := Clubs
	for held.ofSuit(s).Len() < 5 {
		s++
	}
	return held.ofSuit(s)
}

// run picks five ranks downward from high; below the two stands the ace.
func run(held Set, high Rank) (best [5]Card) {
	for i := range best {
		r := (high + Ace + 1 - Rank(i)) % (Ace + 1)
		best[i] = highest(held, r)
	}
	return best
}

// grouped takes, until it has five cards, all that still fit of the rank of
// which most fit, the higher rank first.
func grouped(held Set) (best [5]Card) {
	for n := 0; n < len(best); {
		r, fit := fullest(held, len(best)-n)
		for range fit {
			c := highest(held, r)
			best[n], n = c, n+1
			held = held.Without(c)
		}
		held &^= Set(1<<aRank-1) << Of(r, Clubs)
	}
	return best
}

// fullest is the rank of which held has most cards, counting no more than room.
func fullest(held Set, room int) (full Rank, fit int) {
	for r := range Ace + 1 {
		if n := min(bits.OnesCount8(held.ofRank(r)), room); n > 0 && n >= fit {
			full, fit = r, n
		}
	}
	return full, fit
}

// highest is the card of rank r in held with the highest suit.
func highest(held Set, r Rank) Card {
	return Of(r, Suit(bits.Len8(held.ofRank(r))-1))
}
