package sight_test

import (
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/sight"
)

func feltOf(t *testing.T, game string) *house.Felt {
	t.Helper()
	e, err := all.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	g, pays, err := gamestest.Build(e, gamestest.Setups(e)[0])
	if err != nil {
		t.Fatal(err)
	}
	return &house.Felt{Game: g, Terms: games.DefaultTerms(), Pays: pays}
}

// table 7: until a seat has decided or a card lay face up a void is the dealer's own,
// from then on a supervisor's, what was struck included.
func TestTable7WhoVoids(t *testing.T) {
	t.Parallel()
	strike := games.Event{Kind: games.KindStrike, Note: "keyed wrongly"}
	bet := games.Event{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: decimal.NewFromInt(10)}
	for game, table := range map[string][]struct {
		event games.Event
		by    games.Role
	}{
		"ultimate-texas-holdem": {
			{bet, games.ByDealer},
			{games.Event{Step: "bets", Kind: games.KindClose}, games.ByDealer},
			{games.Event{Step: "hole", Kind: games.KindDeal, Place: 1}, games.ByDealer},
			{strike, games.ByDealer}, // nothing was seen
			{games.Event{Step: "hole", Kind: games.KindDeal, Place: 1}, games.ByDealer},
			{games.Event{Step: "dealer", Kind: games.KindDeal}, games.ByDealer},
			{games.Event{Step: "preflop", Kind: games.KindAct, Place: 1, Do: games.DoCheck}, games.BySupervisor},
			{strike, games.BySupervisor},
			{strike, games.BySupervisor},
			{strike, games.BySupervisor},
			{strike, games.BySupervisor}, // bets are open again
		},
		"casino-holdem": {
			{bet, games.ByDealer},
			{games.Event{Step: "bets", Kind: games.KindClose}, games.ByDealer},
			{games.Event{Step: "hole", Kind: games.KindDeal, Place: 1}, games.ByDealer},
			{games.Event{Step: "dealer", Kind: games.KindDeal}, games.ByDealer},
			{games.Event{Step: "flop", Kind: games.KindDeal, Place: games.Board, Cards: cards.Cards{1, 2, 3}}, games.BySupervisor},
			{strike, games.BySupervisor},
		},
	} {
		felt := feltOf(t, game)
		r := felt.Round()
		checkVoids(t, felt, r, games.ByDealer)
		for i, c := range table {
			if err := r.Apply(c.event); err != nil {
				t.Fatalf("%s, event %d: %v", game, i+1, err)
			}
			checkVoids(t, felt, r, c.by)
		}
	}
}

// checkVoids holds all voids that are offered, of the round and of each seat, to who may.
func checkVoids(t *testing.T, felt *house.Felt, r *games.Round, by games.Role) {
	t.Helper()
	voids := 0
	for _, p := range sight.Next(felt, r) {
		if p.Kind != games.KindVoid {
			continue
		}
		voids++
		if p.By != by {
			t.Errorf("%s, %d events: a void of %s by the %s, want the %s", felt.Game.Name, r.N(), p.Place, p.By, by)
		}
	}
	if want := map[bool]int{false: 1, true: 2}[r.Closed()]; voids != want {
		t.Errorf("%s, %d events: %d voids are offered, want %d", felt.Game.Name, r.N(), voids, want)
	}
}
