package roundfile_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"croupier/cards"
)

// A deal is a random legal round, before it is written down.
type deal struct {
	Game      string            `json:"game"`
	House     map[string]string `json:"house"`
	Paytables map[string]string `json:"paytables"`
	Table     map[string]string `json:"table,omitempty"`
	Dealer    string            `json:"dealer"`
	Board     string            `json:"board"`
	Seats     []player          `json:"seats"`
}

type player struct {
	Seat    int               `json:"seat"`
	Cards   string            `json:"cards"`
	Bets    map[string]string `json:"bets"`
	Actions []string          `json:"actions"`
}

func (d *deal) text() string {
	b, err := json.Marshal(d)
	if err != nil {
		panic(err) // strings and ints only
	}
	return string(b)
}

// clone is a deal that may be changed on its own.
func (d *deal) clone() *deal {
	c := *d
	c.Table = maps.Clone(d.Table)
	c.Seats = slices.Clone(d.Seats)
	for i := range c.Seats {
		c.Seats[i].Bets = maps.Clone(c.Seats[i].Bets)
	}
	return &c
}

const (
	uth   = "ultimate-texas-holdem"
	bonus = "texas-holdem-bonus"
)

var anyDeal = rapid.Custom(func(t *rapid.T) *deal {
	if rapid.Bool().Draw(t, "uth") {
		return anyUTH.Draw(t, "round")
	}
	return anyBonus.Draw(t, "round")
})

var anyUTH = rapid.Custom(func(t *rapid.T) *deal {
	d := &deal{
		Game: uth,
		House: map[string]string{
			"trips_on_fold":       rapid.SampledFrom([]string{"settle", "forfeit"}).Draw(t, "on fold"),
			"trips_versus_dealer": rapid.SampledFrom([]string{"independent", "must-win"}).Draw(t, "versus"),
		},
		Paytables: map[string]string{
			"blind": rapid.SampledFrom([]string{"blind-a", "blind-b"}).Draw(t, "blind"),
			"trips": rapid.SampledFrom([]string{"trips-1", "trips-2", "trips-3", "trips-4"}).Draw(t, "trips"),
		},
	}
	d.sit(t, "trips", []string{"4x", "3x", "check 2x", "check check 1x", "check check fold"})
	for i := range d.Seats {
		d.Seats[i].Bets["blind"] = d.Seats[i].Bets["ante"]
	}
	return d
})

var anyBonus = rapid.Custom(func(t *rapid.T) *deal {
	d := &deal{
		Game: bonus,
		House: map[string]string{
			"ante_pays_from": rapid.SampledFrom([]string{"straight", "flush"}).Draw(t, "from"),
			"bonus_on_fold":  rapid.SampledFrom([]string{"settle", "forfeit"}).Draw(t, "on fold"),
		},
		Paytables: map[string]string{"bonus": rapid.SampledFrom([]string{"bonus-1", "bonus-2"}).Draw(t, "bonus")},
	}
	d.sit(t, "bonus", []string{"2x 1x 1x", "2x check 1x", "2x 1x check", "2x check check", "fold"})
	return d
})

// sit deals a shuffled deck to one to seven seats; often from few ranks, so
// that ties and strong hands are not rare.
func (d *deal) sit(t *rapid.T, side string, actions []string) {
	deck := cards.FullDeck.Cards()
	if rapid.Bool().Draw(t, "high cards only") {
		deck = slices.DeleteFunc(deck, func(c cards.Card) bool { return c.Rank() < cards.Eight })
	}
	deck = rapid.Permutation(deck).Draw(t, "deck")
	next := func(n int) string {
		cs := deck[:n]
		deck = deck[n:]
		return cs.String()
	}
	d.Dealer, d.Board = next(2), next(5)
	numbers := rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7}).Draw(t, "numbers")
	for _, number := range numbers[:rapid.IntRange(1, 7).Draw(t, "seats")] {
		p := player{Seat: number, Cards: next(2), Bets: map[string]string{"ante": stake(t, "ante")}}
		if rapid.Bool().Draw(t, side) {
			p.Bets[side] = stake(t, side)
		}
		p.Actions = strings.Fields(rapid.SampledFrom(actions).Draw(t, "actions"))
		d.Seats = append(d.Seats, p)
	}
}

// stake draws a stake of which 3 to 2 is whole cents.
func stake(t *rapid.T, of string) string {
	halves := rapid.IntRange(1, 2_000_000).Draw(t, of)
	return strconv.Itoa(halves/2) + []string{".00", ".50"}[halves%2]
}
