package desk

import (
	"sync"
	"time"
)

// months remembers which months the book has partitions for.
type months struct{ kept sync.Map }

const month = "2006-01"

func (m *months) has(day time.Time) bool { _, ok := m.kept.Load(day.Format(month)); return ok }
