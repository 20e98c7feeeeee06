package floor

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/postgres"
)

// change is what a request does, given what its chain's lock was taken for:
// what to answer, and the page to write.
type change func(pgx.Tx, ledger.Held) (any, ledger.Page, error)

// answer runs one changing request at a table, or at the house: one
// transaction, one page of the book, one stored answer.
func (f *Floor) answer(ctx context.Context, c Caller, table, round int64, status int, do change) (Answer, error) {
	a, err := f.tryAnswer(ctx, c, table, round, status, do)
	var missing *noMonth
	if !errors.As(err, &missing) {
		return a, err
	}
	if err := ledger.EnsureMonth(ctx, f.pool, missing.day); err != nil {
		return Answer{}, err
	}
	f.months.keep(missing.day)
	return f.tryAnswer(ctx, c, table, round, status, do)
}

func (f *Floor) tryAnswer(ctx context.Context, c Caller, table, round int64, status int, do change) (Answer, error) {
	var a Answer
	err := f.transact(ctx, func(tx pgx.Tx) error {
		held, err := ledger.Lock(ctx, tx, table, round, c.key())
		if err != nil {
			return err
		}
		if held.Answer != nil {
			a = Answer{Status: held.Answer.Status, Body: held.Answer.Body, Repeated: true}
			return nil
		}
		says, page, err := do(tx, held)
		if err != nil {
			return err
		}
		if !f.months.has(page.GamingDay) {
			return &noMonth{page.GamingDay}
		}
		body, err := json.Marshal(says)
		if err != nil {
			return err
		}
		a = Answer{Status: status, Body: body}
		page.Key, page.Answer = c.key(), ledger.Answer{Status: status, Body: body}
		page.Actor, page.At = c.Actor, f.moment()
		_, err = ledger.Append(ctx, tx, held.Head, page)
		return err
	})
	return a, err
}

// moment is now, as the database keeps it.
func (f *Floor) moment() time.Time { return f.now().UTC().Truncate(time.Microsecond) }

// transact runs fn in a transaction. A commit whose reply was lost is tried
// again: if it happened, the key's stored answer says so.
func (f *Floor) transact(ctx context.Context, fn func(pgx.Tx) error) error {
	var err error
	for range 3 {
		if err = postgres.Transact(ctx, f.pool, pgx.TxOptions{}, fn); !errors.Is(err, postgres.ErrUnknown) {
			return err
		}
	}
	return err
}

// noMonth reports a gaming day this floor has not seen partitions for.
type noMonth struct{ day time.Time }

func (e *noMonth) Error() string { return "no month in the book for " + e.day.Format(time.DateOnly) }

// months remembers which months the book has partitions for.
type months struct{ kept sync.Map }

const month = "2006-01"

func (m *months) has(day time.Time) bool { _, ok := m.kept.Load(day.Format(month)); return ok }
func (m *months) keep(day time.Time)     { m.kept.Store(day.Format(month), true) }
