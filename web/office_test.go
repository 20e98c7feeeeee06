package web_test

import (
	"testing"

	"github.com/shopspring/decimal"

	"croupier/paytables"
)

func dec(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// gamePaytables are the paytables of the names that ship, by wager.
func gamePaytables(t *testing.T, names ...string) map[string]paytables.Paytable {
	t.Helper()
	by := map[string]paytables.Paytable{}
	for _, name := range names {
		p, err := paytables.Default(name)
		if err != nil {
			t.Fatal(err)
		}
		by[p.Wager] = p
	}
	return by
}
