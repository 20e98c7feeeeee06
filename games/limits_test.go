package games_test

import (
	"strings"
	"testing"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// table 1: a least, a most and a step for each wager.
func TestTable1Limits(t *testing.T) {
	t.Parallel()
	terms := games.DefaultTerms()
	terms.Seats = 1
	terms.Limits = map[string]games.Limit{
		"ante":  {Min: dec("5"), Max: dec("100"), Step: dec("2.5")},
		"trips": {Max: dec("25")},
	}
	tbl := gamestest.NewTable(t, uth.Edition, gamestest.Setting{Terms: terms})
	tbl.Asks("bets: bet of seat 1: bet ante 5 to 100 by 2.5")
	for _, amount := range []string{"0", "4.99", "2.5", "100.01", "102.5", "6", "-5", "7.5001"} {
		tbl.RefusesBet(1, "ante "+amount, games.ErrAmount)
	}
	tbl.Bets(1, "ante 5", "ante 100", "ante 7.50")
	tbl.Asks("bets: bet of seat 1: bet ante 5 to 100 by 2.5 or bet ante 0 or bet trips 0.0001 to 25", "bets: close of dealer")
	for _, amount := range []string{"0", "25.01", "0.00005", "1000000000"} {
		tbl.RefusesBet(1, "trips "+amount, games.ErrAmount)
	}
	tbl.Bets(1, "trips 0.0001", "trips 25", "trips 0")
	tbl.RefusesBet(2, "ante 5", games.ErrNotAsked)
	tbl.Bets(1, "ante 0")
	tbl.Asks("bets: bet of seat 1: bet ante 5 to 100 by 2.5")
}

// Without limits a stake is anything an amount may be.
func TestTable1NoLimits(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	for _, amount := range []string{"1000000000.0001", "1000000001", "0.00001", "12.34567"} {
		tbl.RefusesBet(7, "ante "+amount, games.ErrAmount)
	}
	tbl.Bets(7, "ante 0.0001", "ante 1000000000", "ante 12.3456")
	tbl.RefusesBet(8, "ante 5", games.ErrNotAsked)
}

// table 5: nothing is bet, raised or withdrawn after no more bets.
func TestTable5NoMoreBets(t *testing.T) {
	t.Parallel()
	tbl := open(t)
	tbl.Refuses(games.Event{Step: "bets", Kind: games.KindClose}, games.ErrNotAsked) // nobody is in
	tbl.Bets(1, "ante 10", "trips 5")
	if err := tbl.Round.Apply(games.Event{Step: "bets", Kind: games.KindClose}); err != nil {
		t.Fatal(err)
	}
	for seat, bets := range map[games.Place][]string{1: {"ante 20", "ante 0", "trips 0", "trips 10"}, 2: {"ante 10"}} {
		for _, bet := range bets {
			wager, amount, _ := strings.Cut(bet, " ")
			e := games.Event{Step: "bets", Kind: games.KindBet, Place: seat, Do: games.DoBet, Wager: wager, Amount: dec(amount)}
			tbl.Refuses(e, games.ErrNotAsked)
		}
	}
}
