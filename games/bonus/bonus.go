// Package bonus is the rules of Texas Hold'em Bonus: an ante, a flop bet of
// twice it or a fold, turn and river bets, and a bonus on the hole cards. It
// is rules only: it knows no money, no cards but those on the table.
package bonus

import "croupier/games"

// Edition is the game as docs/rules/bonus.md has it. It burns nothing, so two
// cards to each of 22 seats and the dealer and five on the board fit one deck.
var Edition = games.Edition{
	Game:       "texas-holdem-bonus",
	Version:    1,
	Title:      "Texas Hold'em Bonus",
	House:      rules,
	DealOrders: []string{communityFirst, "players-first"}, // bonus 1
	Seats:      22,
	New:        build,
}

const communityFirst = "community-first"

var rules = []games.Rule{
	{
		Name: "ante_pays_from", Clause: "bonus 8", Values: []string{"straight", "flush"},
		About: "The least hand of a winning seat from which the ante is paid; below it the ante pushes.",
	},
	{
		Name: "bonus_on_fold", Clause: "bonus 9", Values: []string{"settle", "forfeit"}, Default: "settle",
		About: "Whether the bonus is judged or lost when the seat folds.",
	},
}

const compared = games.OwnHand | games.DealerHand

// The wagers, bonus 2: the ante is compulsory, the bonus optional; the others
// are bet later.
var wagers = []games.Wager{
	{Name: "ante", Required: true, Looks: compared | games.Fold},
	{Name: "bonus", Rows: rows, Looks: games.OwnHole | games.DealerHole},
	{Name: "flop", Later: true, Looks: compared},
	{Name: "turn", Later: true, Looks: compared},
	{Name: "river", Later: true, Looks: compared},
}

func build(s games.Setup) games.Game {
	h := newHouse(s.House)
	return games.Game{
		Wagers: h.wagers(),
		Steps:  h.steps(s.DealOrder),
		Order:  []string{"ante", "flop", "turn", "river", "bonus"},
		Result: h.result,
	}
}

func (h house) wagers() []games.Wager {
	ws := append([]games.Wager(nil), wagers...)
	if h.forfeit {
		ws[1].Looks |= games.Fold
	}
	return ws
}

func (h house) steps(order string) []games.Step {
	judged := games.LiveOr("bonus")
	if h.forfeit {
		judged = games.Live
	}
	steps := []games.Step{games.Bets("bets")}
	if order == communityFirst {
		steps = append(steps, games.Cards("board", 5, games.FaceDown, games.OnBoard))
	}
	return append(steps,
		games.Cards("hole", 2, games.FaceDown, games.In),
		games.Cards("dealer", 2, games.FaceDown, games.DealerSide),
		games.Offer("flop bet", "", bet("flop", 2), fold),    // bonus 3
		street(order, "flop", 3),                             // bonus 4
		games.Offer("turn bet", "", bet("turn", 1), check),   // bonus 4
		street(order, "turn", 1),                             // bonus 5
		games.Offer("river bet", "", bet("river", 1), check), // bonus 5
		street(order, "river", 1),                            // bonus 6
		games.Open("dealer opens", 2, games.DealerFor(judged)),
		games.Settle("seats open", "pay", 2, judged),
	)
}

// street opens the next n community cards: turned where they lie face down
// already, dealt where they do not.
func street(order, step string, n int) games.Step {
	if order == communityFirst {
		return games.Open(step, n, games.OnBoard)
	}
	return games.Cards(step, n, games.FaceUp, games.OnBoard)
}

var (
	check = games.Choice{Do: games.DoCheck}
	fold  = games.Choice{Do: games.DoFold}
)

func bet(wager string, times int64) games.Choice {
	return games.Choice{Do: games.DoBet, Wager: wager, Times: times, Of: "ante"}
}
