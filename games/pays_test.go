package games_test

import (
	"errors"
	"strings"
	"testing"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

func TestPaysPriceEveryRowAndNoOther(t *testing.T) {
	t.Parallel()
	g, _, err := uth.Edition.Build(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(games.Prices)
		says   string
	}{
		"complete":      {func(games.Prices) {}, ""},
		"free":          {func(p games.Prices) { p["blind"]["flush"] = dec("0") }, ""},
		"dear":          {func(p games.Prices) { p["blind"]["flush"] = dec("1000000") }, ""},
		"row missing":   {func(p games.Prices) { delete(p["blind"], "flush") }, `blind has no price for "flush"`},
		"row unknown":   {func(p games.Prices) { p["trips"]["pair"] = dec("1") }, `trips has no row "pair"`},
		"table missing": {func(p games.Prices) { delete(p, "blind") }, `blind has no price for "royal flush"`},
		"not offered":   {func(p games.Prices) { delete(p, "trips") }, ""},
		"wager unknown": {func(p games.Prices) { p["bonus"] = p["trips"] }, `wager "bonus" has no paytable`},
		"wager even":    {func(p games.Prices) { p["play"] = p["trips"] }, `wager "play" has no paytable`},
		"below nothing": {func(p games.Prices) { p["trips"]["flush"] = dec("-1") }, `trips prices "flush" at -1`},
		"too dear":      {func(p games.Prices) { p["trips"]["flush"] = dec("1000000.5") }, `trips prices "flush" at 1000000.5, want 0 to 1000000`},
		"case":          {func(p games.Prices) { p["trips"]["Flush"] = dec("6") }, `trips has no row "Flush"`},
	} {
		prices := gamestest.Prices(g)
		c.change(prices)
		_, err := g.Pays(prices)
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.says != "" && (!errors.Is(err, games.ErrRow) || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v, want %s", name, err, c.says)
		}
	}
}

func TestPaysOfNothingPricesNothing(t *testing.T) {
	t.Parallel()
	if o, ok := (games.Pays{}).Pay("trips", &games.Showdown{}, "uth 11"); ok {
		t.Errorf("the zero value pays %v", o)
	}
}
