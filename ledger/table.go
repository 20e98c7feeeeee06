package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// NextTable returns the number the next table gets. The house's chain must be locked.
func NextTable(ctx context.Context, tx pgx.Tx) (int64, error) { panic("unwritten") }

// CreateHead starts the chain of a table whose first settings are of that version.
func CreateHead(ctx context.Context, tx pgx.Tx, table int64, settings int) error { panic("unwritten") }

// SetSettings makes the version serve the table's next round. The table's head
// must be locked.
func SetSettings(ctx context.Context, tx pgx.Tx, h Head, version int) (Head, error) {
	panic("unwritten")
}

// ContentDigest returns the SHA-256 of a JSON text in canonical form: keys
// sorted, no blanks, numbers as plain decimals. PostgreSQL's jsonb keeps it.
func ContentDigest(content []byte) ([32]byte, error) { panic("unwritten") }
