package games

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// TestMultiple holds the quick ways to reckon to the slow ones, over numbers on
// both sides of where they end.
func TestMultiple(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		step := decimal.New(rapid.Int64Range(1, 1e6).Draw(t, "step"), rapid.Int32Range(-6, 3).Draw(t, "of step"))
		d := decimal.New(rapid.Int64().Draw(t, "number"), rapid.Int32Range(-10, 6).Draw(t, "of number"))
		if rapid.Bool().Draw(t, "is a multiple") {
			d = step.Mul(decimal.NewFromInt(rapid.Int64Range(-1e12, 1e12).Draw(t, "times")))
		}
		if got, want := multiple(d, step), d.Mod(step).IsZero(); got != want {
			t.Fatalf("%s of %s: %t, want %t", d, step, got, want)
		}
		n := rapid.Int64Range(0, 2000).Draw(t, "n")
		if got, want := times(d, n), d.Mul(decimal.NewFromInt(n)); !got.Equal(want) {
			t.Fatalf("%s times %d is %s, want %s", d, n, got, want)
		}
		for _, o := range []Odds{even, lost, pushed, step} {
			if got, want := product(d, o), d.Mul(o); !got.Equal(want) {
				t.Fatalf("%s times %s is %s, want %s", d, o, got, want)
			}
		}
	})
}
