package uth_test

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

// Under uth 10 and this blind a seat without trips never nets eleven antes,
// nor seven or fourteen without 3x: a dealer who does not qualify has no pair
// on the board to make a full house of.
func TestUTH10NetsThatCannotBe(t *testing.T) {
	t.Parallel()
	g, terms, pays := gamestest.Setting{Prices: prices}.Game(t, uth.Edition)
	wins := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		rng := gamestest.Rand(rapid.Uint64().Draw(t, "seed"))
		d := gamestest.NewDealer(rng, terms.Seats)
		d.Deck = gamestest.Stacked(rng)
		r := games.NewRound(g, terms, pays)
		if err := d.Play(r); err != nil {
			t.Fatal(err)
		}
		for seat := range r.In().All() {
			net := netOf(r, seat)
			ante := r.Stake(seat, "ante")
			times := r.Stake(seat, "play").Div(ante).String()
			wins[net.Div(ante).String()]++
			for _, never := range []int64{7, 11, 14} {
				if net.Equal(ante.Mul(decimal.NewFromInt(never))) && (never == 11 || times != "3") {
					t.Fatalf("%v nets %s on an ante of %s with %sx: %s", seat, net, ante, times, gamestest.Snapshot(r))
				}
			}
		}
	})
	for _, seen := range []string{"8", "6", "5"} { // a full house or better against a pair came up
		if wins[seen] == 0 {
			t.Errorf("no seat ever netted %s antes in %v", seen, wins)
		}
	}
}

// netOf is what all wagers of the seat but trips come to.
func netOf(r *games.Round, seat games.Place) decimal.Decimal {
	var net decimal.Decimal
	for _, l := range r.Lines(seat, nil) {
		if l.Wager != "trips" {
			net = net.Add(l.Exact)
		}
	}
	return net
}
