package cards

import "testing"

// TestHandsAreNumberedWithoutGaps: the hands of a category are numbered from 0,
// as many as combinatorics says there are.
func TestHandsAreNumberedWithoutGaps(t *testing.T) {
	t.Parallel()
	sizes := [10]int{1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1}
	seen := map[Hand]bool{}
	note := func(cs []Card) { seen[Evaluate(cs)] = true }
	eachOffsuit(5, note)
	eachFlush(5, note)
	for c, size := range sizes {
		for within := range size {
			h := handOf(Category(c), within)
			if !seen[h] {
				t.Errorf("no five cards are the %v number %d", Category(c), within)
			}
			if h.Category() != Category(c) || h.within() != within {
				t.Errorf("hand %d is the %v number %d", h, h.Category(), h.within())
			}
			delete(seen, h)
		}
	}
	for h := range seen {
		t.Errorf("hand %d, a %v, stands beyond the end of its category", h, h.Category())
	}
}

func TestCategoriesHaveTheNamesOfPaytables(t *testing.T) {
	t.Parallel()
	for c, want := range map[Category]string{
		HighCard: "high card", Pair: "pair", TwoPair: "two pair", ThreeOfAKind: "three of a kind", Straight: "straight",
		Flush: "flush", FullHouse: "full house", FourOfAKind: "four of a kind", StraightFlush: "straight flush", RoyalFlush: "royal flush",
	} {
		if c.String() != want || handOf(c, 0).String() != want {
			t.Errorf("category %d is called %q, its hands %q; want %q", uint8(c), c, handOf(c, 0), want)
		}
	}
}
