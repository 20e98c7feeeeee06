package gamestest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// most is more answers than any round takes.
const most = 5000

// Play plays the round to its end with random answers of rng, from where it
// stands before its first event.
func Play(r *games.Round, rng *rand.Rand) error {
	return NewDealer(rng, r.Terms().Seats).Play(r)
}

// Play answers the round until it is over.
func (d *Dealer) Play(r *games.Round) error {
	var next []games.Prompt
	for range most {
		next = r.Next(next[:0])
		if len(next) == 0 {
			return nil
		}
		e := d.Answer(next)
		if err := r.Apply(e); err != nil {
			return fmt.Errorf("event %d, %+v: %w", r.N()+1, e, err)
		}
	}
	return fmt.Errorf("no end after %d events", most)
}

// Rand returns a source of the seed: the same numbers for ever.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Prices returns a price for every row of the game, halves among them: the
// last row pays 1.5 to 1, each better one two and a half times the one below.
func Prices(g *games.Game) games.Prices {
	prices := make(games.Prices)
	for _, w := range g.Wagers {
		if len(w.Rows) == 0 {
			continue
		}
		odds := make(map[string]games.Odds)
		pay := decimal.New(15, -1)
		for i := len(w.Rows) - 1; i >= 0; i-- {
			odds[w.Rows[i].Name] = pay.Truncate(1)
			pay = pay.Mul(decimal.New(25, -1))
		}
		prices[w.Name] = odds
	}
	return prices
}

// Odds reads the rows of a paytable: "royal flush 500", "flush 1.5". It panics
// on one without odds.
func Odds(rows ...string) map[string]games.Odds {
	priced := make(map[string]games.Odds, len(rows))
	for _, row := range rows {
		at := strings.LastIndexByte(row, ' ')
		priced[row[:at]] = decimal.RequireFromString(row[at+1:])
	}
	return priced
}

// Build returns the edition under the setup with house rules that have no
// default set to their first value, and its Prices.
func Build(e games.Edition, s games.Setup) (*games.Game, games.Pays, error) {
	house := games.House{}
	for _, rule := range e.House {
		if rule.Default == "" {
			house[rule.Name] = rule.Values[0]
		}
	}
	for name, value := range s.House {
		house[name] = value
	}
	s.House = house
	g, _, err := e.Build(s)
	if err != nil {
		return nil, games.Pays{}, err
	}
	pays, err := g.Pays(Prices(g))
	return g, pays, err
}
