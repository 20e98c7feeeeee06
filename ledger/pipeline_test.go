package ledger_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// TestAStaleHeadCommitsNothing sends a page for a head that is not the table's
// with BEGIN before and COMMIT behind it, all at once: no program stands between
// to take notice, so it is the server that must not commit.
func TestAStaleHeadCommitsNothing(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 2)
	conn, err := b.Acquire(t.Context())
	must(t, err)
	defer conn.Release()
	head := b.head(t)
	before := b.sound(t)
	for name, moved := range map[string]int64{"behind": -1, "ahead": 1, "far ahead": 7} {
		stale := head
		stale.Seq += moved
		page := booktest.Opening(stale)
		page.Key.Key = "stale " + name
		if err := b.pipelined(t, conn.Conn(), stale, page); !errors.Is(err, ledger.ErrStale) {
			t.Errorf("%s: %v, want %v", name, err, ledger.ErrStale)
		}
		if diff := cmp.Diff(head, b.head(t)); diff != "" {
			t.Errorf("%s: the head moved (-before +after):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(before, b.sound(t)); diff != "" {
		t.Errorf("in the book (-before +after):\n%s", diff)
	}
	// The same way does commit where the head is the table's.
	must(t, b.pipelined(t, conn.Conn(), head, booktest.Opening(head)))
	if after := b.head(t); after.Seq != head.Seq+1 || after.OpenRound != head.Rounds+1 {
		t.Errorf("head %+v after a page on %+v", after, head)
	}
	b.sound(t)
}

// pipelined begins, writes and commits in one pipeline, and takes back what is
// still under way after it.
func (b book) pipelined(t *testing.T, conn *pgx.Conn, h ledger.Head, p ledger.Page) error {
	t.Helper()
	var batch pgx.Batch
	batch.Queue(`BEGIN`)
	writing, err := ledger.Write(&batch, h, p)
	must(t, err)
	batch.Queue(`COMMIT`)
	results := conn.SendBatch(t.Context(), &batch)
	_, err = results.Exec()
	must(t, err)
	_, err = writing.Read(results)
	_ = results.Close() // it repeats the error
	if conn.PgConn().TxStatus() != 'I' {
		_, err := conn.Exec(context.WithoutCancel(t.Context()), `ROLLBACK`)
		must(t, err)
	}
	return err
}

// head is the head of table 1.
func (b book) head(t *testing.T) ledger.Head {
	t.Helper()
	tx, err := b.Begin(t.Context())
	must(t, err)
	defer func() { must(t, tx.Rollback(t.Context())) }()
	held, err := ledger.Lock(t.Context(), tx, 1, 0, ledger.Key{})
	must(t, err)
	return held.Head
}
