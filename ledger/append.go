package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Append writes the page after the head, with its link and the answer stored
// under its key, and the page after it if there is one, advances the head and
// returns it, in one round trip. The head must be locked by the transaction.
//
// It fails with ErrPage on a page that makes no sense, ErrNoMonth where
// EnsureMonth was not called for the gaming day, and ErrStale, ErrPosted,
// ErrUnbalanced, ErrCorrection or ErrKeyReused where a guard of the database refuses. The
// transaction can then only be rolled back.
func Append(ctx context.Context, tx pgx.Tx, h Head, p Page) (Head, error) {
	var b pgx.Batch
	w, err := Write(&b, h, p)
	if err != nil {
		return Head{}, err
	}
	results := tx.SendBatch(ctx, &b)
	defer results.Close()
	next, err := w.Read(results)
	if err != nil {
		return Head{}, err
	}
	return next, results.Close()
}

// Write appends to b what Append sends, for a caller who sends it in a batch of
// its own. It fails with ErrPage.
func Write(b *pgx.Batch, h Head, p Page) (*Writing, error) {
	before := b.Len()
	after, err := write(b, h, p)
	if err == nil && p.Then != nil {
		then := *p.Then
		then.Actor, then.Approver, then.At, then.GamingDay = p.Actor, p.Approver, p.At, p.GamingDay
		after, err = write(b, after, then)
	}
	if err != nil {
		return nil, err
	}
	return &Writing{before: h, after: after, statements: b.Len() - before}, nil
}

// write appends one page, and returns the head after it.
func write(b *pgx.Batch, h Head, p Page) (Head, error) {
	p.settle()
	if err := p.check(h); err != nil {
		return h, at(h, err)
	}
	w := writer{page: &p, table: h.Table, seq: h.Seq + 1, head: h, batch: b}
	w.rows()
	w.link()
	if w.row.err != nil {
		return h, at(h, w.row.err)
	}
	w.advance()
	return w.head, nil
}

// A Writing is a page that was queued to be written.
type Writing struct {
	before, after Head
	statements    int
}

// Read reads the results of what Write appended and returns the new head. It
// fails as Append does.
func (w *Writing) Read(results pgx.BatchResults) (Head, error) {
	for range w.statements {
		if _, err := results.Exec(); err != nil {
			return Head{}, at(w.before, refusal(err))
		}
	}
	return w.after, nil
}

// at names the page an error is about.
func at(h Head, err error) error {
	return fmt.Errorf("table %d seq %d: %w", h.Table, h.Seq+1, err)
}

// A writer turns one page into rows: each is hashed, and queued to be sent.
type writer struct {
	page  *Page
	table int64
	seq   int64
	head  Head // moves on as the rows are made

	row   tuple
	seal  seal
	batch *pgx.Batch
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
	w.added()
}

// add seals the row that was just built.
func (w *writer) add() { w.seal.add(w.row.b) }

// A head that is not where it was read must fail in the server, since COMMIT may
// be queued behind: what was not moved cannot be divided by.
const advanceHead = `
WITH moved AS (
	UPDATE heads SET seq = $2, hash = $3, rounds = $4, open_round = $5, gaming_day = $6, settings = $7, dealer = $8
	WHERE table_id = $1 AND seq = $2 - 1
	RETURNING seq
)
SELECT 1 / count(*) FROM moved`

// advance queues the head behind the rows.
func (w *writer) advance() {
	h := &w.head
	w.batch.Queue(advanceHead, h.Table, h.Seq, h.Hash[:], h.Rounds, nonZero(h.OpenRound), someDate(h.OpenDay), h.Settings, filled(h.Dealer))
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
