package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"croupier/ledger"
	"croupier/postgres"
)

// turn is the stored answer of a key that was answered before, or what the change
// answers, and its page.
func (d *Desk) turn(c Caller, held ledger.Held, status int, do Change) (Answer, ledger.Page, error) {
	if held.Answer != nil {
		return Answer{Status: held.Answer.Status, Body: held.Answer.Body, Repeated: true}, ledger.Page{}, nil
	}
	if c.Own && held.Head.Dealer != c.Actor {
		return Answer{}, ledger.Page{}, fmt.Errorf("table %d: %w", held.Head.Table, ErrNotOwn)
	}
	says, page, err := do(held)
	if err != nil {
		return Answer{}, page, err
	}
	if !d.months.has(page.GamingDay) {
		return Answer{}, page, d.noMonth(page.GamingDay)
	}
	body, err := json.Marshal(says)
	if err != nil {
		return Answer{}, page, err
	}
	page.Key, page.Answer = c.key(), ledger.Answer{Status: status, Body: body}
	page.Actor, page.Approver, page.At = c.Actor, c.Approver, d.Now()
	return Answer{Status: status, Body: body}, page, nil
}

// Unprepared reports what a transaction found missing and must not see to itself,
// since it holds a chain's lock and a connection: it is prepared outside, and the
// transaction is run again.
type Unprepared struct {
	What    string
	Prepare func(context.Context) error
}

// Error says what is not prepared.
func (e *Unprepared) Error() string { return e.What + " is not prepared" }

// tries bounds how often a transaction is run.
const tries = 4

// prepared runs a transaction, again after each thing it found unprepared. A
// commit whose reply was lost is tried again too, where the request has a key: if
// it happened, the key's stored answer says so.
func (d *Desk) prepared(ctx context.Context, c Caller, transact func() error) error {
	var unknown error
	for try := 1; ; try++ {
		err := transact()
		var missing *Unprepared
		switch {
		case errors.Is(err, postgres.ErrUnknown) && c.Key != "" && try < tries:
			unknown = err
		case errors.As(err, &missing) && try < tries:
			if err := missing.Prepare(ctx); err != nil {
				return errors.Join(unknown, err)
			}
		case err != nil: // what was not known before is not known by a failure to ask again
			return errors.Join(unknown, err)
		default:
			return nil
		}
	}
}

func (d *Desk) noMonth(day time.Time) error {
	return &Unprepared{"the month of " + day.Format(time.DateOnly), func(ctx context.Context) error {
		if err := ledger.EnsureMonth(ctx, d.Pool, day); err != nil {
			return err
		}
		d.months.kept.Store(day.Format(month), true)
		return nil
	}}
}
