package pit

import (
	"context"
	"fmt"

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

// The totals are made from the book and not from what was rolled up.
const selectTotals = `
SELECT coalesce(p.currency, c.currency), coalesce(p.rounds, 0), coalesce(p.voids, 0), coalesce(p.reversals, 0), coalesce(p.corrections, 0),
	coalesce(p.lines, 0), coalesce(c.opens, 0), coalesce(c.closes, 0),
	coalesce(p.handle, 0)::text, coalesce(p.taken, 0)::text, coalesce(p.paid, 0)::text, coalesce(c.opening, 0)::text, coalesce(c.fills, 0)::text,
	coalesce(c.credits, 0)::text, coalesce(c.dropped, 0)::text, coalesce(c.closing, 0)::text, coalesce(c.variance, 0)::text
FROM (
	SELECT currency, sum(rounds)::bigint AS rounds, sum(voids)::bigint AS voids, sum(reversals)::bigint AS reversals, sum(corrections)::bigint AS corrections,
		sum(lines)::bigint AS lines, sum(handle) AS handle, sum(taken) AS taken, sum(paid) AS paid
	FROM (
		SELECT currency, CASE wager WHEN '' THEN rounds ELSE 0 END AS rounds, voids, reversals, corrections, lines, handle, taken, paid
		FROM (` + deriveSums + `) AS d (grain, gaming_day, table_id, settings, wager, row, dealer, hour, game, currency, paytable,
			rounds, voids, reversals, corrections, lines, wins, losses, pushes, handle, paid, taken, squares, top)
		WHERE grain = 'day'
	) AS day GROUP BY currency
) p FULL JOIN (` + deriveChips + `) AS c (gaming_day, table_id, currency, opens, closes, opening, fills, credits, dropped, closing, variance)
	ON c.currency = p.currency
ORDER BY 1`

// totalsOf works out what the day came to; none where nothing happened.
func totalsOf(ctx context.Context, q house.Querier, d tableDay) ([]Totals, error) {
	rows, err := q.Query(ctx, selectTotals, d.whole()...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.AppendRows([]Totals{}, rows, scanTotals)
	if err != nil {
		return nil, fmt.Errorf("totals of %s: %w", d, err)
	}
	return list, nil
}

func scanTotals(row pgx.CollectableRow) (t Totals, err error) {
	var texts [9]string
	err = row.Scan(&t.Currency, &t.Rounds, &t.Voids, &t.Reversals, &t.Corrections, &t.Lines, &t.Opens, &t.Closes,
		&texts[0], &texts[1], &texts[2], &texts[3], &texts[4], &texts[5], &texts[6], &texts[7], &texts[8])
	if err == nil {
		err = parse(texts[:], &t.Handle, &t.Taken, &t.Paid, &t.Opening, &t.Fills, &t.Credits, &t.Drop, &t.Closing, &t.Variance)
	}
	t.Win = t.Taken.Sub(t.Paid)
	return t, err
}
