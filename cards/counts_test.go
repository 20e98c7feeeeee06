package cards

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The counts of hands by category are known from combinatorics, see
// docs/evaluator.md: they need no other evaluator.
var (
	countsOf5 = [10]int{1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4}
	countsOf6 = [10]int{6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188}
	countsOf7 = [10]int{23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324}
)

// histogram counts hands.
type histogram [1 << 16]int32

func (h *histogram) byCategory() (counts [10]int) {
	for hand, n := range h {
		if n > 0 {
			counts[Hand(hand).Category()] += int(n)
		}
	}
	return counts
}

func (h *histogram) distinct() (n int) {
	for _, times := range h {
		if times > 0 {
			n++
		}
	}
	return n
}

func (h *histogram) check(t *testing.T, counts [10]int, distinct int) {
	t.Helper()
	if diff := cmp.Diff(counts, h.byCategory()); diff != "" {
		t.Errorf("hands by category (-want +got):\n%s", diff)
	}
	if got := h.distinct(); got != distinct {
		t.Errorf("%d distinct hands, want %d", got, distinct)
	}
}

// eachBoard visits every board of n cards below a limit, added to b from the
// highest card down, with the lowest card of each.
func eachBoard(b Board, n int, below Card, visit func(b *Board, lowest Card)) {
	if n == 0 {
		visit(&b, below)
		return
	}
	for c := below - 1; c >= Card(n); c-- {
		more := b
		more.Add(c)
		eachBoard(more, n-1, c, visit)
	}
}

// countAll counts the hands of every choice of n cards, the last one added here.
func countAll(n int) *histogram {
	var h histogram
	eachBoard(Board{}, n-1, deckSize+1, func(b *Board, lowest Card) {
		for c := Card(1); c < lowest; c++ {
			all := *b
			all.Add(c)
			h[all.Hand()]++
		}
	})
	return &h
}

func TestAllFiveCardHands(t *testing.T) {
	t.Parallel()
	countAll(5).check(t, countsOf5, 7462)
}

func TestAllSixCardHands(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("20 million hands take too long under the race detector; TestAllFiveCardHands runs")
	}
	countAll(6).check(t, countsOf6, 6075)
}

// TestAllSevenCardHands judges the seventh card by With, as enumerations do.
func TestAllSevenCardHands(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("134 million hands take too long under the race detector; TestAllFiveCardHands runs")
	}
	var h histogram
	eachBoard(Board{}, 6, deckSize+1, func(b *Board, lowest Card) {
		for c := Card(1); c < lowest; c++ {
			h[b.With(c)]++
		}
	})
	h.check(t, countsOf7, 4824)
}
