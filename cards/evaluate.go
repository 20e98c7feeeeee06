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
		return flushOf(sum, placesOf(cs))
	}
	return tables.short.at(sum)
}

// Eval7 is Evaluate of seven cards, the fastest way to judge a single hand.
func Eval7(cs *[7]Card) Hand {
	t := tables
	sum := t.keys[cs[0]] + t.keys[cs[1]] + t.keys[cs[2]] + t.keys[cs[3]] +
		t.keys[cs[4]] + t.keys[cs[5]] + t.keys[cs[6]]
	if sum&flushBits != 0 {
		return flushOf(sum, placesOf7(cs))
	}
	return t.seven.at(sum)
}

// EvalEach gives hands[i] the hand of deals[i] for every deal: Eval7 in a loop,
// without the cost of a call a hand. It panics when hands is shorter than deals.
func EvalEach(deals [][7]Card, hands []Hand) {
	t := tables
	hands = hands[:len(deals)]
	for i := range deals {
		cs := &deals[i]
		sum := t.keys[cs[0]] + t.keys[cs[1]] + t.keys[cs[2]] + t.keys[cs[3]] +
			t.keys[cs[4]] + t.keys[cs[5]] + t.keys[cs[6]]
		if sum&flushBits != 0 {
			hands[i] = flush7(sum, cs)
			continue
		}
		hands[i] = t.seven.at(sum)
	}
}

// flushOf is the hand of cards whose sum shows five or more of a suit, or a
// card that is not known: then it panics. Beside five of a suit the other two
// cards make neither four of a kind nor a full house, so the suit alone decides.
func flushOf(sum, places uint64) Hand {
	h := tables.flush[places>>placeOf(sum)&allRanks]
	if h == 0 {
		panic("cards: judge a hand with a card that is not known or comes twice")
	}
	return h
}

// placeOf is where, among places, the ranks of the suit stand whose field in
// sum has its top bit set: at twice the number of that bit, modulo 64.
func placeOf(sum uint64) int { return 2 * bits.TrailingZeros64(sum&flushBits) & 63 }

// flush7 is flushOf of seven cards, kept out of loops, which it would slow down.
//
//go:noinline
func flush7(sum uint64, cs *[7]Card) Hand { return flushOf(sum, placesOf7(cs)) }

func placesOf7(cs *[7]Card) uint64 {
	t := tables
	return t.places[cs[0]] | t.places[cs[1]] | t.places[cs[2]] | t.places[cs[3]] |
		t.places[cs[4]] | t.places[cs[5]] | t.places[cs[6]]
}

func placesOf(cs []Card) (places uint64) {
	for _, c := range cs {
		places |= tables.places[c]
	}
	return places
}
