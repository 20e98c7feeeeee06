// Package casino is the rules of Casino Hold'em: an ante, one call of twice
// the ante on the flop or a fold, a dealer who opens with a pair of fours, and
// a side bet on the first five cards. It is rules only: it knows no money, no
// cards but those on the table.
package casino

import (
	"croupier/cards"
	"croupier/games"
)

// Edition is the game as docs/rules/casino.md has it. One deck, casino 1, deals
// two cards to each of 22 seats and the dealer and five on the board.
var Edition = games.Edition{
	Game:       "casino-holdem",
	Version:    1,
	Title:      "Casino Hold'em",
	House:      rules,
	DealOrders: []string{"players-first"},
	Seats:      22,
	New:        build,
}

var rules = []games.Rule{{
	Name: "aa_on_fold", Clause: "casino 8", Values: []string{"settle", "forfeit"}, Default: "settle",
	About: "Whether the AA bet is judged or lost when the seat folds.",
}}

const compared = games.OwnHand | games.DealerHand

// The wagers, casino 2: the ante is compulsory, AA optional; the call is bet
// on the flop.
var wagers = []games.Wager{
	{Name: "ante", Required: true, Rows: anteRows, Paytable: "casino-ante-1", Looks: compared | games.Fold},
	{Name: "aa", Rows: aaRows, Paytable: "casino-aa-1", Looks: games.FirstFive},
	{Name: "call", Later: true, Looks: compared},
}

func build(s games.Setup) games.Game {
	forfeit := s.House.Ruled("aa_on_fold", "forfeit")
	ws := append([]games.Wager(nil), wagers...)
	judged := games.LiveOr("aa")
	if forfeit {
		ws[1].Looks |= games.Fold
		judged = games.Live
	}
	return games.Game{
		Wagers:    ws,
		Steps:     steps(judged),
		Order:     []string{"ante", "call", "aa"}, // casino 9
		Qualifies: qualifies,
		Result:    house{forfeit}.result,
	}
}

func steps(judged games.Where) []games.Step {
	return []games.Step{
		games.Bets("bets"),
		games.Cards("hole", 2, games.FaceDown, games.In), // casino 3
		games.Cards("dealer", 2, games.FaceDown, games.DealerSide),
		games.Cards("flop", 3, games.FaceUp, games.OnBoard),
		games.Offer("call", "", // casino 4
			games.Choice{Do: games.DoBet, Wager: "call", Times: 2, Of: "ante"},
			games.Choice{Do: games.DoFold}),
		games.Cards("turn and river", 2, games.FaceUp, games.OnBoard), // casino 5
		games.Open("dealer opens", 2, games.DealerFor(games.Live)),
		games.Settle("seats open", "pay", 2, judged),
	}
}

// anteRows are the rows of the ante, casino 7.
var anteRows = append(games.Hands(cards.Flush), games.Row{
	Name: "straight or lower",
	When: func(s *games.Showdown) bool { return s.Player.Category() <= cards.Straight },
})

// aaRows are the rows of AA on the first five cards, casino 8.
var aaRows = append(firstFive(cards.Flush), games.Row{
	Name: "pair of aces to straight",
	When: func(s *games.Showdown) bool {
		five := s.FirstFive()
		return five >= aces && five.Category() <= cards.Straight
	},
})

func firstFive(least cards.Category) []games.Row {
	var rows []games.Row
	for c := cards.RoyalFlush; c >= least; c-- {
		rows = append(rows, games.Row{Name: c.String(), When: func(s *games.Showdown) bool { return s.FirstFive().Category() == c }})
	}
	return rows
}

var (
	aces  = lowest(cards.Ace)  // the least pair of aces
	fours = lowest(cards.Four) // the least pair of fours
)

// lowest is the least hand with a pair of the rank.
func lowest(r cards.Rank) cards.Hand {
	pair := []cards.Card{cards.Of(r, cards.Clubs), cards.Of(r, cards.Diamonds)}
	for low := cards.Two; len(pair) < 5; low++ {
		if low != r {
			pair = append(pair, cards.Of(low, cards.Suit(len(pair))%3+1))
		}
	}
	return cards.Evaluate(pair)
}
