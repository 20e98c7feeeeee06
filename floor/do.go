package floor

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
	"croupier/sight"
)

// Do makes the change happen to the round, all of it or none, in one
// transaction: the table is locked, the record folded, each event checked
// against what the round asks; the event that leaves nothing to ask settles
// the round in the same transaction. The same key with the same body gets the
// first answer again. The caller's approver, where there is one, must be a
// supervisor: large payouts and late voids ask for one.
//
// It fails with a *Refused where an event is not asked for, needs a supervisor
// (ErrNeedsSupervisor) or the round has moved on (ErrStale), and with ErrNoEvents,
// ledger.ErrDisputed while a dispute of the round is open, ledger.ErrNoTable, ledger.ErrNoRound or ledger.ErrKeyReused; nothing has changed
// then. With postgres.ErrUnknown it may have: the same request tells.
func (f *Floor) Do(ctx context.Context, c desk.Caller, id RoundID, ch Change) (desk.Answer, error) {
	return f.happen(ctx, c, id, func(h *hand) ([]ledger.Row, error) { return nil, h.apply(ch) })
}

// happen lets do happen to the round, and answers the round as it then stands. The rows
// do returns are written on the same page.
func (f *Floor) happen(ctx context.Context, c desk.Caller, id RoundID, do func(*hand) ([]ledger.Row, error)) (desk.Answer, error) {
	disputed, also := asksDispute(id)
	return f.desk.Table(ctx, c, id.Table, id.Number, http.StatusOK, also, func(held ledger.Held) (any, ledger.Page, error) {
		if *disputed != 0 {
			return nil, ledger.Page{}, fmt.Errorf("round %s, dispute %s: %w", id, RoundID{Table: id.Table, Number: *disputed}, ledger.ErrDisputed)
		}
		felt, err := f.laid(id.Table, held.Round.Settings)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		h, err := f.hand(felt, *held.Round, held.Events)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		h.supervised = c.Approver != "" && c.Approver != c.Actor
		rows, err := do(h)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		v := h.view()
		page := ledger.Page{GamingDay: h.opened.GamingDay, Rows: append(rows, h.approvals(c.Origin)...)}
		for i, e := range h.round.Events()[len(held.Events):] {
			page.Round = id.Number
			page.Events = append(page.Events, ledger.Event{N: len(held.Events) + i + 1, Event: e})
		}
		if kind, over := entryKind(v.Status); over {
			page.Entry = h.entry(kind)
			v.Entry = sight.Ref(id.Table, held.Head.Seq+1, kind)
			ended, err := h.significant(c.Origin, page.Entry)
			if err != nil {
				return nil, page, err
			}
			page.Rows = append(page.Rows, ended...)
		}
		return v, page, nil
	})
}

// asksDispute asks under the table's lock for the dispute of the round that is open.
func asksDispute(id RoundID) (number *int64, also *desk.Also) {
	number = new(int64)
	ask := ledger.AskDispute{Table: id.Table, Round: id.Number}
	return number, &desk.Also{Queue: ask.Queue, Read: func(results pgx.BatchResults) (err error) {
		*number, err = ask.Read(results)
		return err
	}}
}

func entryKind(s Status) (kind string, over bool) {
	switch s {
	case Settled:
		return ledger.KindSettle, true
	case Void:
		return ledger.KindVoid, true
	}
	return "", false
}
