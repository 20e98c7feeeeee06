package house_test

import (
	"testing"
	"time"

	"croupier/house"
)

func TestGamingDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, start, at, want string }{
		{"UTC", "06:00", "2026-11-30T05:59:59Z", "2026-11-29"},
		{"UTC", "06:00", "2026-11-30T06:00:00Z", "2026-11-30"},
		{"Asia/Seoul", "06:00", "2026-11-30T20:59:59Z", "2026-11-30"},
		{"Asia/Seoul", "06:00", "2026-11-30T21:00:00Z", "2026-12-01"},
		{"Asia/Seoul", "00:00", "2026-11-30T15:00:00Z", "2026-12-01"},
		// The night the clocks of Berlin go back: 05:30 is of the day before, 06:30 is not.
		{"Europe/Berlin", "06:00", "2026-10-25T04:30:00Z", "2026-10-24"},
		{"Europe/Berlin", "06:00", "2026-10-25T05:30:00Z", "2026-10-25"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		day, err := house.Settings{TimeZone: c.zone, DayStart: c.start}.GamingDay(at)
		if err != nil || day.Format(time.DateOnly) != c.want {
			t.Errorf("%s in %s from %s: %v, %v, want %s", c.at, c.zone, c.start, day, err, c.want)
		}
	}
}
