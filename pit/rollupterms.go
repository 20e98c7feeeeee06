package pit

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
)

// Terms are what of a version of a table's settings its sums are told apart by.
type terms struct {
	zone   *time.Location
	start  time.Duration     // of the gaming day, on the table's clock
	priced map[string][]byte // digests of paytables, by wager
}

const selectTerms = `
SELECT table_id, version, coalesce(content->>'time_zone', 'UTC'), extract(epoch FROM coalesce(content->>'day_start', '06:00')::time)::bigint,
	(SELECT jsonb_object_agg(wager, p->>'digest') FROM jsonb_each(content->'paytables') AS of (wager, p))
FROM settings WHERE (table_id, version) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`

// termsOf reads the terms the entries' rounds were opened under.
func termsOf(ctx context.Context, q house.Querier, entries []ledger.PostedEntry) (map[version]*terms, error) {
	list := map[version]*terms{}
	var tables, versions []int64
	for i := range entries {
		v := version{entries[i].Table, entries[i].Opening.Settings}
		if _, ok := list[v]; !ok {
			list[v] = nil
			tables, versions = append(tables, v.table), append(versions, int64(v.settings))
		}
	}
	if len(tables) == 0 {
		return list, nil
	}
	rows, err := q.Query(ctx, selectTerms, tables, versions)
	if err != nil {
		return nil, err
	}
	var v version
	var zone string
	var start int64
	var priced map[string]string
	_, err = pgx.ForEachRow(rows, []any{&v.table, &v.settings, &zone, &start, &priced}, func() error {
		t := &terms{start: time.Duration(start) * time.Second, priced: map[string][]byte{}}
		if t.zone, err = time.LoadLocation(zone); err != nil {
			return err
		}
		for wager, digest := range priced {
			if t.priced[wager], err = hex.DecodeString(digest); err != nil {
				return err
			}
		}
		list[v], priced = t, nil
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("terms of settings: %w", err)
	}
	return list, nil
}

// hour is that of the gaming day on the clock on the table's wall. What is written before
// the day begins or after it has ended there is of the first hour, or of the last.
func (t *terms) hour(day, at time.Time) int {
	at = at.In(t.zone)
	_, east := at.Zone()
	since := at.Sub(day) + time.Duration(east)*time.Second - t.start
	return int(min(max(since, 0), 23*time.Hour) / time.Hour)
}
