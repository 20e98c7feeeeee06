package edge

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"croupier/cards"
)

func pcg(block uint64) func() uint64 { return rand.NewPCG(7, block).Uint64 }

// TestStrategy plays every game: one after the other, since what a strategy
// holds is large.
func TestStrategy(t *testing.T) {
	t.Parallel()
	for game, rules := range played {
		t.Run(game, func(t *testing.T) {
			k := keptOf(t, game, rules)
			t.Run("every card dealt agrees", func(t *testing.T) { everyCardAgrees(t, k) })
			s, err := k.counter.strategy(k.counts, tables(t, shippedTables[game]...))
			if err != nil {
				t.Fatal(err)
			}
			t.Run("simulation agrees", func(t *testing.T) { simulationAgrees(t, s) })
			t.Run("same for a seed", func(t *testing.T) { sameForASeed(t, s) })
			t.Run("stops", func(t *testing.T) { simulationStops(t, s) })
			k.counter = nil
		})
	}
}

// everyCardAgrees compares the states the counting lifts with Advise, which
// goes through every card: for hole cards and flops drawn at random, every
// choice must be worth the same, at prices no table has.
func everyCardAgrees(t *testing.T, k *keptCounts) {
	g := k.counts.game
	s, err := k.counter.strategy(k.counts, odd(g))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range 20 {
		deal := rapid.Permutation(cards.FullDeck.Cards()).Example(seed)
		for _, n := range []int{3, 4, 5} {
			agree(t, s, g, Position{Hole: [2]cards.Card(deal[:2]), Board: deal[2 : 2+n]})
		}
	}
}

// simulationAgrees: the mean must lie near the exact value. The seed is fixed,
// so this cannot fail by chance.
func simulationAgrees(t *testing.T, s *Strategy) {
	samples, err := s.Simulate(t.Context(), Simulation{Rounds: 40_000, Sides: true, Source: pcg})
	if err != nil {
		t.Fatal(err)
	}
	if len(samples) != 2 {
		t.Errorf("%d samples", len(samples))
	}
	for i := range samples {
		w := &samples[i]
		if d := w.Distance(); math.Abs(d) > 4 || w.Variance.Sign() <= 0 {
			t.Errorf("%s: mean %s, %f standard errors from %s", w.Wager, w.Mean.FloatString(6), d, w.Exact.FloatString(6))
		}
	}
}

// sameForASeed shares the blocks among one worker and three.
func sameForASeed(t *testing.T, s *Strategy) {
	var means []string
	for _, workers := range []int{1, 3} {
		samples, err := s.Simulate(t.Context(), Simulation{Rounds: 25_000, Workers: workers, Source: pcg})
		if err != nil {
			t.Fatal(err)
		}
		means = append(means, samples[0].Mean.String())
	}
	if diff := cmp.Diff(means[0], means[1]); diff != "" {
		t.Errorf("(-one worker +three):\n%s", diff)
	}
}

func simulationStops(t *testing.T, s *Strategy) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := s.Simulate(ctx, Simulation{Rounds: 1 << 40, Source: func(block uint64) func() uint64 {
		if block == 3 {
			stop()
		}
		return pcg(block)
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkSimulate(b *testing.B) {
	k := keptOf(b, uth, nil)
	s, err := k.counter.strategy(k.counts, tables(b, shippedTables[uth]...))
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	if _, err := s.Simulate(context.Background(), Simulation{Rounds: int64(b.N), Source: pcg}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rounds/s")
}
