package cards

import "strconv"

// A Category is the kind of a hand, HighCard = 0 to RoyalFlush = 9.
type Category uint8

// The categories in order of strength.
const (
	HighCard Category = iota
	Pair
	TwoPair
	ThreeOfAKind
	Straight
	Flush
	FullHouse
	FourOfAKind
	StraightFlush
	RoyalFlush
)

var categoryNames = [...]string{
	"high card", "pair", "two pair", "three of a kind", "straight", "flush",
	"full house", "four of a kind", "straight flush", "royal flush",
}

// String names a category as paytables do: "full house".
func (c Category) String() string {
	if int(c) >= len(categoryNames) {
		return "category(" + strconv.Itoa(int(c)) + ")"
	}
	return categoryNames[c]
}

// A Hand is what the best five of a player's cards are worth: the higher Hand
// wins and equal Hands tie. There are 7,462 of them. A Hand holds its category
// in the top four bits and below it the place among the hands of that category,
// counted from 0 without a gap, so it may be stored and used as an index.
type Hand uint16

const categoryShift = 12

// Category is the category of h.
func (h Hand) Category() Category { return Category(h >> categoryShift) }

// within is the place of h among the hands of its category, from 0.
func (h Hand) within() int { return int(h & (1<<categoryShift - 1)) }

// handOf is the hand at a place of a category.
func handOf(c Category, within int) Hand { return Hand(c)<<categoryShift | Hand(within) }

// String gives the category of h.
func (h Hand) String() string { return h.Category().String() }
