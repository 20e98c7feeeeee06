package cards

import "math/bits"

// A Set is a set of known cards: bit n stands for card n. The zero Set is
// empty.
type Set uint64

// FullDeck is the set of all 52 cards.
const FullDeck Set = (1<<deckSize - 1) << 1

// SetOf gathers the known cards of cs; face-down cards are left out.
func SetOf(cs ...Card) Set {
	var s Set
	for _, c := range cs {
		if c.Known() {
			s = s.With(c)
		}
	}
	return s
}

// With is s and the known card c.
func (s Set) With(c Card) Set { return s | 1<<c }

// Without is s less the card c.
func (s Set) Without(c Card) Set { return s &^ (1 << c) }

// Has says whether c is in s; a face-down card never is.
func (s Set) Has(c Card) bool { return s>>c&1 != 0 }

// Len is the number of cards in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Cards lists the cards of s from the lowest number to the highest.
func (s Set) Cards() Cards {
	cs := make(Cards, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		cs = append(cs, s.lowest())
	}
	return cs
}

// lowest is the lowest card of a set that is not empty.
func (s Set) lowest() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// ofRank gives the suits that s holds of a rank, as four bits from clubs up.
func (s Set) ofRank(r Rank) uint8 { return uint8(s>>Of(r, Clubs)) & (1<<aRank - 1) }

// ofSuit is the part of s that is of one suit.
func (s Set) ofSuit(suit Suit) Set {
	const clubs = 0x1_1111_1111_1111 << 1
	return s & (clubs << suit)
}
