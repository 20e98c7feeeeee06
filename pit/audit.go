package pit

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/ledger"
)

// Audited is what an audit went through: rounds that have ended.
type Audited struct {
	Rounds    int64 `json:"rounds"`
	Equal     int64 `json:"equal" doc:"Settled again, they come to what was posted, line by line"`
	Different int64 `json:"different" doc:"They do not, or cannot be settled again"`
	Voided    int64 `json:"voided" doc:"Of all rounds, void ones"`
	// Corrections are settled again after the rounds, from the records they were
	// approved with.
	Corrections int64 `json:"corrections" doc:"Corrections that were settled again besides"`
}

func (a *Audited) add(b Audited) {
	a.Rounds, a.Equal, a.Different, a.Voided = a.Rounds+b.Rounds, a.Equal+b.Equal, a.Different+b.Different, a.Voided+b.Voided
}

// AuditOptions say how much an audit does at once, and whom it tells.
type AuditOptions struct {
	// Workers is how many connections read, and processors settle, at once; 0 is
	// two a processor, so that the server and this process share them all.
	Workers int
	// Report is told each difference, by gaming day, table and round, as soon as all
	// before it are known; one call at a time. Nil tells nobody.
	Report func(Difference)
	// Progress is told how many rounds were looked at, of about how many.
	Progress func(done, of int64)
}

// Audit settles each round of the span that has ended again, from its recorded
// events on the felt of the settings it was opened under, and compares line by
// line with the entry that stands. A round that cannot be settled again is a
// difference. The error says that the book could not be read, or that the context
// ended.
//
// All is read in one snapshot, on several connections, beside whatever else goes
// on. The memory it takes does not grow with the book. What it finds, and in which
// order it tells, depends on the book alone.
func Audit(ctx context.Context, pool *pgxpool.Pool, span ledger.Span, o AuditOptions) (Audited, error) {
	if o.Workers < 1 {
		o.Workers = 2 * runtime.GOMAXPROCS(0)
	}
	workers := min(o.Workers, int(pool.Config().MaxConns))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a := audit{opts: o, felts: newFelts(), waiting: map[int]finding{}}
	err := pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		id, err := a.begin(ctx, tx, span)
		if err != nil {
			return err
		}
		defer a.end()
		waiting, enough := context.WithCancel(ctx)
		var others sync.WaitGroup
		for range workers - 1 {
			others.Go(func() {
				if err := a.join(ctx, waiting, pool, id); err != nil {
					stop(err)
				}
			})
		}
		if err := a.run(ctx, tx); err != nil {
			stop(err)
		}
		enough()
		others.Wait()
		if err := context.Cause(ctx); err != nil {
			return err
		}
		return a.corrected(ctx, tx, span)
	})
	if err != nil {
		return a.sum, fmt.Errorf("audit: %w", err)
	}
	return a.sum, nil
}

var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// An audit is one under way.
type audit struct {
	opts  AuditOptions
	felts *felts

	parts sync.Mutex // over what follows
	next  func() (ledger.Stretch, bool)
	end   func()
	given int

	findings sync.Mutex // over what follows
	waiting  map[int]finding
	told     int
	done, of int64
	sum      Audited
}

// begin finds what there is to read, and names the snapshot it is read in.
func (a *audit) begin(ctx context.Context, tx pgx.Tx, span ledger.Span) (snapshot string, err error) {
	if err := tx.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&snapshot); err != nil {
		return "", err
	}
	days, err := span.Stretches(ctx, tx)
	for i := range days {
		a.of += days[i].Rounds()
	}
	a.next, a.end = iter.Pull(parts(days))
	return snapshot, err
}

func parts(days []ledger.Stretch) iter.Seq[ledger.Stretch] {
	return func(yield func(ledger.Stretch) bool) {
		for i := range days {
			for part := range days[i].Split() {
				if !yield(part) {
					return
				}
			}
		}
	}
}

// join takes part in the audit on another connection, if there is one before
// waiting ends.
func (a *audit) join(ctx, waiting context.Context, pool *pgxpool.Pool, id string) error {
	conn, err := pool.Acquire(waiting)
	if waiting.Err() != nil && conn == nil {
		return nil
	}
	if err != nil {
		return err
	}
	defer conn.Release()
	return pgx.BeginTxFunc(ctx, conn, snapshot, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET TRANSACTION SNAPSHOT '`+id+`'`); err != nil {
			return err
		}
		return a.run(ctx, tx)
	})
}

// byKeys makes the server follow the keys, whose order is the one asked for, where
// it would rather sort.
const byKeys = `SET LOCAL jit = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off`

// run audits one part after the other until none is left.
func (a *audit) run(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, byKeys); err != nil {
		return err
	}
	w := newAuditor(a.felts)
	for {
		n, part, ok := a.part()
		if !ok {
			return nil
		}
		f, err := w.audit(ctx, tx, part)
		if err != nil {
			return err
		}
		a.found(n, f)
	}
}

func (a *audit) part() (n int, part ledger.Stretch, ok bool) {
	a.parts.Lock()
	defer a.parts.Unlock()
	part, ok = a.next()
	a.given++
	return a.given - 1, part, ok
}

// found tells what was found, once all before it is told.
func (a *audit) found(n int, f finding) {
	a.findings.Lock()
	defer a.findings.Unlock()
	a.waiting[n] = f
	for f, ok := a.waiting[a.told]; ok; f, ok = a.waiting[a.told] {
		delete(a.waiting, a.told)
		a.told++
		a.sum.add(f.sum)
		a.done += f.rounds
		for i := range f.differences {
			if a.opts.Report != nil {
				a.opts.Report(f.differences[i])
			}
		}
		if a.opts.Progress != nil {
			a.opts.Progress(a.done, a.of)
		}
	}
}
