package casino_test

import (
	"flag"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/casino"
	"croupier/games/gamestest"
)

var update = flag.Bool("update", false, "write the recorded rounds anew")

// prices are the paytables the stories are told with.
var prices = games.Prices{
	"ante": gamestest.Odds("royal flush 100", "straight flush 20", "four of a kind 10", "full house 3", "flush 2", "straight or lower 1"),
	"aa":   gamestest.Odds("royal flush 100", "straight flush 50", "four of a kind 40", "full house 30", "flush 20", "pair of aces to straight 7"),
}

func open(t *testing.T, house games.House) *gamestest.Table {
	t.Helper()
	return gamestest.NewTable(t, casino.Edition, gamestest.Setting{House: house, Prices: prices})
}

func TestResults(t *testing.T) {
	t.Parallel()
	gamestest.Results(t, casino.Edition, prices, "testdata/results.txt")
}

// casino 2: AA goes down only beside an ante.
func TestCasino2AANeedsAnAnte(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.RefusesBet(3, "aa 5", games.ErrChoice)
	tbl.RefusesBet(3, "call 20", games.ErrChoice)
	tbl.Bets(3, "ante 10", "aa 5")
}

// casino 4 and casino 5: a call is twice the ante; the last two cards, the
// dealer and the seats open for those who called.
func TestCasino4CallAndShowdown(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.Bets(1, "ante 10", "aa 5")
	tbl.Hole()
	tbl.Deal("flop", "2h 9h Kh")
	tbl.Acts(1, "2x")
	tbl.Deal("turn and river", "4c 7d")
	tbl.Opens(games.Dealer, "Ks Kd")
	tbl.Opens(1, "Ah 3h")
	tbl.PaysWhy(1, "ante", "20", "casino 7: flush pays 2 to 1")
	tbl.PaysWhy(1, "call", "20", "casino 6: player wins")
	tbl.PaysWhy(1, "aa", "100", "casino 8: flush pays 20 to 1")
}

// casino 8: a seat that folds shows its cards for AA, and does not where the
// fold forfeits it.
func TestCasino8AAOnAFold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ house, aa, why string }{
		{"settle", "35", "casino 8: pair of aces to straight pays 7 to 1"},
		{"forfeit", "-5", "casino 8: the bet is forfeited by the fold"},
	} {
		tbl := open(t, games.House{"aa_on_fold": c.house})
		tbl.Bets(1, "ante 10", "aa 5")
		tbl.Hole()
		tbl.Deal("flop", "2h 9h Kh")
		tbl.Acts(1, "fold")
		if c.house == "settle" {
			tbl.Opens(1, "As Ac")
		}
		tbl.PaysWhy(1, "ante", "-10", "casino 4: fold")
		tbl.PaysWhy(1, "aa", c.aa, c.why)
		tbl.Asks()
	}
}

func TestRecordedRounds(t *testing.T) {
	t.Parallel()
	terms := games.DefaultTerms()
	terms.Seats, terms.Chip, terms.Rounding, terms.Cap = 3, decimal.New(5, 0), games.Up, decimal.New(100, 0)
	for _, r := range []gamestest.Recording{
		{File: "testdata/settle.round", Seed: 1, Setting: gamestest.Setting{House: games.House{}}},
		{File: "testdata/forfeit.round", Seed: 3, Setting: gamestest.Setting{House: games.House{"aa_on_fold": "forfeit"}}},
	} {
		r.Terms, r.Prices = terms, prices
		r.Replay(t, casino.Edition, *update)
	}
}

func FuzzEvents(f *testing.F) {
	for seed := range uint64(4) {
		rng := gamestest.Rand(seed)
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { gamestest.Stream(t, casino.Edition, data) })
}
