package games_test

import (
	"testing"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// royal plays seat 1 to a royal flush with 4x under the terms: play 400, ante
// 100, blind 50,000 and trips 1,250 before the cap.
func royal(t *testing.T, change func(*games.Terms)) *gamestest.Table {
	t.Helper()
	terms := games.DefaultTerms()
	change(&terms)
	tbl := gamestest.NewTable(t, uth.Edition, gamestest.Setting{Terms: terms, Prices: uthPrices})
	tbl.Bets(1, "ante 100", "trips 25")
	tbl.Hole()
	tbl.Acts(1, "4x")
	tbl.Deal("flop", "Ks Qs Js")
	tbl.Deal("turn and river", "Ts 9s")
	tbl.Opens(games.Dealer, "8s 7s")
	tbl.Opens(1, "As 2d")
	return tbl
}

// table 2: the cap binds on the sum of a seat's winning lines.
func TestTable2Cap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, chip, limit        string
		share                    games.CapShare
		play, ante, blind, trips string
	}{
		{"none", "0.01", "0", games.ByOrder, "400", "100", "50000", "1250"},
		{"just not binding", "0.01", "51750", games.ByOrder, "400", "100", "50000", "1250"},
		{"by order", "0.01", "20000", games.ByOrder, "400", "100", "19500", "0"},
		{"by order, just binding", "0.01", "51749.99", games.ByOrder, "400", "100", "50000", "1249.99"},
		{"by order, below the first", "25", "410", games.ByOrder, "400", "0", "0", "0"},
		{"by order, cut to the chip", "25", "490", games.ByOrder, "400", "75", "0", "0"},
		{"by order, less than a chip", "25", "24", games.ByOrder, "0", "0", "0", "0"},
		{"pro rata", "0.01", "20000", games.ProRata, "154.58", "38.64", "19323.69", "483.09"},
		{"pro rata, the remainder", "25", "20000", games.ProRata, "150", "25", "19350", "475"},
		{"pro rata, just binding", "1", "51749", games.ProRata, "400", "99", "50000", "1250"},
		{"pro rata, clamped", "25", "51749", games.ProRata, "400", "75", "50000", "1250"},
		{"pro rata, less than a chip", "25", "24", games.ProRata, "0", "0", "0", "0"},
	} {
		tbl := royal(t, func(terms *games.Terms) { terms.Chip, terms.Cap, terms.CapShare = dec(c.chip), dec(c.limit), c.share })
		for wager, net := range map[string]string{"play": c.play, "ante": c.ante, "blind": c.blind, "trips": c.trips} {
			l := tbl.Line(1, wager)
			if !l.Amount.Equal(dec(net)) {
				t.Errorf("%s: %s is paid %s, want %s", c.name, wager, l.Amount, net)
			}
			if l.Won != games.Win {
				t.Errorf("%s: a capped %s is a %s", c.name, wager, l.Won)
			}
		}
	}
}

// Losses are not netted against the cap, and are not cut by it.
func TestTable2LossesStayWhole(t *testing.T) {
	t.Parallel()
	terms := games.DefaultTerms()
	terms.Cap = dec("30")
	tbl := gamestest.NewTable(t, uth.Edition, gamestest.Setting{Terms: terms, Prices: uthPrices})
	tbl.Bets(1, "ante 10", "trips 100")
	tbl.Hole()
	tbl.Acts(1, "4x")
	tbl.Deal("flop", "As Kd 7c")
	tbl.Deal("turn and river", "2h 3d")
	tbl.Opens(games.Dealer, "Kh 9h")
	tbl.Opens(1, "Ah 9c")
	tbl.PaysWhy(1, "play", "30", "uth 10: player wins, capped at 30 a round")
	tbl.PaysWhy(1, "ante", "0", "uth 10: dealer qualifies with a pair or better, capped at 30 a round")
	tbl.PaysWhy(1, "trips", "-100", "uth 11: below three of a kind")
}

func TestWhySaysRoundedAndCapped(t *testing.T) {
	t.Parallel()
	capped := royal(t, func(terms *games.Terms) { terms.Cap = dec("20000") })
	capped.PaysWhy(1, "blind", "19500", "uth 12: royal flush pays 500 to 1, capped at 20000 a round")
	both := royal(t, func(terms *games.Terms) { terms.Chip, terms.Cap = dec("1000"), dec("50000") })
	both.PaysWhy(1, "trips", "0", "uth 11: royal flush pays 50 to 1, rounded down to 1000, capped at 50000 a round")
	for rounding, want := range map[games.Rounding]string{
		games.Down:    "uth 11: royal flush pays 50 to 1, rounded down to 1000",
		games.Up:      "uth 11: royal flush pays 50 to 1, rounded up to 1000",
		games.Nearest: "uth 11: royal flush pays 50 to 1, rounded to the nearest 1000",
	} {
		tbl := royal(t, func(terms *games.Terms) { terms.Chip, terms.Rounding = dec("1000"), rounding })
		net := map[games.Rounding]string{games.Down: "1000", games.Up: "2000", games.Nearest: "1000"}[rounding]
		tbl.PaysWhy(1, "trips", net, want)
	}
}

// The remainder of a pro-rata cap goes to the largest line, of equals to the
// earlier.
func TestTable2RemainderOfEqualLines(t *testing.T) {
	t.Parallel()
	terms := games.DefaultTerms()
	terms.Chip, terms.Cap, terms.CapShare = dec("10"), dec("15"), games.ProRata
	tbl := gamestest.NewTable(t, uth.Edition, gamestest.Setting{Terms: terms, Prices: uthPrices})
	tbl.Bets(1, "ante 10")
	tbl.Hole()
	tbl.Acts(1, "check")
	tbl.Deal("flop", "As Kd 7c")
	tbl.Acts(1, "check")
	tbl.Deal("turn and river", "2h 3d")
	tbl.Acts(1, "1x")
	tbl.Opens(games.Dealer, "Kh 9h")
	tbl.Opens(1, "Ah 9c")
	tbl.Pays(1, "play", "10")
	tbl.Pays(1, "ante", "0")
}
