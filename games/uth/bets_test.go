package uth_test

import (
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// uth 2: ante and blind go down together, trips only beside an ante.
func TestUTH2AnteAndBlindAreOneBet(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.RefusesBet(3, "trips 5", games.ErrChoice)
	tbl.RefusesBet(3, "blind 10", games.ErrChoice)
	tbl.Bets(3, "ante 10")
	wantStake(t, tbl, 3, "blind", "10")
	tbl.RefusesBet(3, "blind 5", games.ErrChoice)
	tbl.RefusesBet(3, "play 40", games.ErrChoice)
	tbl.Bets(3, "trips 5", "ante 12.5")
	wantStake(t, tbl, 3, "blind", "12.5")
	wantStake(t, tbl, 3, "trips", "5")
	tbl.Bets(3, "ante 0")
	wantStake(t, tbl, 3, "blind", "0")
	wantStake(t, tbl, 3, "trips", "0")
	if in := tbl.Round.In(); in != 0 {
		t.Errorf("seats %b are in after the ante is gone", in)
	}
}

func wantStake(t *testing.T, tbl *gamestest.Table, seat games.Place, wager, want string) {
	t.Helper()
	if got := tbl.Round.Stake(seat, wager); !got.Equal(decimal.RequireFromString(want)) {
		t.Errorf("%v has %s on %s, want %s", seat, got, wager, want)
	}
}

// uth 3: two cards to each seat in play, then two to the dealer, nothing
// burned, from the side the table says.
func TestUTH3TheDealGoesRound(t *testing.T) {
	t.Parallel()
	for side, want := range map[games.Side][]games.Place{games.First: {2, 4, 5, games.Dealer}, games.Last: {5, 4, 2, games.Dealer}} {
		terms := games.DefaultTerms()
		terms.DealFrom = side
		tbl := gamestest.NewTable(t, uth.Edition, gamestest.Setting{Terms: terms})
		for _, seat := range []games.Place{4, 2, 5} {
			tbl.Bets(seat, "ante 10")
		}
		tbl.Hole()
		var got []games.Place
		for _, e := range tbl.Round.Events() {
			if e.Kind == games.KindDeal {
				got = append(got, e.Place)
				if e.Cards.String() != "?? ??" {
					t.Errorf("%v got %v", e.Place, e.Cards)
				}
			}
		}
		if len(got) != 4 || [4]games.Place(got) != [4]games.Place(want) {
			t.Errorf("from the %s: dealt to %v, want %v", side, got, want)
		}
	}
}

// uth 4: before the flop a seat checks or bets what the house rule allows.
func TestUTH4PlayBeforeTheFlop(t *testing.T) {
	t.Parallel()
	for house, want := range map[string]string{
		"3,4": "preflop: act of seat 1: bet play 40 or bet play 30 or check",
		"4":   "preflop: act of seat 1: bet play 40 or check",
		"3":   "preflop: act of seat 1: bet play 30 or check",
	} {
		tbl := open(t, games.House{"preflop_multiples": house})
		tbl.Bets(1, "ante 10")
		tbl.Hole()
		tbl.Asks(want)
		for _, no := range []string{"1x", "2x", "2.5x", "5x", "0x"} {
			tbl.RefusesAct(1, no, games.ErrAmount)
		}
		tbl.RefusesAct(1, "fold", games.ErrChoice)
	}
}

// uth 5 and 6: one card is burned before each opening; a seat without play
// bets twice its ante or checks, then bets once or folds.
func TestUTH5And6LaterPlays(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.Bets(1, "ante 10")
	tbl.Bets(2, "ante 10")
	tbl.Bets(3, "ante 10")
	tbl.Hole()
	tbl.Acts(2, "3x")
	tbl.Acts(1, "check")
	tbl.RefusesAct(2, "4x", games.ErrNotAsked)
	tbl.Acts(3, "check")
	tbl.Asks("burn 1: deal 1 face down to burn")
	tbl.Deal("flop", "As Kd 7c")
	tbl.Asks("after flop: act of seat 1: bet play 20 or check", "after flop: act of seat 3: bet play 20 or check")
	for _, no := range []string{"1x", "3x", "4x"} {
		tbl.RefusesAct(1, no, games.ErrAmount)
	}
	tbl.RefusesAct(1, "fold", games.ErrChoice)
	tbl.RefusesAct(2, "2x", games.ErrNotAsked)
	tbl.Acts(1, "2x")
	tbl.Acts(3, "check")
	tbl.Asks("burn 2: deal 1 face down to burn")
	tbl.Deal("turn and river", "2h 2d")
	tbl.Asks("after river: act of seat 3: bet play 10 or fold")
	tbl.RefusesAct(3, "check", games.ErrChoice)
	tbl.RefusesAct(3, "2x", games.ErrAmount)
	tbl.RefusesAct(1, "1x", games.ErrNotAsked)
	tbl.Acts(3, "1x")
	tbl.Asks("dealer opens: show 2 of dealer")
}
