package ledger

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Querier is a pool, a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// ReadRound reads a round, its events and the entry it ended in (nil while it is
// open) in one round trip and without a lock. It fails with ErrNoRound.
func ReadRound(ctx context.Context, q Querier, table, number int64) (Round, []Event, *Entry, error) {
	panic("unwritten")
}

// A Filter chooses entries; a zero field does not.
type Filter struct {
	Table int64
	Round int64 // needs a Table
	Day   time.Time
	After string // a cursor that Entries returned
	Limit int    // 1 to 1000; 0 is 100
}

// Entries reads entries with their lines and postings in order of gaming day,
// table and seq, and returns a cursor to the next ones, which is empty after the
// last. It fails with ErrCursor.
func Entries(ctx context.Context, q Querier, f Filter) ([]Entry, string, error) {
	panic("unwritten")
}

// Recall looks up what the key was answered, without a lock; nil where it is
// new. It fails with ErrKeyReused.
func Recall(ctx context.Context, q Querier, key Key) (*Answer, error) {
	panic("unwritten")
}
