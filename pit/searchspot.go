package pit

import (
	"encoding/base64"
	"fmt"
	"time"

	"croupier/ledger"
)

// A spot is a place in the order of the search: rounds come before it that were
// opened on an earlier gaming day or, on its own, before it by time, table and
// number.
type spot struct {
	day           time.Time
	at            time.Time
	table, number int64
}

// Any round was opened before it.
var never = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// endOf has all rounds of the day before it.
func endOf(day time.Time) spot { return spot{day: day, at: never} }

// within is the spot, or the end of the day where that comes before it.
func (s spot) within(day time.Time) spot {
	if day.Before(s.day) {
		return endOf(day)
	}
	return s
}

func (r *FoundRound) spot() spot { return spot{r.day, r.Opened, r.Table, r.number} }

// cursor names the spot as an opaque text.
func (s spot) cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s/%d/%d/%d", s.day.Format(time.DateOnly), s.at.UnixMicro(), s.table, s.number))
}

// readSpot reads a cursor; nothing is the end of all. It fails with
// ledger.ErrCursor.
func readSpot(cursor string) (spot, error) {
	s := endOf(never)
	if cursor == "" {
		return s, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	var day string
	var at int64
	if err == nil {
		_, err = fmt.Sscanf(string(text), "%10s/%d/%d/%d", &day, &at, &s.table, &s.number)
	}
	if err == nil {
		s.day, err = time.Parse(time.DateOnly, day)
	}
	s.at = time.UnixMicro(at).UTC()
	if err != nil || s.cursor() != cursor || s.day.Year() < 1 || s.at.Year() < 1 || s.at.After(never) {
		return s, fmt.Errorf("%.60q: %w", cursor, ledger.ErrCursor)
	}
	return s, nil
}
