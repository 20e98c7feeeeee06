package edge

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func pcg(block uint64) func() uint64 { return rand.NewPCG(7, block).Uint64 }

// TestSimulationAgrees plays every game through its prompts: the mean must lie
// near the exact value. The seed is fixed, so the test cannot fail by chance.
func TestSimulationAgrees(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game   string
		rules  []string
		tables []string
	}{
		{uth, nil, []string{"blind-a", "trips-2"}},
		{bonus, []string{"ante_pays_from=straight"}, []string{"bonus-1"}},
		{casino, []string{"aa_on_fold=forfeit"}, []string{"casino-ante-1", "casino-aa-1"}},
	} {
		s := strategyOf(t, c.game, c.rules, c.tables)
		samples, err := s.Simulate(t.Context(), Simulation{Rounds: 60_000, Sides: true, Source: pcg})
		if err != nil {
			t.Fatal(err)
		}
		if len(samples) != 2 {
			t.Errorf("%s: %d samples", c.game, len(samples))
		}
		for i := range samples {
			w := &samples[i]
			if d := w.Distance(); math.Abs(d) > 4 || w.Variance.Sign() <= 0 {
				t.Errorf("%s %s: mean %s, %f standard errors from %s", c.game, w.Wager, w.Mean.FloatString(6), d, w.Exact.FloatString(6))
			}
		}
	}
}

func strategyOf(t testing.TB, game string, rules, names []string) *Strategy {
	t.Helper()
	s, err := Strategise(context.Background(), build(t, game, rules...), tables(t, names...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSimulationIsTheSameForASeed shares the blocks among one worker and three.
func TestSimulationIsTheSameForASeed(t *testing.T) {
	t.Parallel()
	s := strategyOf(t, uth, nil, []string{"blind-a", "trips-2"})
	var means []string
	for _, workers := range []int{1, 3} {
		samples, err := s.Simulate(t.Context(), Simulation{Rounds: 45_000, Workers: workers, Source: pcg})
		if err != nil {
			t.Fatal(err)
		}
		means = append(means, samples[0].Mean.String())
	}
	if diff := cmp.Diff(means[0], means[1]); diff != "" {
		t.Errorf("(-one worker +three):\n%s", diff)
	}
}

func TestSimulationStops(t *testing.T) {
	t.Parallel()
	s := strategyOf(t, uth, nil, []string{"blind-a", "trips-2"})
	ctx, stop := context.WithCancel(t.Context())
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
	s := strategyOf(b, uth, nil, []string{"blind-a", "trips-2"})
	b.ResetTimer()
	if _, err := s.Simulate(context.Background(), Simulation{Rounds: int64(b.N), Source: pcg}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rounds/s")
}
