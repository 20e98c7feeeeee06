package edge

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// An outcome is what a wager comes to before it has a price: odds the rules
// fix, or a row of its paytable.
type outcome struct {
	odds games.Odds
	row  int // of the prices asked, or fixed
}

const fixed = -1

// A question asks a game for outcomes without prices: it gives every row a
// price of its own and reads the row back from the answer.
type question struct {
	game   *games.Game
	pays   games.Pays
	rows   []priced
	wagers []string
}

// priced is one row of one wager.
type priced struct{ wager, row string }

func newQuestion(g *games.Game) (*question, error) {
	q := &question{game: g}
	prices := make(games.Prices)
	for _, w := range g.Wagers {
		q.wagers = append(q.wagers, w.Name)
		for _, row := range w.Rows {
			if prices[w.Name] == nil {
				prices[w.Name] = make(map[string]games.Odds)
			}
			prices[w.Name][row.Name] = price(len(q.rows))
			q.rows = append(q.rows, priced{w.Name, row.Name})
		}
	}
	var err error
	q.pays, err = g.Pays(prices)
	return q, err
}

// price is what the question gives the i-th row: odds no rule would fix.
func price(i int) decimal.Decimal { return decimal.New(int64(7_000_003+i), -3) }

// ask returns what the wager comes to.
func (q *question) ask(wager string, s *games.Showdown) (outcome, error) {
	o := q.game.Result(wager, s, q.pays)
	if o.Row == "" {
		return outcome{o.Odds, fixed}, nil
	}
	for i, p := range q.rows {
		if p.wager == wager && p.row == o.Row && o.Odds.Equal(price(i)) {
			return outcome{row: i}, nil
		}
	}
	return outcome{}, fmt.Errorf("%s: %s comes to %s by its row %q, which is not what the row pays: %w", q.game.Name, wager, o.Odds, o.Row, ErrShape)
}

func (o outcome) String() string {
	if o.row == fixed {
		return o.odds.String()
	}
	return fmt.Sprintf("row %d", o.row)
}

// same reports whether two outcomes are one at every price.
func (o outcome) same(p outcome) bool { return o.row == p.row && o.odds.Equal(p.odds) }
