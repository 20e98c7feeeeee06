package people

import (
	"strconv"
	"testing"
	"time"
)

// However many try, only so many are remembered: those who waited are forgotten
// first.
func TestPacesAreBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p := pace{of: Pace{Burst: 1, Every: time.Minute}}
	for i := range most {
		at := now
		if i == 0 {
			at = now.Add(30 * time.Second)
		}
		if !p.allow(strconv.Itoa(i), at) {
			t.Fatalf("the first try of %d is too fast", i)
		}
	}
	if !p.allow("one more", now.Add(time.Minute)) || len(p.each) != 2 {
		t.Errorf("%d are remembered, want the two who have not waited", len(p.each))
	}
	if p.allow("0", now.Add(time.Minute)) {
		t.Error("who has not waited was forgotten")
	}
	for i := range most {
		p.allow(strconv.Itoa(i), now.Add(time.Minute))
	}
	if len(p.each) > most {
		t.Errorf("%d are remembered", len(p.each))
	}
}

// A Random secret is one that may be given, and another each time.
func TestRandom(t *testing.T) {
	t.Parallel()
	for _, kind := range []Secret{PIN, Password} {
		seen := map[string]bool{}
		for range 50 {
			text := kind.Random("a2")
			if err := kind.Check("a2", text); err != nil {
				t.Error(err)
			}
			seen[text] = true
		}
		if len(seen) < 45 {
			t.Errorf("%s: only %d of 50 differ", kind, len(seen))
		}
	}
}
