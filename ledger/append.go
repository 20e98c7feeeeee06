package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Append writes the page after the head, with its link and the answer stored
// under its key, advances the head and returns it, in one round trip. The head
// must be locked by the transaction.
//
// It fails with ErrPage on a page that makes no sense, ErrNoMonth where
// EnsureMonth was not called for the gaming day, and ErrStale, ErrPosted,
// ErrUnbalanced or ErrKeyReused where a guard of the database refuses. The
// transaction can then only be rolled back.
func Append(ctx context.Context, tx pgx.Tx, h Head, p Page) (Head, error) {
	next, err := appendPage(ctx, tx, h, p)
	if err != nil {
		return Head{}, fmt.Errorf("table %d seq %d: %w", h.Table, h.Seq+1, err)
	}
	return next, nil
}

func appendPage(ctx context.Context, tx pgx.Tx, h Head, p Page) (Head, error) {
	p.settle()
	if err := p.check(h); err != nil {
		return h, err
	}
	w := writer{page: &p, table: h.Table, seq: h.Seq + 1, head: h}
	w.rows()
	w.link()
	if w.row.err != nil {
		return h, w.row.err
	}
	return w.head, w.send(ctx, tx)
}

// A writer turns one page into rows: each is hashed, and queued to be sent.
type writer struct {
	page  *Page
	table int64
	seq   int64
	head  Head // moves on as the rows are made

	row   tuple
	seal  seal
	batch pgx.Batch
}

// rows makes the rows of the page in the order in which they are hashed: by
// kind, then by number.
func (w *writer) rows() {
	p := w.page
	if p.Opening != nil {
		w.day()
		w.opening(p.Opening)
	}
	w.events(p.Events)
	if p.Entry != nil {
		w.entry(p.Entry)
		w.lines(p.Entry.Lines)
		w.postings(p.Entry.moved(w.table))
	}
	w.request()
	w.house()
}

// add seals the row that was just built.
func (w *writer) add() { w.seal.add(w.row.b) }

const advance = `
UPDATE heads SET seq = $2, hash = $3, rounds = $4, open_round = $5, gaming_day = $6
WHERE table_id = $1 AND seq = $2 - 1`

// send queues the head behind the rows and sends all at once.
func (w *writer) send(ctx context.Context, tx pgx.Tx) error {
	h := &w.head
	w.batch.Queue(advance, h.Table, h.Seq, h.Hash[:], h.Rounds, nonZero(h.OpenRound), someDate(h.OpenDay))
	results := tx.SendBatch(ctx, &w.batch)
	defer results.Close()
	var moved int64
	for range w.batch.Len() {
		tag, err := results.Exec()
		if err != nil {
			return refusal(err)
		}
		moved = tag.RowsAffected()
	}
	if moved != 1 {
		return ErrStale
	}
	return refusal(results.Close())
}

func nonZero(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func someDate(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// date keeps the date of t only.
func date(t time.Time) time.Time {
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
