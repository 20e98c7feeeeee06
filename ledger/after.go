package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// A Reach is the pages of a chain after one, up to and with another. A page is in
// the book as a whole or not at all, and those of a chain come one after the other:
// what was reached is never reached differently again.
type Reach struct {
	Chain       int64 // a table, or House
	After, Upto int64 // pages
}

// A RoundEvent is an event with the round it happened in.
type RoundEvent struct {
	Table, Round int64
	Event
}

// Ends returns where each chain that has pages ends.
func Ends(ctx context.Context, q Querier) (map[int64]int64, error) {
	rows, err := q.Query(ctx, `SELECT table_id, seq FROM heads WHERE seq > 0`)
	if err != nil {
		return nil, fmt.Errorf("ends of the chains: %w", err)
	}
	ends := map[int64]int64{}
	var chain, seq int64
	if _, err := pgx.ForEachRow(rows, []any{&chain, &seq}, func() error { ends[chain] = seq; return nil }); err != nil {
		return nil, fmt.Errorf("ends of the chains: %w", err)
	}
	return ends, nil
}

const reachedPages = `unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS w (chain, since, upto)`

// An event on the pages reached is of the last round that was opened before them or
// of one opened on them, which are found day by day.
const selectEventsWithin = `
SELECT w.chain, e.round, ` + eventColumnsRead + `
FROM ` + reachedPages + `
CROSS JOIN LATERAL (
	SELECT coalesce((SELECT round FROM days WHERE table_id = w.chain AND seq <= w.since ORDER BY round DESC LIMIT 1), 0) AS round
) known
CROSS JOIN LATERAL (
	SELECT DISTINCT gaming_day FROM days WHERE table_id = w.chain AND round >= known.round AND seq <= w.upto
) d
CROSS JOIN LATERAL (
	SELECT coalesce((SELECT round FROM rounds
			WHERE gaming_day = d.gaming_day AND table_id = w.chain AND seq <= w.since ORDER BY round DESC LIMIT 1), 0) AS first,
		(SELECT round FROM rounds
			WHERE gaming_day = d.gaming_day AND table_id = w.chain AND seq <= w.upto ORDER BY round DESC LIMIT 1) AS last
) r
CROSS JOIN LATERAL (
	SELECT * FROM events
	WHERE gaming_day = d.gaming_day AND table_id = w.chain AND round BETWEEN r.first AND r.last AND seq > w.since AND seq <= w.upto OFFSET 0
) e
ORDER BY w.chain, seq, n`

// EventsWithin returns the events of rounds on the pages, by chain, page and number.
func EventsWithin(ctx context.Context, q Querier, pages []Reach) ([]RoundEvent, error) {
	chains, after, upto := columnsOf(pages)
	events, err := query(ctx, q, selectEventsWithin, func(row pgx.CollectableRow) (RoundEvent, error) {
		var of RoundEvent
		var err error
		of.Event, err = scanEvent(behind{row, []any{&of.Table, &of.Round}})
		return of, err
	}, chains, after, upto)
	if err != nil {
		return nil, fmt.Errorf("events on pages: %w", err)
	}
	return events, nil
}

const selectSignificantsWithin = `
SELECT ` + significantColumns + `
FROM ` + reachedPages + ` JOIN significant_events ON table_id = w.chain AND seq > w.since AND seq <= w.upto
ORDER BY table_id, seq, n`

// SignificantsWithin returns the significant events on the pages, by chain, page and
// number.
func SignificantsWithin(ctx context.Context, q Querier, pages []Reach) ([]SignificantEvent, error) {
	chains, after, upto := columnsOf(pages)
	events, err := query(ctx, q, selectSignificantsWithin, scanSignificant, chains, after, upto)
	if err != nil {
		return nil, fmt.Errorf("significant events on pages: %w", err)
	}
	return events, nil
}

// behind is a row whose first columns go somewhere else than those that are scanned.
type behind struct {
	pgx.CollectableRow
	first []any
}

func (b behind) Scan(dest ...any) error {
	return b.CollectableRow.Scan(append(b.first, dest...)...)
}

func columnsOf(pages []Reach) (chains, after, upto []int64) {
	for _, p := range pages {
		chains, after, upto = append(chains, p.Chain), append(after, p.After), append(upto, p.Upto)
	}
	return chains, after, upto
}
