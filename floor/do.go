package floor

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/postgres"
)

// Do makes the change happen to the round, all of it or none, in one
// transaction: the table is locked, the record folded, each event checked
// against what the round asks; the event that leaves nothing to ask settles
// the round in the same transaction. The same key with the same body gets the
// first answer again.
//
// It fails with a *Refused where an event is not asked for or the round has
// moved on (ErrStale), and with ErrNoEvents, ledger.ErrNoTable,
// ledger.ErrNoRound or ledger.ErrKeyReused; nothing has changed then. With
// postgres.ErrUnknown it may have: the same request tells.
func (f *Floor) Do(ctx context.Context, c Caller, id RoundID, ch Change) (Answer, error) {
	return f.answer(ctx, c, id.Table, id.Number, http.StatusOK, func(tx pgx.Tx, held ledger.Held) (any, ledger.Page, error) {
		h, err := f.hand(ctx, tx, *held.Round, held.Events)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		if err := h.apply(ch); err != nil {
			return nil, ledger.Page{}, err
		}
		v := h.view()
		page := ledger.Page{Round: id.Number, GamingDay: h.opened.GamingDay}
		for i, e := range h.round.Events()[len(held.Events):] {
			page.Events = append(page.Events, ledger.Event{N: len(held.Events) + i + 1, Event: e})
		}
		if kind, over := v.Status.entryKind(); over {
			page.Entry = h.entry(kind)
			v.Entry = entryRef(id.Table, held.Head.Seq+1, kind)
		}
		return v, page, nil
	})
}

func (s Status) entryKind() (kind string, over bool) {
	switch s {
	case Settled:
		return ledger.KindSettle, true
	case Void:
		return ledger.KindVoid, true
	}
	return "", false
}

// answer runs one changing request at a table: one transaction, one page of
// the book, one stored answer.
func (f *Floor) answer(ctx context.Context, c Caller, table, round int64, status int,
	change func(pgx.Tx, ledger.Held) (any, ledger.Page, error),
) (Answer, error) {
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
		view, page, err := change(tx, held)
		if err != nil {
			return err
		}
		if a, err = encode(status, view); err != nil {
			return err
		}
		page.Key, page.Answer = c.key(), ledger.Answer{Status: a.Status, Body: a.Body}
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

func encode(status int, v any) (Answer, error) {
	b, err := json.Marshal(v)
	return Answer{Status: status, Body: b}, err
}
