package bonus_test

import (
	"testing"

	"croupier/games"
	"croupier/games/bonus"
	"croupier/games/gamestest"
)

// prices are the paytable the stories are told with.
var prices = games.Prices{"bonus": gamestest.Odds(
	"aces against aces 1000", "aces 30", "ace-king suited 25", "ace-queen or ace-jack suited 20", "ace-king unsuited 15",
	"kings queens or jacks 10", "ace-queen or ace-jack unsuited 5", "pair of twos to tens 3",
)}

const communityFirst, playersFirst = "community-first", "players-first"

func open(t *testing.T, order string, house games.House) *gamestest.Table {
	t.Helper()
	return gamestest.NewTable(t, bonus.Edition, gamestest.Setting{House: house, DealOrder: order, Prices: prices})
}

// bothOrders tells the story in both deal orders.
func bothOrders(t *testing.T, story func(t *testing.T, order string)) {
	t.Parallel()
	for _, order := range bonus.Edition.DealOrders {
		t.Run(order, func(t *testing.T) { story(t, order) })
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	gamestest.Results(t, bonus.Edition, prices, "testdata/results.txt")
}

// bonus 1: the order of the deal; nothing is burned.
func TestBonus1Deal(t *testing.T) {
	t.Parallel()
	for order, want := range map[string][]games.Place{
		communityFirst: {games.Board, 1, 3, games.Dealer},
		playersFirst:   {1, 3, games.Dealer},
	} {
		tbl := open(t, order, nil)
		tbl.Bets(1, "ante 10")
		tbl.Bets(3, "ante 10")
		tbl.Hole()
		var got []games.Place
		for _, e := range tbl.Round.Events() {
			if e.Kind == games.KindDeal {
				got = append(got, e.Place)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: dealt to %v, want %v", order, got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: dealt to %v, want %v", order, got, want)
			}
		}
	}
}

// bonus 2: the bonus needs an ante.
func TestBonus2BonusNeedsAnAnte(t *testing.T) {
	t.Parallel()
	tbl := open(t, "", nil)
	tbl.RefusesBet(1, "bonus 5", games.ErrChoice)
	tbl.Bets(1, "ante 10", "bonus 5")
	tbl.RefusesBet(1, "flop 20", games.ErrChoice)
	tbl.Bets(1, "ante 0")
	tbl.Asks("bets: bet of seat 1: bet ante 0.0001 to 1000000000", "bets: bet of seat 2: bet ante 0.0001 to 1000000000",
		"bets: bet of seat 3: bet ante 0.0001 to 1000000000", "bets: bet of seat 4: bet ante 0.0001 to 1000000000",
		"bets: bet of seat 5: bet ante 0.0001 to 1000000000", "bets: bet of seat 6: bet ante 0.0001 to 1000000000",
		"bets: bet of seat 7: bet ante 0.0001 to 1000000000")
}

// bonus 3 to 6: flop at twice the ante or a fold, turn and river at once or a
// check, also after a check; no betting and no fold after.
func TestBonus3To6Decisions(t *testing.T) {
	bothOrders(t, func(t *testing.T, order string) {
		tbl := open(t, order, nil)
		tbl.Bets(1, "ante 10")
		tbl.Hole()
		tbl.Asks("flop bet: act of seat 1: bet flop 20 or fold")
		tbl.RefusesAct(1, "check", games.ErrChoice)
		tbl.RefusesAct(1, "1x", games.ErrAmount)
		tbl.RefusesAct(1, "3x", games.ErrAmount)
		tbl.Acts(1, "2x")
		tbl.RefusesAct(1, "fold", games.ErrNotAsked)
		tbl.Deal("flop", "As Kd 7c")
		tbl.Asks("turn bet: act of seat 1: bet turn 10 or check")
		tbl.RefusesAct(1, "2x", games.ErrAmount)
		tbl.RefusesAct(1, "fold", games.ErrChoice)
		tbl.Acts(1, "check")
		tbl.Deal("turn", "2h")
		tbl.Asks("river bet: act of seat 1: bet river 10 or check")
		tbl.RefusesAct(1, "fold", games.ErrChoice)
		tbl.Acts(1, "1x")
		tbl.Deal("river", "2d")
		tbl.Asks("dealer opens: show 2 of dealer")
		tbl.Opens(games.Dealer, "Qh Jh")
		tbl.Opens(1, "Ah Kh")
		tbl.PaysWhy(1, "ante", "0", "bonus 8: player wins below a straight")
		tbl.PaysWhy(1, "flop", "20", "bonus 7: player wins")
		tbl.PaysWhy(1, "river", "10", "bonus 7: player wins")
		tbl.Asks()
	})
}

// bonus 9, 10: when all fold the round stops before the flop; the dealer
// opens only where a bonus is still to be judged.
func TestBonus9And10EverybodyFolds(t *testing.T) {
	bothOrders(t, func(t *testing.T, order string) {
		tbl := open(t, order, nil)
		tbl.Bets(1, "ante 10", "bonus 5")
		tbl.Bets(2, "ante 10")
		tbl.Hole()
		tbl.Acts(1, "fold")
		tbl.Acts(2, "fold")
		tbl.Asks("dealer opens: show 2 of dealer")
		tbl.Opens(games.Dealer, "Ac Ad")
		tbl.Asks("seats open: show 2 of seat 1", "pay: pay of seat 2")
		tbl.PaysWhy(2, "ante", "-10", "bonus 10: fold")
		tbl.Opens(1, "As Ah")
		tbl.PaysWhy(1, "bonus", "5000", "bonus 9: aces against aces pays 1000 to 1")
		tbl.Pays(1, "ante", "-10")
		tbl.Asks()
	})
}

func TestBonus10EverybodyFoldsWithoutABonus(t *testing.T) {
	bothOrders(t, func(t *testing.T, order string) {
		for _, house := range []games.House{{"bonus_on_fold": "settle"}, {"bonus_on_fold": "forfeit"}} {
			tbl := open(t, order, house)
			tbl.Bets(1, "ante 10")
			if house.Ruled("bonus_on_fold", "forfeit") {
				tbl.Bets(1, "bonus 5")
			}
			tbl.Hole()
			tbl.Acts(1, "fold")
			tbl.Asks("pay: pay of seat 1")
			tbl.Pays(1, "ante", "-10")
			tbl.Asks()
			if shown := tbl.Round.Shown(games.Dealer) + tbl.Round.Shown(games.Board); shown != 0 {
				t.Errorf("%d cards were shown to nobody", shown)
			}
		}
	})
}

// A hand ruled dead loses its bonus too; the other seat plays on.
func TestDeadHand(t *testing.T) {
	bothOrders(t, func(t *testing.T, order string) {
		tbl := open(t, order, nil)
		tbl.Bets(1, "ante 10", "bonus 5")
		tbl.Bets(2, "ante 10", "bonus 5")
		tbl.Hole()
		tbl.Acts(1, "2x")
		tbl.Acts(2, "fold")
		tbl.Voids(2, games.DoDead)
		tbl.Voids(1, games.DoReturn)
		tbl.Asks("pay: pay of seat 2")
		tbl.PaysWhy(2, "bonus", "-5", "hand ruled dead")
		tbl.PaysWhy(1, "flop", "0", "void: the stake goes back")
		tbl.Asks()
	})
}

// Twenty-two seats and the whole board fit one deck in either deal order.
func TestTwentyTwoSeats(t *testing.T) {
	bothOrders(t, func(t *testing.T, order string) {
		terms := games.DefaultTerms()
		terms.Seats = bonus.Edition.Seats
		tbl := gamestest.NewTable(t, bonus.Edition, gamestest.Setting{DealOrder: order, Terms: terms})
		d := gamestest.NewDealer(gamestest.Rand(1), terms.Seats)
		d.Seats = gamestest.AllSeats(terms.Seats)
		if err := d.Play(tbl.Round); err != nil {
			t.Fatal(err)
		}
		if tbl.Round.Paid() != d.Seats || gamestest.Drawn(tbl.Round) != 51 {
			t.Errorf("paid %b, drawn %d", tbl.Round.Paid(), gamestest.Drawn(tbl.Round))
		}
	})
}
