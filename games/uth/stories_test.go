package uth_test

import (
	"testing"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// prices are the paytables the stories are told with.
var prices = games.Prices{
	"blind": gamestest.Odds("royal flush 500", "straight flush 50", "four of a kind 10", "full house 3", "flush 1.5", "straight 1"),
	"trips": gamestest.Odds("royal flush 50", "straight flush 40", "four of a kind 30", "full house 8", "flush 6", "straight 5", "three of a kind 3"),
}

func open(t *testing.T, house games.House) *gamestest.Table {
	t.Helper()
	return gamestest.NewTable(t, uth.Edition, gamestest.Setting{House: house, Prices: prices})
}

// showdown plays seat 1 with ante and trips of 10 and 5 to the pay.
func showdown(t *testing.T, house games.House, player, dealer, flop, turnRiver string, acts ...string) *gamestest.Table {
	t.Helper()
	tbl := open(t, house)
	tbl.Bets(1, "ante 10", "trips 5")
	tbl.Hole()
	steps := []func(){func() { tbl.Deal("flop", flop) }, func() { tbl.Deal("turn and river", turnRiver) }, func() {}}
	for i, next := range steps {
		if i < len(acts) {
			tbl.Acts(1, acts[i])
		}
		next()
	}
	if tbl.Round.Live() != 0 {
		tbl.Opens(games.Dealer, dealer)
	}
	if len(player) > 0 {
		tbl.Opens(1, player)
	}
	return tbl
}

// uth 7: a fold loses ante and blind; trips is judged or forfeited.
func TestUTH7Fold(t *testing.T) {
	t.Parallel()
	acts := []string{"check", "check", "fold"}
	tbl := showdown(t, nil, "2d 3s", "", "8c 8d 8h", "Kc Qs", acts...)
	tbl.PaysWhy(1, "ante", "-10", "uth 7: fold")
	tbl.PaysWhy(1, "blind", "-10", "uth 7: fold")
	tbl.PaysWhy(1, "trips", "15", "uth 11: three of a kind pays 3 to 1")
	tbl.Asks()

	tbl = showdown(t, games.House{"trips_on_fold": "forfeit"}, "", "", "8c 8d 8h", "Kc Qs", acts...)
	tbl.Asks("pay: pay of seat 1")
	tbl.PaysWhy(1, "trips", "-5", "uth 7: trips is forfeited by the fold")

	tbl = showdown(t, games.House{"trips_versus_dealer": "must-win"}, "", "", "8c 8d 8h", "Kc Qs", acts...)
	tbl.Asks("pay: pay of seat 1")
	tbl.PaysWhy(1, "trips", "-5", "uth 11: fold")
}

// A seat that folds without trips shows nothing, and nobody opens against it.
func TestUTH7FoldWithoutTripsShowsNothing(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	tbl.Bets(1, "ante 10")
	tbl.Bets(2, "ante 10", "trips 5")
	tbl.Hole()
	tbl.Acts(1, "check")
	tbl.Acts(2, "check")
	tbl.Deal("flop", "8c 8d 8h")
	tbl.Acts(1, "check")
	tbl.Acts(2, "check")
	tbl.Deal("turn and river", "Kc Qs")
	tbl.Acts(1, "fold")
	tbl.Acts(2, "fold")
	tbl.Asks("seats open: show 2 of seat 2")
	tbl.Opens(2, "2d 3s")
	tbl.Pays(2, "trips", "15")
	tbl.Pays(1, "ante", "-10")
	tbl.Asks()
	if n := tbl.Round.Shown(games.Dealer); n != 0 {
		t.Errorf("the dealer shows %d cards", n)
	}
}

// uth 10: the dealer who does not qualify wins all the same, but not the ante.
func TestUTH10DealerWinsWithoutQualifying(t *testing.T) {
	t.Parallel()
	tbl := showdown(t, nil, "Qh 3s", "Ad Kc", "2c 5d 7h", "9s Jc", "check", "2x")
	tbl.PaysWhy(1, "play", "-20", "uth 10: dealer wins")
	tbl.PaysWhy(1, "ante", "0", "uth 10: dealer does not qualify")
	tbl.PaysWhy(1, "blind", "-10", "uth 10: dealer wins")
	tbl.PaysWhy(1, "trips", "-5", "uth 11: below three of a kind")
}

// uth 12: the blind is paid on a win from a straight up, and pushes below.
func TestUTH12Blind(t *testing.T) {
	t.Parallel()
	tbl := showdown(t, nil, "Ah 3h", "Ks Kd", "2h 9h Kh", "4c 7d", "4x")
	tbl.PaysWhy(1, "play", "40", "uth 10: player wins")
	tbl.PaysWhy(1, "ante", "10", "uth 10: dealer qualifies with a pair or better")
	tbl.PaysWhy(1, "blind", "15", "uth 12: flush pays 1.5 to 1")
	tbl.PaysWhy(1, "trips", "30", "uth 11: flush pays 6 to 1")

	tbl = showdown(t, nil, "Ad Kc", "Qh 3s", "2c 5d 7h", "9s Jc", "check", "check", "1x")
	tbl.PaysWhy(1, "blind", "0", "uth 12: player wins below a straight")
	tbl.PaysWhy(1, "play", "10", "uth 10: player wins")
	tbl.PaysWhy(1, "ante", "0", "uth 10: dealer does not qualify")
}

// uth 13 and 14: the dealer opens first, the seats are settled one by one
// against the deal, each play, ante, blind, trips.
func TestUTH13And14SettlingOrder(t *testing.T) {
	t.Parallel()
	tbl := open(t, nil)
	for _, seat := range []games.Place{1, 2, 3} {
		tbl.Bets(seat, "ante 10", "trips 5")
	}
	tbl.Hole()
	for _, seat := range []games.Place{1, 2, 3} {
		tbl.Acts(seat, "4x")
	}
	tbl.Deal("flop", "As Kd 7c")
	tbl.Deal("turn and river", "2h 2d")
	tbl.Asks("dealer opens: show 2 of dealer")
	tbl.Opens(games.Dealer, "Ah Kh")
	tbl.Asks("seats open: show 2 of seat 3", "seats open: show 2 of seat 2", "seats open: show 2 of seat 1")
	tbl.Opens(1, "3c 4c")
	tbl.Refuses(games.Event{Step: "pay", Kind: games.KindPay, Place: 1}, games.ErrNotAsked)
	tbl.Opens(3, "5c 6c")
	tbl.Asks("seats open: show 2 of seat 2", "pay: pay of seat 3")
	tbl.Pays(3, "play", "-40")
	tbl.Asks("seats open: show 2 of seat 2")
	tbl.Opens(2, "Ad Kc")
	tbl.Pays(2, "ante", "0")
	tbl.Pays(1, "ante", "-10")
	tbl.Asks()
	var order []string
	for _, l := range tbl.Round.Lines(1, nil) {
		order = append(order, l.Wager)
	}
	if [4]string(order) != [4]string{"play", "ante", "blind", "trips"} {
		t.Errorf("settled %v", order)
	}
}
