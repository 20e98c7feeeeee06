package house_test

import (
	"testing"
	"time"

	"croupier/house"
)

// Shifts begin with the gaming day and follow each other without a gap, also where
// the clock is put back within one.
func TestShifts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, at, began string }{
		{"UTC", "2026-11-30T06:00:00Z", "2026-11-30T06:00:00Z"},
		{"UTC", "2026-11-30T13:59:59Z", "2026-11-30T06:00:00Z"},
		{"UTC", "2026-11-30T14:00:00Z", "2026-11-30T14:00:00Z"},
		{"UTC", "2026-11-30T05:59:59Z", "2026-11-29T22:00:00Z"},
		{"Asia/Seoul", "2026-11-30T05:00:00Z", "2026-11-30T05:00:00Z"}, // 14:00 there
		{"Europe/Berlin", "2026-10-25T04:30:00Z", "2026-10-24T20:00:00Z"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		s := house.Settings{TimeZone: c.zone, DayStart: "06:00"}
		if got, err := s.Shift(at, 8); err != nil || got.UTC().Format(time.RFC3339) != c.began {
			t.Errorf("%s in %s: the shift began %s, %v, want %s", c.at, c.zone, got, err, c.began)
		}
	}
}
