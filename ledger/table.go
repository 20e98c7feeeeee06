package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// NextTable returns the number the next table gets. The house's chain must be
// locked until it is written.
func NextTable(ctx context.Context, tx pgx.Tx) (int64, error) {
	var next int64
	if err := tx.QueryRow(ctx, `SELECT coalesce(max(id), 0) + 1 FROM tables`).Scan(&next); err != nil {
		return 0, fmt.Errorf("number of the next table: %w", err)
	}
	return next, nil
}

// CreateHead starts the chain of a table. It fails with ErrStale where the chain
// exists.
func CreateHead(ctx context.Context, tx pgx.Tx, table int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO heads (table_id, seq, hash, rounds, settings) VALUES ($1, 0, $2, 0, 0)`,
		table, make([]byte, 32))
	if err != nil {
		return fmt.Errorf("head of table %d: %w", table, refusal(err))
	}
	return nil
}
