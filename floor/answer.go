package floor

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/postgres"
)

// change is what a request does, given what its chain's lock was taken for:
// what to answer, and the page to write.
type change func(ledger.Held) (any, ledger.Page, error)

// answer runs one changing request at a table: one transaction of two round
// trips, one page of the book, one stored answer.
func (f *Floor) answer(ctx context.Context, c Caller, table, round int64, status int, do change) (Answer, error) {
	var a Answer
	leave, err := f.queues.wait(ctx, table)
	if err != nil {
		return a, err
	}
	defer leave()
	ask := ledger.Ask{Table: table, Round: round, Key: c.key()}
	err = f.prepared(ctx, func() error {
		return postgres.Exchange(ctx, f.pool, ask.Queue, func(results pgx.BatchResults) (*postgres.Reply, error) {
			held, err := ask.Read(results)
			if err != nil {
				return nil, err
			}
			var page ledger.Page
			if a, page, err = f.turn(c, held, status, do); err != nil || a.Repeated {
				return nil, err
			}
			var r postgres.Reply
			w, err := ledger.Write(&r.Batch, held.Head, page)
			r.Read = func(results pgx.BatchResults) error {
				_, err := w.Read(results)
				return err
			}
			return &r, err
		})
	})
	return a, err
}

// turn is the stored answer of a key that was answered before, or what do
// answers, and its page.
func (f *Floor) turn(c Caller, held ledger.Held, status int, do change) (Answer, ledger.Page, error) {
	if held.Answer != nil {
		return Answer{Status: held.Answer.Status, Body: held.Answer.Body, Repeated: true}, ledger.Page{}, nil
	}
	says, page, err := do(held)
	if err != nil {
		return Answer{}, page, err
	}
	if !f.months.has(page.GamingDay) {
		return Answer{}, page, f.noMonth(page.GamingDay)
	}
	body, err := json.Marshal(says)
	if err != nil {
		return Answer{}, page, err
	}
	page.Key, page.Answer = c.key(), ledger.Answer{Status: status, Body: body}
	page.Actor, page.At = c.Actor, f.moment()
	return Answer{Status: status, Body: body}, page, nil
}

// moment is now, as the database keeps it.
func (f *Floor) moment() time.Time { return f.now().UTC().Truncate(time.Microsecond) }

// unprepared reports what a transaction found missing and must not see to
// itself: it holds a table's lock, and a connection.
type unprepared struct {
	what    string
	prepare func(context.Context) error
}

func (e *unprepared) Error() string { return e.what + " is not prepared" }

// prepared runs a transaction, again after each thing it found unprepared. A
// commit whose reply was lost is tried again too: if it happened, the key's
// stored answer says so.
func (f *Floor) prepared(ctx context.Context, transact func() error) error {
	var unknown error
	for try := 1; ; try++ {
		err := transact()
		var missing *unprepared
		switch {
		case errors.Is(err, postgres.ErrUnknown) && try < 4:
			unknown = err
		case errors.As(err, &missing) && try < 4:
			if err := missing.prepare(ctx); err != nil {
				return errors.Join(unknown, err)
			}
		case err != nil: // what was not known before is not known by a failure to ask again
			return errors.Join(unknown, err)
		default:
			return nil
		}
	}
}
