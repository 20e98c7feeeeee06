package uth_test

import (
	"flag"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

var update = flag.Bool("update", false, "write the recorded rounds anew")

func TestRecordedRounds(t *testing.T) {
	t.Parallel()
	for _, r := range []gamestest.Recording{
		{File: "testdata/defaults.round", Seed: 1},
		{File: "testdata/must-win.round", Seed: 2, Setting: gamestest.Setting{
			House: games.House{"trips_versus_dealer": "must-win"},
			Terms: table("0.5", games.Up, games.Last),
		}},
		{File: "testdata/forfeit.round", Seed: 3, Setting: gamestest.Setting{
			House: games.House{"trips_on_fold": "forfeit", "preflop_multiples": "4"},
			Terms: table("1", games.Down, games.First),
		}},
		{File: "testdata/won.round", Seed: 4, Setting: gamestest.Setting{Terms: won()}},
	} {
		r.Prices = prices
		r.Replay(t, uth.Edition, *update)
	}
}

// table is a table for four with a cap, settled from the other end.
func table(chip string, rounding games.Rounding, dealFrom games.Side) games.Terms {
	t := games.DefaultTerms()
	t.Seats, t.DealFrom, t.Rounding, t.CapShare = 4, dealFrom, rounding, games.ProRata
	if dealFrom == games.Last {
		t.SettleFrom = games.First
	}
	t.Chip, t.Cap = decimal.RequireFromString(chip), decimal.New(150, 0)
	return t
}

// won is a table with limits in thousands.
func won() games.Terms {
	t := table("1000", games.Nearest, games.First)
	t.Cap = decimal.New(20, 6)
	t.Limits = map[string]games.Limit{
		"ante":  {Min: decimal.New(5, 3), Max: decimal.New(100, 3), Step: decimal.New(5, 3)},
		"trips": {Min: decimal.New(1, 3), Max: decimal.New(50, 3), Step: decimal.New(1, 3)},
	}
	return t
}
