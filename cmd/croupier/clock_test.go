package main

import (
	"slices"
	"testing"
	"time"
)

// A clock set forward and back is noted once each time; small corrections and
// time that only goes by are not.
func TestClock(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	var elapsed, set time.Duration
	w := clock{
		wall:    func() time.Time { return noon.Add(elapsed + set) },
		elapsed: func() time.Duration { return elapsed },
	}
	var noted []string
	for _, correction := range []time.Duration{0, time.Second, 0, time.Hour, 0, 0, -30 * time.Minute, 0} {
		elapsed, set = elapsed+time.Second, set+correction
		if e, jumped := w.look(); jumped {
			noted = append(noted, e.Reason)
		}
	}
	if want := []string{"the clock moved by 1h0m1s", "the clock moved by -30m0s"}; !slices.Equal(noted, want) {
		t.Errorf("noted %q, want %q", noted, want)
	}
}
