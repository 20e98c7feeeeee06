//go:build slow

// These tests take minutes and are run with: go test -tags slow ./cards

package cards

import (
	"testing"
)

// choose[n][k] is the number of choices of k among n.
var choose = func() (c [deckSize + 1][8]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k < 8 && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// fives holds the Hand of every five cards, at fiveIndex.
type fives []Hand

// fiveIndex is the place of five cards, highest first, among all.
func fiveIndex(a, b, c, d, e Card) int {
	return choose[a-1][5] + choose[b-1][4] + choose[c-1][3] + choose[d-1][2] + choose[e-1][1]
}

// newFives judges all five cards and holds every one of them to the naive order.
func newFives(t *testing.T) fives {
	all := make(fives, choose[deckSize][5])
	agreed := agreement{}
	eachDown(5, func(cs []Card) {
		agreed.add(t, cs)
		all[fiveIndex(cs[0], cs[1], cs[2], cs[3], cs[4])] = Evaluate(cs)
	})
	agreed.check(t, 7462)
	return all
}

// eachDown visits every choice of n cards, each highest first.
func eachDown(n int, visit func([]Card)) {
	cs := make([]Card, n)
	var extend func(at int, below Card)
	extend = func(at int, below Card) {
		if at == n {
			visit(cs)
			return
		}
		for c := below - 1; int(c) >= n-at; c-- {
			cs[at] = c
			extend(at+1, c)
		}
	}
	extend(0, deckSize+1)
}

// TestEveryHandIsItsBestFive: all fives are in the naive order, and every six
// and seven cards are worth the best of the fives among them. So all hands of
// any size are in the naive order.
func TestEveryHandIsItsBestFive(t *testing.T) {
	all := newFives(t)
	for _, n := range []int{6, 7} {
		judged := 0
		eachDown(n, func(cs []Card) {
			if got, want := Evaluate(cs), all.best(cs); got != want {
				t.Fatalf("%v is %d, the best five among them %d", Cards(cs), got, want)
			}
			judged++
		})
		if judged != choose[deckSize][n] {
			t.Errorf("%d hands of %d cards were judged, want %d", judged, n, choose[deckSize][n])
		}
	}
}

// best is the best Hand of the fives among cards, highest first.
func (f fives) best(cs []Card) (best Hand) {
	for a := range cs {
		for b := a + 1; b < len(cs); b++ {
			for c := b + 1; c < len(cs); c++ {
				for d := c + 1; d < len(cs); d++ {
					for e := d + 1; e < len(cs); e++ {
						best = max(best, f[fiveIndex(cs[a], cs[b], cs[c], cs[d], cs[e])])
					}
				}
			}
		}
	}
	return best
}

// TestHandsOfAllBoards: over all boards each seven cards come up once for every
// two of them that are the hole.
func TestHandsOfAllBoards(t *testing.T) {
	const holesOfSeven = 21
	var (
		counts [10]int
		hands  [Holes]Hand
	)
	eachBoard(Board{}, 5, deckSize+1, func(b *Board, _ Card) {
		b.Hands(&hands)
		for _, h := range hands {
			counts[h.Category()]++
		}
	})
	for c, n := range counts {
		if want := holesOfSeven * countsOf7[c]; n != want {
			t.Errorf("%d times a %v, want %d", n, Category(c), want)
		}
	}
}

// TestHandsOfEveryFlushBoard holds every hole of every board that has three or
// more cards of hearts to Evaluate; the other two cards of each are the lowest
// and the highest of the other suits.
func TestHandsOfEveryFlushBoard(t *testing.T) {
	others := FullDeck &^ FullDeck.ofSuit(Hearts)
	low, high := others.Cards()[0], others.Cards()[others.Len()-1]
	for m := ranks(0); m <= allRanks; m++ {
		if m.len() < 3 || m.len() > 5 {
			continue
		}
		var board Cards
		for left := m; left != 0; left &= left - 1 {
			board = append(board, Of(left.lowest(), Hearts))
		}
		checkHands(t, append(board, low, high)[:5])
	}
}
