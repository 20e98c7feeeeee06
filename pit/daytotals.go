package pit

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/house"
)

// Totals are what a gaming day of a table came to in its currency.
type Totals struct {
	Currency    string          `json:"currency"`
	Rounds      int64           `json:"rounds" doc:"Settled"`
	Voids       int64           `json:"voids"`
	Reversals   int64           `json:"reversals"`
	Corrections int64           `json:"corrections"`
	Lines       int64           `json:"lines"`
	Handle      decimal.Decimal `json:"handle"`
	Taken       decimal.Decimal `json:"taken"`
	Paid        decimal.Decimal `json:"paid"`
	Win         decimal.Decimal `json:"win" doc:"Taken less paid"`
	Opens       int64           `json:"opens"`
	Closes      int64           `json:"closes"`
	Opening     decimal.Decimal `json:"opening"`
	Fills       decimal.Decimal `json:"fills"`
	Credits     decimal.Decimal `json:"credits"`
	Drop        decimal.Decimal `json:"drop"`
	Closing     decimal.Decimal `json:"closing"`
	Variance    decimal.Decimal `json:"variance" doc:"Negative where chips were missing"`
}

// totalsOf works out what the day came to, from the book and not from what was rolled
// up; none where nothing happened.
func totalsOf(ctx context.Context, q house.Querier, d tableDay) ([]Totals, error) {
	sum, err := addUp(ctx, q, d.whole())
	if err != nil {
		return nil, fmt.Errorf("totals of %s: %w", d, err)
	}
	by := map[string]*Totals{}
	in := func(currency string) *Totals {
		if by[currency] == nil {
			by[currency] = &Totals{Currency: currency}
		}
		return by[currency]
	}
	for _, s := range sum.spells {
		in(s.currency).add(s)
	}
	rows, err := q.Query(ctx, selectChipTotals, d.day, []int64{d.table}, []int64{math.MaxInt64})
	if err != nil {
		return nil, err
	}
	chips, err := pgx.CollectRows(rows, scanChips)
	if err != nil {
		return nil, fmt.Errorf("totals of %s: %w", d, err)
	}
	for _, c := range chips {
		t := in(c.Currency)
		t.Opens, t.Closes, t.Opening, t.Fills, t.Credits = c.Opens, c.Closes, c.Opening, c.Fills, c.Credits
		t.Drop, t.Closing, t.Variance = c.Drop, c.Closing, c.Variance
	}
	list := make([]Totals, 0, len(by))
	for _, currency := range slices.Sorted(maps.Keys(by)) {
		list = append(list, *by[currency])
	}
	return list, nil
}

const selectChipTotals = `
SELECT gaming_day::text, table_id, currency, opens, closes, opening::text, fills::text, credits::text, dropped::text, closing::text, variance::text
FROM (` + selectChipSums + `) AS c (gaming_day, table_id, currency, opens, closes, opening, fills, credits, dropped, closing, variance)`

func (t *Totals) add(s *spellSum) {
	t.Rounds, t.Voids, t.Reversals, t.Corrections = t.Rounds+s.rounds, t.Voids+s.voids, t.Reversals+s.reversals, t.Corrections+s.corrections
	for _, w := range s.wagers {
		for i := range w.rows {
			r := &w.rows[i]
			t.Lines, t.Handle = t.Lines+r.lines, t.Handle.Add(amountOf(&r.handle))
			t.Taken, t.Paid = t.Taken.Add(amountOf(&r.taken)), t.Paid.Add(amountOf(&r.paid))
		}
	}
	t.Win = t.Taken.Sub(t.Paid)
}
