package games

import (
	"fmt"

	"github.com/shopspring/decimal"
)

// Odds are what a wager came to for each unit staked, net: -1 is lost, 0
// pushes.
type Odds = decimal.Decimal

// An Outcome is what a wager came to, and why.
type Outcome struct {
	Odds   Odds
	Clause string // the rule that says so, as "uth 12"
	Reason string // in words, where no row says it
	Row    string // of the paytable, where one priced it
}

var (
	lost   = decimal.NewFromInt(-1)
	even   = decimal.NewFromInt(1)
	pushed = decimal.Zero
)

// Lose, Push and Even are the outcomes a rule gives without a paytable.
func Lose(clause, reason string) Outcome { return Outcome{Odds: lost, Clause: clause, Reason: reason} }

// Push gives the stake back.
func Push(clause, reason string) Outcome {
	return Outcome{Odds: pushed, Clause: clause, Reason: reason}
}

// Even pays 1 to 1.
func Even(clause, reason string) Outcome { return Outcome{Odds: even, Clause: clause, Reason: reason} }

// Prices are net odds by wager and row.
type Prices map[string]map[string]Odds

// Pays are the prices in force, in the order of the game's rows. The zero
// value prices nothing.
type Pays struct {
	wagers []pricedWager
}

type pricedWager struct {
	name string
	rows []pricedRow
}

type pricedRow struct {
	Row
	odds Odds
}

// Pay returns the outcome of the first row of the wager that applies, and
// false where none does.
func (p Pays) Pay(wager string, s *Showdown, clause string) (Outcome, bool) {
	for i := range p.wagers {
		if p.wagers[i].name == wager {
			return pay(p.wagers[i].rows, s, clause)
		}
	}
	return Outcome{}, false
}

// Has reports whether the wager is priced.
func (p *Pays) Has(wager string) bool {
	for i := range p.wagers {
		if p.wagers[i].name == wager {
			return true
		}
	}
	return false
}

func pay(rows []pricedRow, s *Showdown, clause string) (Outcome, bool) {
	for i := range rows {
		if rows[i].When(s) {
			return Outcome{Odds: rows[i].odds, Clause: clause, Row: rows[i].Name}, true
		}
	}
	return Outcome{}, false
}

// Pays returns prices in the form Result asks for. Each wager with rows must
// be priced row by row, and no other wager or row; the error names the first
// that is not and wraps ErrRow. An optional wager may be left out whole: it is
// not offered then.
func (g *Game) Pays(prices Prices) (Pays, error) {
	var p Pays
	for wager := range prices {
		if i := g.Index(wager); i < 0 || len(g.Wagers[i].Rows) == 0 {
			return p, fmt.Errorf("%s: wager %.40q has no paytable: %w", g.Name, wager, ErrRow)
		}
	}
	for _, w := range g.Wagers {
		odds, priced := prices[w.Name]
		if len(w.Rows) == 0 || !priced && w.optional() {
			continue
		}
		rows, err := w.price(odds)
		if err != nil {
			return p, fmt.Errorf("%s: %w", g.Name, err)
		}
		p.wagers = append(p.wagers, pricedWager{w.Name, rows})
	}
	return p, nil
}

// optional reports whether a seat may do without the wager.
func (w *Wager) optional() bool { return !w.Required && w.Equals == "" && !w.Later }

func (w *Wager) price(odds map[string]Odds) ([]pricedRow, error) {
	rows := make([]pricedRow, 0, len(w.Rows))
	for _, row := range w.Rows {
		o, ok := odds[row.Name]
		if !ok {
			return nil, fmt.Errorf("%s has no price for %q: %w", w.Name, row.Name, ErrRow)
		}
		if o.IsNegative() || o.GreaterThan(MaxOdds) {
			return nil, fmt.Errorf("%s prices %q at %s, want 0 to %s: %w", w.Name, row.Name, short(o), MaxOdds, ErrRow)
		}
		rows = append(rows, pricedRow{row, o})
	}
	for name := range odds {
		if !w.hasRow(name) {
			return nil, fmt.Errorf("%s has no row %.60q: %w", w.Name, name, ErrRow)
		}
	}
	return rows, nil
}

func (w *Wager) hasRow(name string) bool {
	for _, row := range w.Rows {
		if row.Name == name {
			return true
		}
	}
	return false
}
