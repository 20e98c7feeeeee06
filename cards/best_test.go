package cards

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestBestFive(t *testing.T) {
	t.Parallel()
	for _, tt := range cases(t, "best.txt", 3) {
		cs := must(t, tt[0])
		best := Best(cs)
		if got := Cards(best[:]).String(); got != tt[2] {
			t.Errorf("Best(%s) = %s, want %s", tt[0], got, tt[2])
		}
		if got := Evaluate(cs).String(); got != tt[1] {
			t.Errorf("Evaluate(%s) is a %s, want a %s", tt[0], got, tt[1])
		}
	}
}

// TestBestIsOfTheHand: the five are among the cards, are worth what all are
// worth, come in the same order however the cards lie, and stand as they are
// shown: no rank comes back once another followed it.
func TestBestIsOfTheHand(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, rapid.IntRange(5, 7).Draw(t, "n"))
		best := Best(cs)
		if Evaluate(best[:]) != Evaluate(cs) {
			t.Fatalf("Best(%v) = %v, a %v, not a %v", cs, Cards(best[:]), Evaluate(best[:]), Evaluate(cs))
		}
		if outside := SetOf(best[:]...) &^ SetOf(cs...); outside != 0 {
			t.Fatalf("Best(%v) holds %v", cs, outside.Cards())
		}
		if again := Best(rapid.Permutation(cs).Draw(t, "order")); again != best {
			t.Fatalf("Best(%v) = %v, in another order %v", cs, Cards(best[:]), Cards(again[:]))
		}
		if Best(best[:]) != best {
			t.Fatalf("the best five of %v are not the best five", Cards(best[:]))
		}
		checkShown(t, cs, best)
	})
}

// checkShown fails on five cards that are not shown by significance, or for
// which a card of the same rank and a higher suit would have done as well.
func checkShown(t *rapid.T, cs Cards, best [5]Card) {
	var times [13]int
	for _, c := range best {
		times[c.Rank()]++
	}
	wheel := best[0].Rank() == Five && best[4].Rank() == Ace
	for i := range 4 {
		a, b := best[i], best[i+1]
		switch more := times[a.Rank()] - times[b.Rank()]; {
		case more < 0, more == 0 && a.Rank() < b.Rank() && !wheel, a.Rank() == b.Rank() && a < b:
			t.Fatalf("Best(%v) shows %v before %v", cs, a, b)
		}
	}
	h := Evaluate(best[:])
	for i, c := range best {
		for _, other := range cs {
			if other.Rank() != c.Rank() || other <= c || slices.Contains(best[:], other) {
				continue
			}
			instead := best
			instead[i] = other
			if Evaluate(instead[:]) == h {
				t.Fatalf("Best(%v) = %v takes %v, though %v would do", cs, Cards(best[:]), c, other)
			}
		}
	}
}
