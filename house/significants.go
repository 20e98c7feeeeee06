package house

import (
	"context"

	"croupier/ledger"
)

// Significants returns a page of the significant events, the newest first, and a
// cursor to the next. It fails with ledger.ErrCursor.
func (o *Office) Significants(ctx context.Context, f ledger.SignificantFilter) ([]ledger.SignificantEvent, string, error) {
	return ledger.Significants(ctx, o.desk.Pool, f)
}
