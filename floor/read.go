package floor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/games"
	"croupier/ledger"
	"croupier/postgres"
	"croupier/sight"
)

// Round returns the round as everybody may see it or, with as a seat, as that
// seat does: with its own hole cards where a deck deals. It fails with
// ledger.ErrNoRound.
func (f *Floor) Round(ctx context.Context, id RoundID, as games.Place) (View, error) {
	h, _, entries, err := f.read(ctx, id)
	if err != nil {
		return View{}, err
	}
	v := h.view()
	if err := h.reveal(&v, as); err != nil {
		return View{}, err
	}
	h.open(&v)
	refer(&v, entries)
	return v, nil
}

// refer names the entry the round ended in and, where it was corrected, the one that
// stands.
func refer(v *View, entries []ledger.Entry) {
	if len(entries) > 0 {
		v.Entry = sight.Ref(v.Table, entries[0].Seq, entries[0].Kind)
	}
	if last := len(entries) - 1; last > 0 {
		v.Corrected = sight.Ref(v.Table, entries[last].Seq, entries[last].Kind)
	}
}

// read reads the round as it was at one moment: its entry never without the
// events that led to it. Where it was corrected, the entries of that follow.
func (f *Floor) read(ctx context.Context, id RoundID) (h *hand, events []ledger.Event, entries []ledger.Entry, err error) {
	var opened ledger.Round
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = postgres.Transact(ctx, f.pool, moment, func(tx pgx.Tx) error {
		var ended *ledger.Entry
		if opened, events, ended, err = ledger.ReadRound(ctx, tx, id.Table, id.Number); err == nil && ended != nil {
			entries, err = ledger.ReadEntries(ctx, tx, id.Table, id.Number)
		}
		return err
	})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("round %s: %w", id, err)
	}
	felt, err := f.lay(ctx, opened.Table, opened.Settings)
	if err != nil {
		return nil, nil, nil, err
	}
	h, err = f.hand(felt, opened, events)
	return h, events, entries, err
}

// Audit returns all that was recorded of the round and settles it again from
// its events. It fails with ledger.ErrNoRound.
func (f *Floor) Audit(ctx context.Context, id RoundID) (Audit, error) {
	h, events, entries, err := f.read(ctx, id)
	if err != nil {
		return Audit{}, err
	}
	a := Audit{Round: h.view(), Events: []EventView{}, Resettled: []LineView{}}
	h.open(&a.Round)
	for _, e := range events {
		a.Events = append(a.Events, sight.Event(e))
	}
	for _, l := range sight.Due(h.round) {
		a.Resettled = append(a.Resettled, sight.Priced(l, h.felt))
	}
	a.Agrees = len(entries) == 0
	refer(&a.Round, entries)
	for i := range entries {
		v := entryView(entries[i], &h.felt.Terms)
		if i > 0 {
			a.Corrected = append(a.Corrected, v)
			continue
		}
		a.Entry, a.Agrees = &v, slices.EqualFunc(a.Resettled, v.Lines, sameLine)
	}
	return a, nil
}

func sameLine(a, b LineView) bool {
	return a.Seat == b.Seat && a.Wager == b.Wager && a.Outcome == b.Outcome && a.Row == b.Row &&
		a.Paytable == b.Paytable && a.Why == b.Why &&
		a.Stake.Equal(b.Stake) && a.Odds.Equal(b.Odds) &&
		a.Exact.Equal(b.Exact) && a.Rounded.Equal(b.Rounded) && a.Amount.Equal(b.Amount)
}

// Entries returns a page of the book. It fails with ledger.ErrCursor.
func (f *Floor) Entries(ctx context.Context, filter ledger.Filter) (Entries, error) {
	entries, cursor, err := ledger.Entries(ctx, f.pool, filter)
	if err != nil {
		return Entries{}, err
	}
	page := Entries{Entries: []EntryView{}, Cursor: cursor}
	for _, e := range entries {
		terms, err := f.termsOf(ctx, e)
		if err != nil {
			return Entries{}, err
		}
		page.Entries = append(page.Entries, entryView(e, terms))
	}
	return page, nil
}

// termsOf are the terms the entry's round was pinned to, which say how its
// payouts were rounded.
func (f *Floor) termsOf(ctx context.Context, e ledger.Entry) (*games.Terms, error) {
	if e.Round == 0 {
		return &games.Terms{}, nil // chips between rounds: no lines
	}
	felt, err := f.lay(ctx, e.Table, e.Settings)
	if err != nil {
		return nil, err
	}
	return &felt.Terms, nil
}

func entryView(e ledger.Entry, t *games.Terms) EntryView {
	v := EntryView{
		ID: entryID(e.Table, e.Seq), Table: e.Table, Seq: e.Seq,
		GamingDay: e.GamingDay.Format(time.DateOnly), Kind: e.Kind, Currency: e.Currency,
		Actor: e.Actor, Approver: e.Approver, Reason: e.Reason, At: e.At,
		Lines: []LineView{}, Postings: []PostingView{},
	}
	if e.Round != 0 {
		v.Round = RoundID{Table: e.Table, Number: e.Round}.String()
	}
	if e.Reverses != 0 {
		v.Reverses = entryID(e.Table, e.Reverses)
	}
	for _, l := range e.Lines {
		line := sight.Line(l.Line, t)
		line.Paytable = digestText(l.Paytable)
		v.Lines = append(v.Lines, line)
	}
	for _, p := range e.Postings {
		v.Postings = append(v.Postings, PostingView{
			Account: p.Account, Amount: p.Amount, Wager: p.Wager, Row: p.Row, Paytable: digestText(p.Paytable),
		})
	}
	return v
}
