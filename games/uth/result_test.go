package uth_test

import (
	"testing"

	"croupier/cards"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

func TestResults(t *testing.T) {
	t.Parallel()
	gamestest.Results(t, uth.Edition, prices, "testdata/results.txt")
}

// table10 is the table of uth 10, with ante, play and whether the blind goes
// by its paytable (2), pushes or loses.
var table10 = map[string]struct{ ante, play, blind int64 }{
	"win, qualified":    {1, 1, 2},
	"win, unqualified":  {0, 1, 2},
	"tie, qualified":    {0, 0, 0},
	"tie, unqualified":  {0, 0, 0},
	"loss, qualified":   {-1, -1, -1},
	"loss, unqualified": {0, -1, -1},
}

// Every pair of categories, won, tied and lost, comes to what uth 10 and the
// prices say.
func TestUTH10EveryPairOfHands(t *testing.T) {
	t.Parallel()
	g, _, pays := gamestest.Setting{Prices: prices}.Game(t, uth.Edition)
	hands := categories()
	for _, player := range hands {
		for _, dealer := range hands {
			s := games.Showdown{Player: player, Dealer: dealer}
			want := table10[outcome(player, dealer)]
			for wager, odds := range map[string]int64{"ante": want.ante, "play": want.play, "blind": want.blind} {
				o := g.Result(wager, &s, pays)
				if odds == 2 {
					if !o.Odds.Equal(prices["blind"][player.String()]) { // zero below a straight
						t.Errorf("%s: %v beats %v, pays %s", wager, player, dealer, o.Odds)
					}
				} else if o.Odds.IntPart() != odds || !o.Odds.IsInteger() {
					t.Errorf("%s: %v against %v comes to %s, want %d", wager, player, dealer, o.Odds, odds)
				}
			}
		}
	}
}

// categories are the lowest and the next hand of each category, the one royal
// flush once.
func categories() []cards.Hand {
	var hands []cards.Hand
	for c := range cards.RoyalFlush {
		hands = append(hands, cards.Hand(c)<<12, cards.Hand(c)<<12+1)
	}
	return append(hands, cards.Hand(cards.RoyalFlush)<<12)
}

func outcome(player, dealer cards.Hand) string {
	does, is := "tie", "qualified"
	switch {
	case player > dealer:
		does = "win"
	case player < dealer:
		does = "loss"
	}
	if dealer.Category() == cards.HighCard {
		is = "unqualified"
	}
	return does + ", " + is
}
