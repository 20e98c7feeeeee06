package bonus_test

import (
	"testing"

	"croupier/cards"
	"croupier/games"
	"croupier/games/bonus"
	"croupier/games/gamestest"
)

// Each row of the bonus, bonus 9, holds for as many of the 1,624,350 pairs of
// a player's and a dealer's hand as a count by hand finds.
func TestBonus9RowsCountEveryPairOfHands(t *testing.T) {
	t.Parallel()
	want := map[string]int{
		"aces against aces": 6, "aces": 7_344, "ace-king suited": 4_900, "ace-queen or ace-jack suited": 9_800,
		"ace-king unsuited": 14_700, "kings queens or jacks": 22_050, "ace-queen or ace-jack unsuited": 29_400,
		"pair of twos to tens": 66_150, "": 1_470_000,
	}
	g, _, pays := gamestest.Setting{Prices: prices}.Game(t, bonus.Edition)
	got := map[string]int{}
	for _, hole := range pairs(cards.FullDeck) {
		for _, dealer := range pairs(cards.FullDeck &^ cards.SetOf(hole[:]...)) {
			o := g.Result("bonus", &games.Showdown{Hole: hole, DealerHole: dealer}, pays)
			got[o.Row]++
		}
	}
	for row, n := range want {
		if got[row] != n {
			t.Errorf("%q holds for %d pairs of hands, want %d", row, got[row], n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("rows %v", got)
	}
}

func pairs(of cards.Set) [][2]cards.Card {
	var all [][2]cards.Card
	cs := of.Cards()
	for i, a := range cs {
		for _, b := range cs[:i] {
			all = append(all, [2]cards.Card{a, b})
		}
	}
	return all
}
