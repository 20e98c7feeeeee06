package cards

import "strconv"

// A Rank is one of the thirteen ranks, Two = 0 to Ace = 12; a higher rank wins.
type Rank uint8

// The ranks in order of strength.
const (
	Two Rank = iota
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Ace
)

const rankLetters = "23456789TJQKA"

// String gives the letter of a rank: 2 to 9, T, J, Q, K, A.
func (r Rank) String() string {
	if r > Ace {
		return "rank(" + strconv.Itoa(int(r)) + ")"
	}
	return rankLetters[r : r+1]
}

// A Suit is one of the four suits. Suits never decide a hand; their order only
// fixes how cards are numbered and printed.
type Suit uint8

// The suits in the order in which cards are numbered.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

const suitLetters = "cdhs"

// String gives the letter of a suit: c, d, h or s.
func (s Suit) String() string {
	if s > Spades {
		return "suit(" + strconv.Itoa(int(s)) + ")"
	}
	return suitLetters[s : s+1]
}

// A Card is a card of the deck, 1 (2c) to 52 (As), numbered by rank and within
// a rank by suit, or FaceDown. Its number never changes meaning: it is stored.
type Card uint8

// FaceDown is a card that lies on the table but is not known (yet).
const FaceDown Card = 0

const (
	deckSize = 52
	aRank    = 4 // cards of a rank
)

// Of gives the card of a rank and a suit.
func Of(r Rank, s Suit) Card { return Card(r)*aRank + Card(s) + 1 }

// Known says whether c is one of the 52 cards, so neither face down nor a
// number outside the deck.
func (c Card) Known() bool { return c-1 < deckSize }

// Rank is the rank of a known card.
func (c Card) Rank() Rank { return Rank((c - 1) / aRank) }

// Suit is the suit of a known card.
func (c Card) Suit() Suit { return Suit((c - 1) % aRank) }

// String prints a card as "As", a face-down card as "??".
func (c Card) String() string {
	if c > deckSize {
		return "card(" + strconv.Itoa(int(c)) + ")"
	}
	var text [2]byte
	return string(c.append(text[:0]))
}

// append appends the two letters of a known or face-down card.
func (c Card) append(text []byte) []byte {
	if c == FaceDown {
		return append(text, "??"...)
	}
	return append(text, rankLetters[c.Rank()], suitLetters[c.Suit()])
}
