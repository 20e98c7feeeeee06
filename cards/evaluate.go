package cards

import (
	"fmt"
	"math/bits"
)

// Evaluate gives the best hand of five among five, six or seven cards, which
// must be known and distinct. It panics on another number of cards and on a
// card that is not known; a card given twice makes the answer meaningless.
func Evaluate(cs []Card) Hand {
	if len(cs) == 7 {
		return Eval7((*[7]Card)(cs))
	}
	if len(cs) != 5 && len(cs) != 6 {
		panic(fmt.Sprintf("cards: evaluate %d cards, not 5, 6 or 7", len(cs)))
	}
	sum := uint64(7-len(cs)) * missing
	for _, c := range cs {
		sum += tables.keys[c]
	}
	if sum&flushBits != 0 {
		return flushOf(sum, cs)
	}
	return tables.short.at(sum)
}

// Eval7 is Evaluate of seven cards, the fastest way to judge a single hand.
func Eval7(cs *[7]Card) Hand {
	t := &tables
	sum := t.keys[cs[0]] + t.keys[cs[1]] + t.keys[cs[2]] + t.keys[cs[3]] +
		t.keys[cs[4]] + t.keys[cs[5]] + t.keys[cs[6]]
	if sum&flushBits != 0 {
		return flushOf(sum, cs[:])
	}
	return t.seven.at(sum)
}

// EvalEach gives hands[i] the hand of deals[i] for every deal: Eval7 in a loop,
// without the cost of a call a hand. It panics when hands is shorter than deals.
func EvalEach(deals [][7]Card, hands []Hand) {
	t := &tables
	hands = hands[:len(deals)]
	for i := range deals {
		cs := &deals[i]
		sum := t.keys[cs[0]] + t.keys[cs[1]] + t.keys[cs[2]] + t.keys[cs[3]] +
			t.keys[cs[4]] + t.keys[cs[5]] + t.keys[cs[6]]
		if sum&flushBits != 0 {
			hands[i] = flushOf(sum, cs[:])
			continue
		}
		hands[i] = t.seven.at(sum)
	}
}

// flushOf is the hand of cards whose sum shows five or more of a suit, or a
// card that is not known. Beside five of a suit the other two cards make
// neither four of a kind nor a full house, so the suit alone decides.
//
//go:noinline
func flushOf(sum uint64, cs []Card) Hand {
	var places uint64
	for _, c := range cs {
		places |= tables.places[c]
	}
	if h := tables.flush[suitOf(sum, places)]; h != 0 {
		return h
	}
	panic(fmt.Sprintf("cards: evaluate %v, not all of which are known and distinct", Cards(cs)))
}

// suitOf picks, out of the places of cards, the ranks of the suit whose field
// in sum has its top bit set.
func suitOf(sum, places uint64) ranks {
	const topBit = suitShift + 7
	suit := (bits.TrailingZeros64(sum&flushBits) - topBit) / 8
	return ranks(places>>(16*suit)) & allRanks
}
