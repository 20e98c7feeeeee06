package ledger

import (
	"context"
	"time"
)

// EnsureMonth makes the partitions for the month of the day, unless they are
// there. It takes a pool, since it must commit on its own; any number may call it
// at once.
func EnsureMonth(ctx context.Context, q Querier, day time.Time) error { panic("unwritten") }
