package main

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"croupier/cards"
)

// TestBaselineRanksAsTheEvaluatorDoes keeps the baseline honest: a ratio to
// something that ranks hands wrongly would say nothing.
func TestBaselineRanksAsTheEvaluatorDoes(t *testing.T) {
	t.Parallel()
	deals := dealSevens(rand.New(rand.NewPCG(1, 1)), 20_000)
	for i := range len(deals) - 1 {
		a, b := &deals[i], &deals[i+1]
		if naive(a)>>20 != uint32(cards.Eval7(a).Category()) {
			t.Fatalf("%v: the baseline says category %d, the evaluator %v", cards.Cards(a[:]), naive(a)>>20, cards.Eval7(a))
		}
		if cmp.Compare(naive(a), naive(b)) != cmp.Compare(cards.Eval7(a), cards.Eval7(b)) {
			t.Fatalf("%v against %v: baseline and evaluator differ", cards.Cards(a[:]), cards.Cards(b[:]))
		}
	}
}

func TestTrialsCountTheirHands(t *testing.T) {
	t.Parallel()
	for _, tr := range trials(small) {
		if got := tr.run(); got != tr.hands {
			t.Errorf("%s judged %d hands and divides by %d", tr.name, got, tr.hands)
		}
	}
}
