package pit

import (
	"context"
	"errors"
	"fmt"
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

// Roll brings the roll-ups up to date: each gaming day of a table on which
// something was written since is derived anew, as a whole. Any number of processes
// may roll at once.
func (p *Pit) Roll(ctx context.Context) error { return p.roll(ctx, ledger.Span{}) }

// roll rolls the tables up of which a day within the span has moved.
func (p *Pit) roll(ctx context.Context, s ledger.Span) error {
	moved, err := movedDays(ctx, p.desk.Pool, s.Table)
	if err != nil {
		return fmt.Errorf("what moved since the roll-up: %w", err)
	}
	var tables []int64
	for _, m := range moved {
		if n := len(tables); m.within(s) && (n == 0 || tables[n-1] != m.table) {
			tables = append(tables, m.table)
		}
	}
	return p.rollTables(ctx, tables)
}

// rollTables rolls up as many tables at once as there are processors.
func (p *Pit) rollTables(ctx context.Context, tables []int64) error {
	next := make(chan int64)
	failed := make([]error, min(runtime.GOMAXPROCS(0), len(tables)))
	var rolling sync.WaitGroup
	for i := range failed {
		rolling.Go(func() {
			for table := range next {
				if err := p.rollTable(ctx, table); err != nil {
					failed[i] = errors.Join(failed[i], fmt.Errorf("rolling table %d up: %w", table, err))
				}
			}
		})
	}
	for _, table := range tables {
		next <- table
	}
	close(next)
	rolling.Wait()
	return errors.Join(failed...)
}

// A movedDay is a gaming day that was written on since, and where the table's
// chain ended then.
type movedDay struct {
	tableDay
	seq int64
}

func movedDays(ctx context.Context, q house.Querier, table int64) ([]movedDay, error) {
	rows, err := q.Query(ctx, selectMoved, table)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m movedDay, err error) {
		return m, row.Scan(&m.table, &m.seq, &m.day)
	})
}

// rollTable derives all days of the table that have moved, in one transaction: up
// to where its chain ended when it began. What is written meanwhile is derived
// again the next time.
func (p *Pit) rollTable(ctx context.Context, table int64) error {
	return postgres.Transact(ctx, p.desk.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('roll-up of table ' || $1::bigint, 0))`, table); err != nil {
			return err
		}
		moved, err := movedDays(ctx, tx, table)
		if err != nil || len(moved) == 0 { // another process was faster
			return err
		}
		var b pgx.Batch
		for _, m := range moved {
			m.derive(&b)
		}
		return tx.SendBatch(ctx, &b).Close()
	})
}

// derive queues the day's derivation in the place of what was derived before.
func (m movedDay) derive(b *pgx.Batch) {
	for _, d := range derived {
		b.Queue(`DELETE FROM `+d.name+` WHERE gaming_day = $1 AND table_id = $2`+grains(d.name), m.day, m.table)
		b.Queue(`INSERT INTO `+d.name+` `+d.query, m.day, m.table)
	}
	b.Queue(`INSERT INTO rollup_cursors (table_id, gaming_day, seq) VALUES ($1, $2, $3)
		ON CONFLICT (table_id, gaming_day) DO UPDATE SET seq = excluded.seq`, m.table, m.day, m.seq)
}

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
	for _, d := range list {
		if err := d.compare(ctx, q, each); err != nil {
			return fmt.Errorf("comparing the roll-ups of %s: %w", d, err)
		}
	}
	return nil
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
	for _, of := range derived {
		kept := `SELECT * FROM ` + of.name + ` WHERE gaming_day = $1 AND table_id = $2` + grains(of.name)
		var missing, surplus int
		err := q.QueryRow(ctx, `SELECT (SELECT count(*) FROM (SELECT * FROM (`+of.query+`) d EXCEPT ALL `+kept+`) m),
			(SELECT count(*) FROM (`+kept+` EXCEPT ALL SELECT * FROM (`+of.query+`) d) s)`, d.day, d.table).Scan(&missing, &surplus)
		if err != nil {
			return fmt.Errorf("%s: %w", of.name, err)
		}
		if missing+surplus > 0 {
			each(fmt.Sprintf("%s: %s: %d rows the book calls for are not there, %d are there it does not call for", d, of.name, missing, surplus))
		}
	}
	return nil
}
