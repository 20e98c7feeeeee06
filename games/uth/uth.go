// Package uth is the rules of Ultimate Texas Hold'em: ante and blind against a
// dealer who qualifies with a pair, one play bet, and trips aside. It is
// rules only: it knows no money, no cards but those on the table.
package uth

import (
	"croupier/cards"
	"croupier/games"
)

// Edition is the game as docs/rules/uth.md has it. Two cards to each of 21
// seats and the dealer, five on the board and two burns fit one deck; 22
// seats do not.
var Edition = games.Edition{
	Game:       "ultimate-texas-holdem",
	Version:    1,
	Title:      "Ultimate Texas Hold'em",
	House:      rules,
	DealOrders: []string{"players-first"},
	Seats:      21,
	New:        build,
}

var rules = []games.Rule{
	{
		Name: "preflop_multiples", Clause: "uth 4", Values: []string{"3,4", "4", "3"}, Default: "3,4",
		About: "How many times the ante the play bet may be before the flop.",
	},
	{
		Name: "trips_on_fold", Clause: "uth 7", Values: []string{"settle", "forfeit"}, Default: "settle",
		About: "Whether trips is judged or lost when the seat folds.",
	},
	{
		Name: "trips_versus_dealer", Clause: "uth 11", Values: []string{"independent", "must-win"}, Default: "independent",
		About: "Whether trips is paid whoever wins, or only to a seat that beats the dealer.",
	},
}

// The wagers, uth 2: ante and blind are equal and compulsory, trips optional;
// play is bet later.
var wagers = []games.Wager{
	{Name: "ante", Required: true, Looks: games.OwnHand | games.DealerHand | games.Fold},
	{
		Name: "blind", Equals: "ante", Rows: games.Hands(cards.Straight), Paytable: "blind-a",
		Looks: games.OwnHand | games.DealerHand | games.Fold,
	},
	{Name: "trips", Rows: games.Hands(cards.ThreeOfAKind), Paytable: "trips-2", Looks: games.OwnHand},
	{Name: "play", Later: true, Looks: games.OwnHand | games.DealerHand},
}

func build(s games.Setup) games.Game {
	h := house{
		forfeit: s.House.Ruled("trips_on_fold", "forfeit"),
		mustWin: s.House.Ruled("trips_versus_dealer", "must-win"),
	}
	return games.Game{
		Wagers:    h.wagers(),
		Steps:     h.steps(s.House["preflop_multiples"]),
		Order:     []string{"play", "ante", "blind", "trips"}, // uth 14
		Qualifies: qualifies,
		Result:    h.result,
	}
}

// house is the house rules a result depends on.
type house struct{ forfeit, mustWin bool }

// wagers are the wagers with what trips looks at under the house rules.
func (h house) wagers() []games.Wager {
	ws := append([]games.Wager(nil), wagers...)
	if h.forfeit || h.mustWin {
		ws[2].Looks |= games.Fold
	}
	if h.mustWin {
		ws[2].Looks |= games.DealerHand
	}
	return ws
}

func (h house) steps(multiples string) []games.Step {
	judged := games.Where(games.Live)
	if !h.forfeit && !h.mustWin {
		judged = games.LiveOr("trips")
	}
	return []games.Step{
		games.Bets("bets"),
		games.Cards("hole", 2, games.FaceDown, games.In),           // uth 3
		games.Cards("dealer", 2, games.FaceDown, games.DealerSide), // uth 3
		games.Offer("preflop", "play", preflop(multiples)...),      // uth 4
		games.Cards("burn 1", 1, games.FaceDown, games.Burned),     // uth 5
		games.Cards("flop", 3, games.FaceUp, games.OnBoard),
		games.Offer("after flop", "play", play(2), check),
		games.Cards("burn 2", 1, games.FaceDown, games.Burned), // uth 6
		games.Cards("turn and river", 2, games.FaceUp, games.OnBoard),
		games.Offer("after river", "play", play(1), fold),
		games.Open("dealer opens", 2, games.DealerFor(games.Live)),
		games.Settle("seats open", "pay", 2, judged),
	}
}

var (
	check = games.Choice{Do: games.DoCheck}
	fold  = games.Choice{Do: games.DoFold}
)

func play(times int64) games.Choice {
	return games.Choice{Do: games.DoBet, Wager: "play", Times: times, Of: "ante"}
}

// preflop is what a seat may do before the flop, uth 4.
func preflop(multiples string) []games.Choice {
	switch multiples {
	case "3":
		return []games.Choice{play(3), check}
	case "4":
		return []games.Choice{play(4), check}
	}
	return []games.Choice{play(4), play(3), check}
}
