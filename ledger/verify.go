package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"
)

// VerifyOptions narrow a verification.
type VerifyOptions struct {
	// Table is the one chain to read, House included; nil is all.
	Table *int64
	// From and To are the first and the last gaming day to read; only the date
	// counts, and zero is no bound. Of a span, pages are held to one another, and what
	// only a whole chain can tell is left out: how many rounds there are, and who deals.
	From, To time.Time
	// PaytableDigest computes the identity of a paytable from its stored
	// content, as package paytables does; nil leaves that out.
	PaytableDigest func(p Paytable) ([32]byte, error)
}

// A Summary is what a verification went through, and what it found.
type Summary struct {
	Tables, Links, Rounds, Events, Entries, Lines, Postings, Requests int64

	// Rows is how many rows were hashed, of whatever kind.
	Rows int64
	// Open is how many rounds have no entry yet.
	Open int64
	// Balance is the sum of all postings by currency: zero each, or the book is wrong.
	Balance map[string]decimal.Decimal
	Faults  int64
	First   *Fault // by table and page
}

// Verify reads the book in one snapshot and works everything out again from what
// is stored: the hash of each row, the chain of each table up to its head, the
// sum of each entry and the trial balance, what lines say against what postings
// moved, the numbers of rounds, events and pages, one entry a round, that all
// rows are on a page, and that two persons stand behind what takes two. It reports faults in the order of table and page, at most
// ten thousand of them; Summary counts all. A fault is no error: the error says
// that the book could not be read, or is ErrNoTable where nothing of the table
// asked for is in it.
//
// The memory it takes is that of one gaming day of one table. Rows cut off the
// end of a chain together with its head cannot be seen from inside the database.
func Verify(ctx context.Context, pool *pgxpool.Pool, opts VerifyOptions, report func(Fault)) (sum Summary, err error) {
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		sum, err = verify(ctx, tx, opts, report)
		return err
	})
	if err != nil {
		return sum, fmt.Errorf("verify the book: %w", err)
	}
	return sum, nil
}

func verify(ctx context.Context, tx pgx.Tx, opts VerifyOptions, report func(Fault)) (Summary, error) {
	v := verifier{opts: opts, tx: tx, tables: map[int64]*tally{}, sum: Summary{Balance: map[string]decimal.Decimal{}}}
	if err := v.run(ctx); err != nil {
		return v.sum, err
	}
	v.faults.sort()
	for _, f := range v.faults.kept {
		report(f)
	}
	v.sum.Faults = v.faults.n
	if len(v.faults.kept) > 0 {
		v.sum.First = &v.faults.kept[0]
	}
	return v.sum, nil
}

// A verifier is one verification under way.
type verifier struct {
	opts   VerifyOptions
	tx     pgx.Tx
	pinned map[version]digest // settings by table and version
	begun  map[version]int64  // from when they were in force, as the server sends times
	priced map[digest]bool    // paytables
	tables map[int64]*tally
	faults faults
	sum    Summary
	row    tuple
}

type version struct {
	table  int64
	number int
}

func (v *verifier) run(ctx context.Context) error {
	// Days are read through their keys and sorted in memory. A nested loop is
	// never right here, but a server that has not seen the tables grow may think so.
	if _, err := v.tx.Exec(ctx, `SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL enable_nestloop = off`); err != nil {
		return err
	}
	if err := v.readHouse(ctx); err != nil {
		return fmt.Errorf("settings and paytables: %w", err)
	}
	if err := v.readHeads(ctx); err != nil {
		return fmt.Errorf("heads: %w", err)
	}
	days, err := v.days(ctx)
	if err != nil {
		return fmt.Errorf("gaming days: %w", err)
	}
	if t := v.opts.Table; t != nil && len(v.tables) == 0 && len(days) == 0 {
		return fmt.Errorf("table %d: %w", *t, ErrNoTable)
	}
	for _, d := range days {
		if err := v.day(ctx, d); err != nil {
			return fmt.Errorf("table %d on %s: %w", d.table, d.day.Format(dayForm), err)
		}
	}
	if v.opts.spanned() {
		err = v.meets(ctx)
	} else {
		v.ends()
	}
	if err != nil {
		return err
	}
	if err := v.approved(ctx); err != nil {
		return err
	}
	if err := v.corrected(ctx); err != nil {
		return err
	}
	return v.strays(ctx)
}

// A tableDay is one gaming day of one table.
type tableDay struct {
	day   time.Time
	table int64
}

// days lists the days of which there is any row at all, on a page or not.
func (v *verifier) days(ctx context.Context) ([]tableDay, error) {
	sql := `SELECT gaming_day, table_id FROM links`
	for i := range relations {
		if relations[i].scope == byDay {
			sql += ` UNION SELECT gaming_day, table_id FROM ` + relations[i].name
		}
	}
	sql = `SELECT gaming_day, table_id FROM (` + sql + `) AS d
		WHERE ($1::bigint IS NULL OR table_id = $1) AND gaming_day BETWEEN $2 AND $3 ORDER BY 1, 2`
	from, to := v.opts.span()
	rows, err := v.tx.Query(ctx, sql, v.opts.Table, from, to)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d tableDay, err error) {
		return d, row.Scan(&d.day, &d.table)
	})
}

// strays names the rows that are on no page and belong to no gaming day.
func (v *verifier) strays(ctx context.Context) error {
	if v.opts.Table != nil {
		return nil // what is on another chain's pages was not read
	}
	for i := range relations {
		r := &relations[i]
		if r.scope == byDay {
			continue
		}
		rows, err := v.tx.Query(ctx, r.strays())
		if err != nil {
			return fmt.Errorf("%s on no page: %w", r.name, err)
		}
		var f Fault
		_, err = pgx.ForEachRow(rows, []any{&f.Table, &f.Seq}, func() error {
			f.Relation, f.What = r.name, "on no page"
			v.faults.add(f)
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s on no page: %w", r.name, err)
		}
	}
	return nil
}
