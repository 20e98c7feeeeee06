package pit

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
)

// Why a gaming day is not closed, besides ledger.ErrDayClosed and ErrDayOpen.
var (
	ErrDayNotOver    = errors.New("the gaming day is not over")
	ErrTwoPersons    = errors.New("a day is closed by two persons: one asks, the other stands by")
	errNothingClosed = errors.New("every table is closed for the day")
)

// CloseDay closes the gaming day of the table or, where it is 0, of all tables
// that are not closed for it: what each came to is signed and written, and the day
// takes no round and no entry any more. It answers a Day. It fails with
// ErrTwoPersons, ErrNoSigning, ErrDayNotOver, ledger.ErrDayOpen,
// ledger.ErrDayClosed, house.ErrNoTable or ledger.ErrKeyReused.
func (p *Pit) CloseDay(ctx context.Context, c desk.Caller, day time.Time, table int64) (desk.Answer, error) {
	day = calendar(day)
	switch {
	case c.Approver == "" || c.Approver == c.Actor:
		return desk.Answer{}, ErrTwoPersons
	case len(p.signing) != ed25519.PrivateKeySize:
		return desk.Answer{}, ErrNoSigning
	}
	a, err := p.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, held ledger.Held) (any, ledger.Page, error) {
		return p.closeTables(ctx, tx, c, held, day, table)
	})
	if err != nil {
		err = fmt.Errorf("closing %s: %w", day.Format(time.DateOnly), err)
	}
	return a, err
}

// closeTables is the page that closes the day of the tables, and its answer.
func (p *Pit) closeTables(ctx context.Context, tx pgx.Tx, c desk.Caller, held ledger.Held, day time.Time, table int64) (Day, ledger.Page, error) {
	says, page := Day{GamingDay: day.Format(time.DateOnly)}, ledger.Page{}
	list, err := closable(ctx, tx, day, p.desk.Now(), table)
	if err != nil {
		return says, page, err
	}
	var numbers []int64
	for i := range list {
		t := &list[i]
		if err := t.ready(day); err != nil {
			return says, page, err
		}
		content, err := t.statement(ctx, tx, day)
		if err != nil {
			return says, page, err
		}
		closed, row, err := p.signed(content, day)
		if err != nil {
			return says, page, err
		}
		closed.Seq, closed.Actor, closed.Approver, closed.At = held.Head.Seq+1, c.Actor, c.Approver, p.desk.Now()
		says.Tables, page.Rows, numbers = append(says.Tables, closed), append(page.Rows, row), append(numbers, t.table)
	}
	page.Rows = append(page.Rows, ledger.Significant{
		Kind: ledger.SignificantDayClose, Subject: "day " + says.GamingDay, Origin: c.Origin, After: map[string]any{"tables": numbers},
	}.Row())
	return says, page, nil
}

// A closing is a table whose day is to be closed, under its lock.
type closing struct {
	table, seq int64
	hash       []byte
	open       *int64     // the round that is open
	openDay    *time.Time // the day of the last round
	over       bool       // the day is, by all settings the table ever had
}

// The heads are locked after the house's, which nobody does the other way round.
// Nothing is written on the day by whoever waits for them: the day's row is there
// when they are free.
const selectClosable = `
SELECT h.table_id, h.seq, h.hash, h.open_round, h.gaming_day, coalesce((
	SELECT bool_and((($2::timestamptz AT TIME ZONE coalesce(content->>'time_zone', 'UTC')) - coalesce(content->>'day_start', '06:00')::interval)::date > $1)
	FROM settings WHERE table_id = h.table_id), $2::timestamptz::date > $1)
FROM heads h
WHERE h.table_id > 0 AND ($3::bigint = 0 OR h.table_id = $3)
	AND NOT EXISTS (SELECT FROM day_closes WHERE gaming_day = $1 AND table_no = h.table_id)
ORDER BY h.table_id FOR UPDATE OF h`

// closable are the tables whose day was not closed, locked. It fails with
// ledger.ErrDayClosed where there is none, and house.ErrNoTable.
func closable(ctx context.Context, tx pgx.Tx, day, now time.Time, table int64) ([]closing, error) {
	rows, err := tx.Query(ctx, selectClosable, day, now, table)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t closing, err error) {
		return t, row.Scan(&t.table, &t.seq, &t.hash, &t.open, &t.openDay, &t.over)
	})
	if err != nil || len(list) > 0 {
		return list, err
	}
	if table != 0 {
		if _, err := house.Get(ctx, tx, table, now); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("table %d: %w", table, ledger.ErrDayClosed)
	}
	return nil, fmt.Errorf("%w: %w", errNothingClosed, ledger.ErrDayClosed)
}

// ready fails with ErrDayNotOver or ledger.ErrDayOpen.
func (t *closing) ready(day time.Time) error {
	switch {
	case t.open != nil && t.openDay.Equal(day):
		return fmt.Errorf("table %d, round %d-%d: %w", t.table, t.table, *t.open, ledger.ErrDayOpen)
	case !t.over:
		return fmt.Errorf("table %d: %w", t.table, ErrDayNotOver)
	}
	return nil
}

// statement is what is signed of the table's day.
func (t *closing) statement(ctx context.Context, tx pgx.Tx, day time.Time) (Statement, error) {
	totals, err := totalsOf(ctx, tx, tableDay{t.table, day})
	s := Statement{
		GamingDay: day.Format(time.DateOnly), Table: t.table, Through: t.seq, Head: hex.EncodeToString(t.hash), Totals: totals,
	}
	if len(totals) == 0 {
		s.Note = NoActivity
	}
	return s, err
}
