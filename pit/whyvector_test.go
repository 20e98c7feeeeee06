package pit

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

// A vector is a worked case of the round file.
type vector struct {
	ID, Game, Dealer, Board string
	House                   games.House
	Paytables               map[string]string
	Seats                   []struct {
		Seat    games.Place
		Cards   string
		Bets    map[string]string
		Actions []string
	}
	Expect map[string]map[string]string
	felt   *house.Felt
}

// vectors are the worked cases, each on its felt.
func vectors(t *testing.T) (all []vector) {
	t.Helper()
	text, err := os.ReadFile("../roundfile/testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		all = append(all, vectorIn(t, line))
	}
	return all
}

func vectorIn(t *testing.T, text string) (v vector) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	priced := map[string]paytables.Paytable{}
	for wager, name := range v.Paytables {
		p, err := paytables.Default(name)
		if err != nil {
			t.Fatal(err)
		}
		priced[wager] = p
	}
	var err error
	if v.felt, err = (house.Spec{Game: v.Game, House: v.House, Paytables: priced}).Felt(); err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	return v
}

// play plays the case by answering what the game asks.
func (v *vector) play(t *testing.T) *games.Round {
	t.Helper()
	r := v.felt.Round()
	apply := func(e games.Event) {
		if err := r.Apply(e); err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
	}
	for _, s := range v.Seats {
		for _, w := range v.felt.Game.Wagers { // in the order in which they may be bet
			if stake := s.Bets[w.Name]; stake != "" && w.Equals == "" {
				apply(games.Event{Step: "bets", Kind: games.KindBet, Place: s.Seat, Do: games.DoBet, Wager: w.Name, Amount: decimal.RequireFromString(stake)})
			}
		}
	}
	apply(games.Event{Step: "bets", Kind: games.KindClose})
	acted, shown := map[games.Place]int{}, map[games.Place]int{}
	for len(r.Asked()) > 0 {
		p := r.Asked()[0]
		e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
		switch {
		case p.Kind == games.KindAct:
			v.act(&e, p, r, acted[p.Place])
			acted[p.Place]++
		case p.Kind == games.KindShow, p.Kind == games.KindDeal && !p.Down:
			e.Cards = v.cards(t, p.Place)[shown[p.Place]:][:p.Count]
			shown[p.Place] += p.Count
		}
		apply(e)
	}
	return r
}

func (v *vector) act(e *games.Event, p games.Prompt, r *games.Round, n int) {
	for _, s := range v.Seats {
		if s.Seat != p.Place {
			continue
		}
		times, bets := strings.CutSuffix(s.Actions[n], "x")
		if e.Do = s.Actions[n]; !bets {
			return
		}
		e.Do, e.Amount = games.DoBet, r.Stake(p.Place, "ante").Mul(decimal.RequireFromString(times))
		for _, o := range p.Options {
			if o.Min.Equal(e.Amount) {
				e.Wager = o.Wager
			}
		}
	}
}

func (v *vector) cards(t *testing.T, p games.Place) cards.Cards {
	t.Helper()
	text := v.Board
	if p == games.Dealer {
		text = v.Dealer
	}
	for _, s := range v.Seats {
		if s.Seat == p {
			text = s.Cards
		}
	}
	cs, err := cards.ParseAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}
