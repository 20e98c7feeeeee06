package cards

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// agreement holds the hands of the evaluator against the naive ones: the same
// order, ties for ties, the same category.
type agreement map[naiveHand]Hand

// add fails the test when equal naive hands have different Hands.
func (a agreement) add(t testing.TB, cs []Card) {
	n, h := naive(cs), Evaluate(cs)
	if n.category() != h.Category() {
		t.Fatalf("%v is a %v, want a %v", Cards(cs), h.Category(), n.category())
	}
	if was, ok := a[n]; ok && was != h {
		t.Fatalf("%v is hand %d; hands as good as it are %d", Cards(cs), h, was)
	}
	a[n] = h
}

// check fails the test when a better naive hand has no higher Hand.
func (a agreement) check(t testing.TB, distinct int) {
	hands := slices.SortedFunc(maps.Keys(a), naiveHand.compare)
	for i := range hands[1:] {
		if worse, better := hands[i], hands[i+1]; a[worse] >= a[better] {
			t.Errorf("%v is hand %d, %v is hand %d", worse, a[worse], better, a[better])
		}
	}
	if len(hands) != distinct {
		t.Errorf("%d distinct hands, want %d", len(hands), distinct)
	}
}

// TestEveryChoiceOfRanksAndEveryFlush compares all there is to compare: suits
// matter only in a flush, and there only its ranks. So it goes through every
// choice of ranks without a flush and every set of suited ranks.
func TestEveryChoiceOfRanksAndEveryFlush(t *testing.T) {
	t.Parallel()
	for n, distinct := range map[int]int{5: 7462, 6: 6075, 7: 4824} {
		t.Run(fmt.Sprint(n, " cards"), func(t *testing.T) {
			t.Parallel()
			all := agreement{}
			eachOffsuit(n, func(cs []Card) { all.add(t, cs) })
			eachFlush(n, func(cs []Card) { all.add(t, cs) })
			all.check(t, distinct)
		})
	}
}

// eachOffsuit visits each choice of n ranks once, in suits that make no flush.
func eachOffsuit(n int, visit func([]Card)) {
	var extend func(cs []Card, from Rank)
	extend = func(cs []Card, from Rank) {
		if len(cs) == n {
			visit(cs)
			return
		}
		for r := from; r <= Ace; r++ {
			more := cs[:len(cs):len(cs)]
			for k := 0; k < 4 && len(more) < n; k++ {
				// Ranks take turns with the first suit, so that no suit comes five times.
				more = append(more, Of(r, Suit((len(cs)+k)%4)))
				extend(more, r+1)
			}
		}
	}
	extend(nil, Two)
}

// eachFlush visits each set of five or more spades, filled up to n cards with
// the lowest hearts.
func eachFlush(n int, visit func([]Card)) {
	for m := ranks(0); m <= allRanks; m++ {
		if m.len() < 5 || m.len() > n {
			continue
		}
		var cs []Card
		for left := m; left != 0; left &= left - 1 {
			cs = append(cs, Of(left.lowest(), Spades))
		}
		for r := Two; len(cs) < n; r++ {
			cs = append(cs, Of(r, Hearts))
		}
		visit(cs)
	}
}

func TestHandsReportedAgainstOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range cases(t, "versus.txt", 3) {
		a, b := Evaluate(must(t, tt[0])), Evaluate(must(t, tt[2]))
		if got := string("<=>"[cmp.Compare(a, b)+1]); got != tt[1] {
			t.Errorf("%s (%v, %d) %s %s (%v, %d), want %s", tt[0], a, a, got, tt[2], b, b, tt[1])
		}
	}
}

func TestRandomHandsAreAsNaive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, 14)
		n := rapid.IntRange(5, 7).Draw(t, "n")
		a, b := cs[:n], cs[7:7+n]
		if got, want := cmp.Compare(Evaluate(a), Evaluate(b)), naive(a).compare(naive(b)); got != want {
			t.Fatalf("%v against %v: %d, want %d", a, b, got, want)
		}
	})
}

// TestNeitherOrderNorSuitsMatter also holds every way of judging the same
// cards to the same hand.
func TestNeitherOrderNorSuitsMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, rapid.IntRange(5, 7).Draw(t, "n"))
		want := Evaluate(cs)
		suits := rapid.Permutation([]Suit{Clubs, Diamonds, Hearts, Spades}).Draw(t, "suits")
		var other Cards
		for _, c := range rapid.Permutation(cs).Draw(t, "order") {
			other = append(other, Of(c.Rank(), suits[c.Suit()]))
		}
		if got := Evaluate(other); got != want {
			t.Fatalf("%v is %d, %v is %d", cs, want, other, got)
		}
		if len(cs) < 7 {
			return
		}
		var hands [1]Hand
		EvalEach([][7]Card{[7]Card(other)}, hands[:])
		if hands[0] != want || Eval7((*[7]Card)(cs)) != want {
			t.Fatalf("%v is %d, by itself %d, among many %d", cs, want, Eval7((*[7]Card)(cs)), hands[0])
		}
	})
}

func TestAnotherCardNeverLowersAHand(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, 7)
		if a, b, c := Evaluate(cs[:5]), Evaluate(cs[:6]), Evaluate(cs); a > b || b > c {
			t.Fatalf("%v: %d with five, %d with six, %d with seven", cs, a, b, c)
		}
	})
}

func TestEvaluateEachNeedsRoom(t *testing.T) {
	t.Parallel()
	mustPanic(t, "out of range", func() { EvalEach(make([][7]Card, 2), make([]Hand, 1)) })
	EvalEach(nil, nil)
}

// mustPanic fails the test unless f panics with a text that holds want.
func mustPanic(t testing.TB, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
			t.Errorf("panics with %q, want %q", got, want)
		}
	}()
	f()
}

func TestAnotherNumberOfCardsPanics(t *testing.T) {
	t.Parallel()
	deck := NewDeck()
	for _, n := range []int{0, 1, 2, 3, 4, 8, 9, 52} {
		mustPanic(t, "not 5, 6 or 7", func() { Evaluate(deck[:n]) })
		mustPanic(t, "not 5, 6 or 7", func() { Best(deck[:n]) })
		mustPanic(t, "not 5, 6 or 7", func() { boardOf(deck[:n]).Hand() })
	}
}

// TestUnknownCardsPanic goes through every number of unknown cards and every
// way the known ones can fall into suits: none may pass for a hand.
func TestUnknownCardsPanic(t *testing.T) {
	t.Parallel()
	for n := 5; n <= 7; n++ {
		for unknown := 1; unknown <= n; unknown++ {
			for clubs := 0; clubs <= n-unknown; clubs++ {
				for diamonds := 0; clubs+diamonds <= n-unknown; diamonds++ {
					for hearts := 0; clubs+diamonds+hearts <= n-unknown; hearts++ {
						checkUnknown(t, n, []int{clubs, diamonds, hearts, n - unknown - clubs - diamonds - hearts})
					}
				}
			}
		}
	}
}

// checkUnknown judges so many known cards of each suit, filled up to n.
func checkUnknown(t *testing.T, n int, ofSuit []int) {
	t.Helper()
	var known Cards
	for s, many := range ofSuit {
		for range many {
			known = append(known, Of(Rank(2*len(known)%13), Suit(s)))
		}
	}
	for _, not := range []Card{FaceDown, 53, 128, 255} {
		cs := slices.Concat(known, slices.Repeat(Cards{not}, n-len(known)))
		mustPanic(t, "not known", func() { Evaluate(cs) })
		mustPanic(t, "not known", func() { Best(cs) })
		mustPanic(t, "known", func() { boardOf(cs).Hand() })
		if n == 7 {
			mustPanic(t, "not known", func() { Eval7((*[7]Card)(cs)) })
			mustPanic(t, "not known", func() { EvalEach([][7]Card{[7]Card(cs)}, make([]Hand, 1)) })
			b := boardOf(cs[:6])
			mustPanic(t, "not known", func() { b.With(cs[6]) })
		}
	}
}
