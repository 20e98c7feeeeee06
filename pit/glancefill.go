package pit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
)

const selectDayTotals = `
SELECT table_id, coalesce(sum(rounds) FILTER (WHERE wager = ''), 0)::bigint, sum(handle)::text, sum(taken - paid)::text
FROM rollups r JOIN unnest($1::bigint[], $2::date[]) AS t (id, day) ON r.table_id = t.id AND r.gaming_day = t.day
WHERE r.grain = 'day' GROUP BY table_id`

// days fills in what the tables' gaming days came to, from roll-ups that are brought up
// to date.
func (p *Pit) days(ctx context.Context, list []TableGlance) error {
	var ids []int64
	var days []time.Time
	at := map[int64]*TableGlance{}
	for i := range list {
		if day, err := time.Parse(time.DateOnly, list[i].GamingDay); err == nil {
			ids, days, at[list[i].Table] = append(ids, list[i].Table), append(days, day), &list[i]
		}
	}
	if len(days) == 0 {
		return nil
	}
	span := ledger.Span{From: slices.MinFunc(days, time.Time.Compare), To: slices.MaxFunc(days, time.Time.Compare)}
	if err := p.roll(ctx, span); err != nil {
		return err
	}
	rows, err := p.desk.Pool.Query(ctx, selectDayTotals, ids, days)
	if err != nil {
		return err
	}
	var id int64
	var t Total
	texts := make([]string, 2)
	_, err = pgx.ForEachRow(rows, []any{&id, &t.Rounds, &texts[0], &texts[1]}, func() error {
		if err := parse(texts, &t.Handle, &t.Win); err != nil {
			return err
		}
		at[id].add(&t)
		return nil
	})
	return err
}

// Each open table's opening, and the rounds it ended since $2, of which nobody deals a
// thousand an hour. A round ends on the gaming day it was opened on, so on one of these.
const selectPaces = `
SELECT t.id, o.at, (
	SELECT count(*) FROM (
		SELECT at FROM entries
		WHERE gaming_day = ANY (ARRAY[$2::timestamptz::date - 2, $2::timestamptz::date - 1, $2::timestamptz::date, $2::timestamptz::date + 1])
			AND table_id = t.id AND kind IN ('settle', 'void')
		ORDER BY gaming_day DESC, seq DESC LIMIT 1000
	) e WHERE at >= $2
)
FROM unnest($1::bigint[]) AS t (id) CROSS JOIN LATERAL (
	SELECT at FROM entries WHERE table_id = t.id AND round IS NULL AND kind = 'open' ORDER BY seq DESC LIMIT 1
) o`

const countAlerts = `
SELECT coalesce(table_no, 0), count(*) FROM alerts a
WHERE ($1::bigint = 0 OR table_no = $1) AND NOT EXISTS (SELECT FROM alert_notes k WHERE k.alert = a.id AND k.step = 'acknowledged') GROUP BY 1`

// lately fills in how fast the open tables play, and the alerts that wait.
func (p *Pit) lately(ctx context.Context, g *Glance, table int64) error {
	var open []int64
	at := map[int64]*TableGlance{}
	for i := range g.Tables {
		t := &g.Tables[i]
		at[t.Table] = t
		if t.Dealer != "" {
			open = append(open, t.Table)
		}
	}
	var b pgx.Batch
	b.Queue(selectPaces, open, g.At.Add(-time.Hour))
	b.Queue(countAlerts, table)
	results := p.desk.Pool.SendBatch(ctx, &b)
	defer results.Close()
	rows, err := results.Query()
	if err != nil {
		return fmt.Errorf("pace of the tables: %w", err)
	}
	var id int64
	var opened time.Time
	var n int
	if _, err = pgx.ForEachRow(rows, []any{&id, &opened, &n}, func() error {
		since := opened.UTC()
		at[id].Opened, at[id].Pace = &since, n
		return nil
	}); err != nil {
		return fmt.Errorf("pace of the tables: %w", err)
	}
	if rows, err = results.Query(); err == nil {
		_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
			if t := at[id]; t != nil {
				t.Alerts = n
			}
			g.Alerts += n
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("alerts that wait: %w", err)
	}
	return results.Close()
}
