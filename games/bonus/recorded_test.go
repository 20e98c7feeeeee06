package bonus_test

import (
	"flag"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/bonus"
	"croupier/games/gamestest"
)

var update = flag.Bool("update", false, "write the recorded rounds anew")

func TestRecordedRounds(t *testing.T) {
	t.Parallel()
	terms := games.DefaultTerms()
	terms.Seats, terms.Chip, terms.Rounding, terms.Cap = 3, decimal.New(5, 0), games.Up, decimal.New(100, 0)
	for _, r := range []gamestest.Recording{
		{File: "testdata/community-first.round", Seed: 1, Setting: gamestest.Setting{
			House: games.House{"ante_pays_from": "straight"},
		}},
		{File: "testdata/players-first.round", Seed: 2, Setting: gamestest.Setting{
			House: games.House{"ante_pays_from": "flush"}, DealOrder: playersFirst,
		}},
		{File: "testdata/forfeit.round", Seed: 3, Setting: gamestest.Setting{
			House: games.House{"ante_pays_from": "flush", "bonus_on_fold": "forfeit"},
		}},
	} {
		r.Prices, r.Terms = prices, terms
		r.Replay(t, bonus.Edition, *update)
	}
}
