package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// EnsureMonth makes the partitions for the month of the gaming day, unless they
// are there. It fails on months before 2020 and more than five years ahead of the
// server's clock. It takes a pool because it must commit on its own, before any
// page of that month is written; any number may call it at once.
func EnsureMonth(ctx context.Context, pool *pgxpool.Pool, day time.Time) error {
	if _, err := pool.Exec(ctx, `SELECT ensure_month($1::date)`, date(day)); err != nil {
		return fmt.Errorf("pages for %s: %w", day.Format("2006-01"), err)
	}
	return nil
}
