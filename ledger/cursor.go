package ledger

import (
	"encoding/base64"
	"fmt"
	"math"
	"time"
)

// A page is where an entry with its lines and postings stands, and what the
// order of entries goes by.
type page struct {
	day        time.Time
	table, seq int64
}

func pageOf(e *Entry) page { return page{e.GamingDay, e.Table, e.Seq} }

// seqAt is the last seq of the table that does not come after p, among those of
// p's day.
func (p page) seqAt(table int64) int64 {
	switch {
	case table < p.table:
		return math.MaxInt64
	case table > p.table:
		return 0
	}
	return p.seq
}

// Any gaming day lies between these.
var (
	firstDay = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	lastDay  = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
)

// cursor names the page as an opaque text.
func (p page) cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s/%d/%d", p.day.Format(dayForm), p.table, p.seq))
}

func readCursor(s string) (page, error) {
	p := page{day: firstDay}
	if s == "" {
		return p, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return p, fmt.Errorf("%.60q: %w", s, ErrCursor)
	}
	var day string
	if _, err = fmt.Sscanf(string(text), "%10s/%d/%d", &day, &p.table, &p.seq); err == nil {
		p.day, err = time.Parse(dayForm, day)
	}
	if err != nil || p.cursor() != s {
		return p, fmt.Errorf("%.60q: %w", s, ErrCursor)
	}
	return p, nil
}
