// Package desk takes a changing request to its chain of the book: it locks the
// chain, looks the request's key up, lets the change happen, and writes its page
// with the answer, all in one commit. It knows neither games nor people, and no
// HTTP but the status an answer is stored with.
package desk

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/ledger"
	"croupier/postgres"
)

// A Desk takes the requests of all chains. Its methods may be called at once;
// requests at one chain wait for each other.
type Desk struct {
	Pool   *pgxpool.Pool
	now    func() time.Time
	months months
	queues *queues
	bell   bell
}

// New returns the desk of the book in pool. A nil now is time.Now.
func New(pool *pgxpool.Pool, now func() time.Time) *Desk {
	if now == nil {
		now = time.Now
	}
	return &Desk{Pool: pool, now: now, queues: newQueues()}
}

// A Caller is who asks, and under which key: the same key with the same body
// gets the first answer again.
type Caller struct {
	Actor    string // name of the person
	Approver string // name of the second person, where one stands by; proven by the caller of this package
	Origin   string // address of the terminal, or "server"
	// Own holds the caller to the table where the actor deals.
	Own  bool
	Key  string   // none: the change is made each time it is asked for
	Body [32]byte // digest of all the request says
}

func (c Caller) key() ledger.Key { return ledger.Key{Actor: c.Actor, Key: c.Key, Body: c.Body} }

// An Answer is what a changing request is answered, as it is stored under its
// key.
type Answer struct {
	Status   int    // of HTTP: 200 or 201
	Body     []byte // JSON
	Repeated bool   // the key was answered before
}

// ErrNotOwn reports a change at a table where the caller does not deal.
var ErrNotOwn = errors.New("another person deals at the table")

// Now is the moment, as the database keeps it.
func (d *Desk) Now() time.Time { return d.now().UTC().Truncate(time.Microsecond) }

// A Change is what a request does, given what its chain's lock was taken for:
// what to answer, and the page to write. Actor, Approver and At of the page are
// filled in. It may be called again after a transaction that did not commit.
type Change func(ledger.Held) (says any, page ledger.Page, err error)

// A HouseChange is a Change of the house's chain, which may read, and start a
// table's chain, in the transaction.
type HouseChange func(tx pgx.Tx, held ledger.Held) (says any, page ledger.Page, err error)

// House runs one changing request at the house's chain. It fails as the change
// does, and with ledger.ErrKeyReused; with postgres.ErrUnknown it may have
// happened: the same request under the same key tells.
func (d *Desk) House(ctx context.Context, c Caller, status int, do HouseChange) (Answer, error) {
	var a Answer
	leave, err := d.queues.wait(ctx, ledger.House)
	if err != nil {
		return a, err
	}
	defer leave()
	err = d.prepared(ctx, c, func() error {
		return postgres.Transact(ctx, d.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			held, err := ledger.Lock(ctx, tx, ledger.House, 0, c.key())
			if err != nil {
				return err
			}
			var page ledger.Page
			a, page, err = d.turn(c, held, status, func(held ledger.Held) (any, ledger.Page, error) {
				says, page, err := do(tx, held)
				page.GamingDay = d.Now() // of the house: the calendar day, UTC
				return says, page, err
			})
			if err != nil || a.Repeated {
				return err
			}
			_, err = ledger.Append(ctx, tx, held.Head, page)
			return err
		})
	})
	return d.told(a, err)
}

// told rings where something was written.
func (d *Desk) told(a Answer, err error) (Answer, error) {
	if err == nil && !a.Repeated {
		d.bell.ring()
	}
	return a, err
}

// Table runs one changing request at a table: one transaction of two round
// trips. Also is asked for under the lock besides, where it is not nil. It fails
// as the change does, and with ErrNotOwn, ledger.ErrNoTable, ledger.ErrNoRound or
// ledger.ErrKeyReused; with postgres.ErrUnknown as House.
func (d *Desk) Table(ctx context.Context, c Caller, table, round int64, status int, also *Also, do Change) (Answer, error) {
	var a Answer
	leave, err := d.queues.wait(ctx, table)
	if err != nil {
		return a, err
	}
	defer leave()
	ask := ledger.Ask{Table: table, Round: round, Key: c.key()}
	err = d.prepared(ctx, c, func() error {
		return postgres.Exchange(ctx, d.Pool, also.queue(ask.Queue), func(results pgx.BatchResults) (*postgres.Reply, error) {
			held, err := ask.Read(results)
			if err != nil {
				return nil, err
			}
			if held.Answer == nil {
				if err := also.read(results); err != nil {
					return nil, err
				}
			}
			return d.reply(&a, c, held, status, do)
		})
	})
	return d.told(a, err)
}

// reply is what the transaction goes on to write; nil where the key was answered
// before.
func (d *Desk) reply(a *Answer, c Caller, held ledger.Held, status int, do Change) (*postgres.Reply, error) {
	var page ledger.Page
	var err error
	if *a, page, err = d.turn(c, held, status, do); err != nil || a.Repeated {
		return nil, err
	}
	var r postgres.Reply
	w, err := ledger.Write(&r.Batch, held.Head, page)
	r.Read = func(results pgx.BatchResults) error {
		_, err := w.Read(results)
		return err
	}
	return &r, err
}

// An Also is a statement more under a table's lock: Queue appends it, Read reads
// its result.
type Also struct {
	Queue func(*pgx.Batch)
	Read  func(pgx.BatchResults) error
}

func (a *Also) queue(first func(*pgx.Batch)) func(*pgx.Batch) {
	if a == nil {
		return first
	}
	return func(b *pgx.Batch) {
		first(b)
		a.Queue(b)
	}
}

func (a *Also) read(results pgx.BatchResults) error {
	if a == nil {
		return nil
	}
	return a.Read(results)
}
