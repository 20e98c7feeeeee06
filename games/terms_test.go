package games_test

import (
	"errors"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
)

func dec(s string) decimal.Decimal { return decimal.RequireFromString(s) }

func TestTermsCheck(t *testing.T) {
	t.Parallel()
	limit := func(l games.Limit) func(*games.Terms) {
		return func(t *games.Terms) { t.Limits = map[string]games.Limit{"ante": l} }
	}
	for name, c := range map[string]struct {
		change func(*games.Terms)
		ok     bool
	}{
		"defaults":                 {func(*games.Terms) {}, true},
		"no chip":                  {func(t *games.Terms) { t.Chip = decimal.Zero }, false},
		"chip below nothing":       {func(t *games.Terms) { t.Chip = dec("-1") }, false},
		"rounding unknown":         {func(t *games.Terms) { t.Rounding = "even" }, false},
		"rounding not said":        {func(t *games.Terms) { t.Rounding = "" }, false},
		"share unknown":            {func(t *games.Terms) { t.CapShare = "fair" }, false},
		"cap below nothing":        {func(t *games.Terms) { t.Cap = dec("-0.01") }, false},
		"a cap":                    {func(t *games.Terms) { t.Cap, t.CapShare = dec("500"), games.ProRata }, true},
		"no seats":                 {func(t *games.Terms) { t.Seats = 0 }, false},
		"22 seats":                 {func(t *games.Terms) { t.Seats = 22 }, true},
		"23 seats":                 {func(t *games.Terms) { t.Seats = 23 }, false},
		"dealt from the middle":    {func(t *games.Terms) { t.DealFrom = "middle" }, false},
		"settled from nowhere":     {func(t *games.Terms) { t.SettleFrom = "" }, false},
		"limits":                   {limit(games.Limit{Min: dec("5"), Max: dec("100"), Step: dec("5")}), true},
		"a least stake alone":      {limit(games.Limit{Min: dec("5")}), true},
		"limits turned round":      {limit(games.Limit{Min: dec("5"), Max: dec("4.99")}), false},
		"a limit below nothing":    {limit(games.Limit{Min: dec("-5")}), false},
		"a step below nothing":     {limit(games.Limit{Step: dec("-5")}), false},
		"more than may be staked":  {limit(games.Limit{Max: dec("1000000000.01")}), false},
		"a least nobody may stake": {limit(games.Limit{Min: dec("1000000001")}), false},
		"finer than a stake is":    {limit(games.Limit{Min: dec("0.00005")}), false},
		"a step finer than that":   {limit(games.Limit{Step: dec("0.12345")}), false},
	} {
		terms := games.DefaultTerms()
		c.change(&terms)
		if err := terms.Check(); c.ok != (err == nil) || !c.ok && !errors.Is(err, games.ErrTerms) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// table 4: whole chips, on what is paid out only.
func TestTable4Rounding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		exact, chip       string
		down, nearest, up string
	}{
		{"11.25", "0.50", "11", "11.5", "11.5"},
		{"11.25", "1", "11", "11", "12"},
		{"7500", "1000", "7000", "8000", "8000"},
		{"7499.9999", "1000", "7000", "7000", "8000"},
		{"11.25", "0.01", "11.25", "11.25", "11.25"},
		{"0.0049", "0.01", "0", "0", "0.01"},
		{"0.005", "0.01", "0", "0.01", "0.01"},
		{"0.75", "25", "0", "0", "25"},
		{"1000", "1000", "1000", "1000", "1000"},
		{"500000000000", "0.01", "500000000000", "500000000000", "500000000000"},
		{"10", "3", "9", "9", "12"},
		{"10.5", "3", "9", "12", "12"},
	} {
		for rounding, want := range map[games.Rounding]string{games.Down: c.down, games.Nearest: c.nearest, games.Up: c.up} {
			terms := games.Terms{Chip: dec(c.chip), Rounding: rounding}
			if got := terms.Round(dec(c.exact)); !got.Equal(dec(want)) {
				t.Errorf("%s in chips of %s, %s: %s, want %s", c.exact, c.chip, rounding, got, want)
			}
		}
	}
}
