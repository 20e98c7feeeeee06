package pit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
)

// A tableDay is a gaming day of a table.
type tableDay struct {
	table int64
	day   time.Time
}

func (d tableDay) String() string {
	return fmt.Sprintf("gaming day %s of table %d", d.day.Format(time.DateOnly), d.table)
}

// within reports whether the span has the day.
func (d tableDay) within(s ledger.Span) bool {
	return (s.Table == 0 || s.Table == d.table) && !d.day.Before(calendar(s.From)) && (s.To.IsZero() || !d.day.After(s.To))
}

// Roll brings the roll-ups up to date: what was written since on the gaming days of
// each table is added to them, all of a table's in one transaction. Any number of
// processes may roll at once.
func (p *Pit) Roll(ctx context.Context) error { return p.roll(ctx, ledger.Span{}) }

// roll rolls the tables up of which a day within the span has moved.
func (p *Pit) roll(ctx context.Context, s ledger.Span) error {
	var of []int64
	if s.Table != 0 {
		of = []int64{s.Table}
	}
	moved, err := movedDays(ctx, p.desk.Pool, of)
	if err != nil {
		return fmt.Errorf("what moved since the roll-up: %w", err)
	}
	var tables []int64
	for _, m := range moved {
		if m.within(s) {
			tables = append(tables, m.table)
		}
	}
	slices.Sort(tables)
	return p.rollTables(ctx, slices.Compact(tables))
}

// rollTables rolls the tables up, as many parts of them at once as there are
// processors: few statements that do much are planned seldom.
func (p *Pit) rollTables(ctx context.Context, tables []int64) error {
	part := (len(tables) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	failed := make([]error, 0, runtime.GOMAXPROCS(0))
	var rolling sync.WaitGroup
	for some := range slices.Chunk(tables, max(part, 1)) {
		failed = append(failed, nil)
		at := &failed[len(failed)-1]
		rolling.Go(func() {
			if err := p.rollPart(ctx, some); err != nil {
				*at = fmt.Errorf("rolling tables %v up: %w", some, err)
			}
		})
	}
	rolling.Wait()
	return errors.Join(failed...)
}

// A movedDay is a gaming day that was written on since: the pages of the table's chain
// after the first, not after the second.
type movedDay struct {
	tableDay
	after, upto int64
}

func movedDays(ctx context.Context, q house.Querier, tables []int64) ([]movedDay, error) {
	rows, err := q.Query(ctx, selectMoved, tables)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m movedDay, err error) {
		return m, row.Scan(&m.table, &m.day, &m.after, &m.upto)
	})
}

// Tables are locked in order, so that processes do not wait for each other in a ring.
const lockTables = `
SELECT pg_advisory_xact_lock(hashtextextended('roll-up of table ' || id, 0)) FROM (SELECT unnest($1::bigint[]) AS id ORDER BY 1 OFFSET 0) t`

// rollPart rolls the tables up to where their chains end, in one transaction.
func (p *Pit) rollPart(ctx context.Context, tables []int64) error {
	return postgres.Transact(ctx, p.desk.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockTables, tables); err != nil {
			return err
		}
		moved, err := movedDays(ctx, tx, tables)
		if err != nil || len(moved) == 0 { // another process was faster
			return err
		}
		for len(moved) > 0 {
			same := 1
			for same < len(moved) && moved[same].day.Equal(moved[0].day) {
				same++
			}
			if err := rollDay(ctx, tx, moved[:same]); err != nil {
				return fmt.Errorf("gaming day %s: %w", moved[0].day.Format(time.DateOnly), err)
			}
			moved = moved[same:]
		}
		return nil
	})
}

// A derivation is what one of the relations has of some tables on a gaming day.
type derivation struct {
	name, query string
	args        []any
	none        bool   // of what was written since
	whole       bool   // derived from the first page on, in the place of what was there
	conflict    string // what becomes of a row that is there already
}

// derive derives from the book what was written on the day, which all have in common.
func derive(ctx context.Context, q house.Querier, moved []movedDay) ([]derivation, error) {
	sum, err := addUp(ctx, q, moved)
	if err != nil {
		return nil, err
	}
	of := tablesOf(moved)
	return []derivation{
		{name: "rollups", query: selectSums, args: sum.sumArgs(), none: len(sum.spells) == 0, conflict: addSums},
		{name: "rollup_chips", query: selectChipSums, args: []any{sum.day, of.all, of.upto}, whole: true},
		{name: "rollup_tops", query: selectTopLines, args: sum.topArgs(of.before), none: len(sum.tops) == 0, conflict: takePlaces},
	}, nil
}

// movedTables are the tables of a moved day: of each, up to where it moved, and whether
// it was rolled up before or is derived anew.
type movedTables struct{ all, upto, before, anew []int64 }

func tablesOf(moved []movedDay) (of movedTables) {
	for _, m := range moved {
		of.all, of.upto = append(of.all, m.table), append(of.upto, m.upto)
		if m.after > 0 {
			of.before = append(of.before, m.table)
		} else {
			of.anew = append(of.anew, m.table)
		}
	}
	return of
}

// rollDay adds what was written on the day, which all have in common, to what was
// derived before.
func rollDay(ctx context.Context, tx pgx.Tx, moved []movedDay) error {
	list, err := derive(ctx, tx, moved)
	if err != nil {
		return err
	}
	day, of := moved[0].day, tablesOf(moved)
	var b pgx.Batch
	for _, d := range list {
		gone := of.anew
		if d.whole {
			gone = of.all
		}
		if len(gone) > 0 {
			b.Queue(`DELETE FROM `+d.name+` WHERE gaming_day = $1 AND table_id = ANY ($2)`+grains(d.name), day, gone)
		}
		if d.none {
			continue
		}
		if len(of.before) == 0 { // nothing is there
			d.conflict = ""
		}
		b.Queue(`INSERT INTO `+d.name+` AS r`+d.query+d.conflict, d.args...)
	}
	if sums := list[0]; len(of.before) > 0 && !sums.none {
		b.Queue(addToMonths, append(slices.Clone(sums.args), of.before)...)
	}
	if len(of.anew) > 0 {
		b.Queue(`DELETE`+ofMonth, day, of.anew)
		b.Queue(`INSERT INTO rollup_months`+selectMonth, day, of.anew)
	}
	b.Queue(`INSERT INTO rollup_cursors (table_id, gaming_day, seq) SELECT t, $1, s FROM unnest($2::bigint[], $3::bigint[]) AS m (t, s)
		ON CONFLICT (table_id, gaming_day) DO UPDATE SET seq = excluded.seq`, day, of.all, of.upto)
	return tx.SendBatch(ctx, &b).Close()
}

// whole is the day from its first page to the last.
func (d tableDay) whole() []movedDay { return []movedDay{{d, 0, math.MaxInt64}} }

// grains leads the server to the rows of a table-day by the key.
func grains(relation string) string {
	if relation != "rollups" {
		return ""
	}
	return ` AND grain IN ('day', 'dealer', 'hour', 'row', 'all')`
}

// RollupsEqual derives the roll-ups of the span from the book anew and calls each
// with every difference to what is kept. It reads all lines of the span. Roll
// should have been called before: a day that has moved since differs.
func RollupsEqual(ctx context.Context, q house.Querier, s ledger.Span, each func(difference string)) error {
	list, err := bookedDays(ctx, q, s)
	if err != nil {
		return err
	}
	tables := map[int64]bool{}
	for i, d := range list {
		tables[d.table] = true
		if err := d.compare(ctx, q, each); err != nil {
			return fmt.Errorf("comparing the roll-ups of %s: %w", d, err)
		}
		if last := i+1 == len(list) || !firstOf(list[i+1].day).Equal(firstOf(d.day)); last {
			if err := compareMonths(ctx, q, d.day, slices.Sorted(maps.Keys(tables)), each); err != nil {
				return fmt.Errorf("comparing the roll-ups of the month of %s: %w", d.day.Format(time.DateOnly), err)
			}
		}
	}
	return nil
}

// compareMonths compares what is kept of the day's month with what is kept of its days.
func compareMonths(ctx context.Context, q house.Querier, day time.Time, tables []int64, each func(string)) error {
	missing, surplus, err := different(ctx, q, selectMonth, `SELECT *`+ofMonth, day, tables)
	if err == nil && missing+surplus > 0 {
		each(fmt.Sprintf("month %s: rollup_months: %d rows its days call for are not there, %d are there they do not call for", day.Format("2006-01"), missing, surplus))
	}
	return err
}

// different counts the rows of the first statement that the second has not, and the
// other way round.
func different(ctx context.Context, q house.Querier, derived, kept string, args ...any) (missing, surplus int, err error) {
	err = q.QueryRow(ctx, `WITH d AS MATERIALIZED (`+derived+`), k AS MATERIALIZED (`+kept+`)
		SELECT (SELECT count(*) FROM (SELECT * FROM d EXCEPT ALL SELECT * FROM k) m), (SELECT count(*) FROM (SELECT * FROM k EXCEPT ALL SELECT * FROM d) s)`,
		args...).Scan(&missing, &surplus)
	return missing, surplus, err
}

// bookedDays are the gaming days of tables on which something was, or is said to
// have been, booked, in order of day and table.
func bookedDays(ctx context.Context, q house.Querier, s ledger.Span) ([]tableDay, error) {
	rows, err := q.Query(ctx, `
		SELECT table_id, gaming_day FROM days
		UNION SELECT table_id, gaming_day FROM rollup_cursors
		UNION SELECT table_id, gaming_day FROM entries WHERE round IS NULL
		UNION SELECT table_id, gaming_day FROM reversals
		ORDER BY 2, 1`)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d tableDay, err error) {
		return d, row.Scan(&d.table, &d.day)
	})
	return slices.DeleteFunc(list, func(d tableDay) bool { return !d.within(s) }), err
}

// compare compares what is kept of the day with what the book says.
func (d tableDay) compare(ctx context.Context, q house.Querier, each func(string)) error {
	list, err := derive(ctx, q, d.whole())
	if err != nil {
		return err
	}
	for _, of := range list {
		kept := fmt.Sprintf(`SELECT * FROM %s WHERE gaming_day = '%s' AND table_id = %d%s`, of.name, d.day.Format(time.DateOnly), d.table, grains(of.name))
		missing, surplus, err := different(ctx, q, of.query, kept, of.args...)
		if err != nil {
			return fmt.Errorf("%s: %w", of.name, err)
		}
		if missing+surplus > 0 {
			each(fmt.Sprintf("%s: %s: %d rows the book calls for are not there, %d are there it does not call for", d, of.name, missing, surplus))
		}
	}
	return nil
}
