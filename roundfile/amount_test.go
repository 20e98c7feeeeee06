package roundfile

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// TestAppendAmount holds the short way of writing a decimal to the decimal's
// own.
func TestAppendAmount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := decimal.New(rapid.Int64().Draw(t, "digits"), rapid.Int32Range(-25, 25).Draw(t, "exponent"))
		if rapid.Bool().Draw(t, "large") {
			d = d.Mul(decimal.New(rapid.Int64().Draw(t, "more digits"), -3))
		}
		if got, want := string(appendAmount(nil, d)), `"`+d.String()+`"`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}
