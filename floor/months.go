package floor

import (
	"context"
	"sync"
	"time"

	"croupier/ledger"
)

// months remembers which months the book has partitions for.
type months struct{ kept sync.Map }

const month = "2006-01"

func (m *months) has(day time.Time) bool { _, ok := m.kept.Load(day.Format(month)); return ok }

func (f *Floor) noMonth(day time.Time) error {
	return &unprepared{"the month of " + day.Format(time.DateOnly), func(ctx context.Context) error {
		if err := ledger.EnsureMonth(ctx, f.pool, day); err != nil {
			return err
		}
		f.months.kept.Store(day.Format(month), true)
		return nil
	}}
}
