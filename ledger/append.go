package ledger

import (
	"context"

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
	panic("unwritten")
}
