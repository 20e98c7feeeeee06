package cards

import (
	"fmt"
	"math/bits"
)

// A Board is up to seven known, distinct cards that are added one at a time, so
// that many hands may be judged that have cards in common. The zero Board is
// empty; a Board may be copied.
type Board struct {
	sum    uint64 // of the keys
	places uint64 // of the cards, ranks by suit
}

// Add puts one more card on b.
func (b *Board) Add(c Card) {
	b.sum += tables.keys[c]
	b.places |= tables.places[c]
}

// With is the hand of the six cards of b and a seventh, which is not yet added;
// with another number of cards on b the answer is meaningless. It is small enough
// to be inlined where it is called, and panics on a card that is not known.
func (b *Board) With(c Card) Hand {
	sum := b.sum + tables.keys[c]
	if sum&flushBits != 0 {
		return flushOf(sum, b.places|tables.places[c])
	}
	return tables.seven.at(sum)
}

// Hand is the hand of the five, six or seven cards of b. It panics on another
// number and on a card that is not known.
func (b Board) Hand() Hand {
	n := bits.OnesCount64(b.places)
	if n < 5 || n > 7 {
		panic(fmt.Sprintf("cards: judge a board of %d cards, not 5, 6 or 7 known ones", n))
	}
	sum := b.sum + uint64(7-n)*missing
	switch {
	case sum&flushBits != 0:
		return flushOf(sum, b.places)
	case n == 7:
		return tables.seven.at(sum)
	default:
		return tables.short.at(sum)
	}
}

// Held is the set of cards on b.
func (b Board) Held() Set {
	var held Set
	for s := range Spades + 1 {
		for m := b.ofSuit(s); m != 0; m &= m - 1 {
			held = held.With(Of(m.lowest(), s))
		}
	}
	return held
}

// ofSuit gives the ranks that b holds of a suit.
func (b Board) ofSuit(s Suit) ranks { return ranks(b.places>>s.place()) & allRanks }
