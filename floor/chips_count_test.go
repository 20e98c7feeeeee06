package floor

import (
	"errors"
	"testing"
)

func TestCounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		counts Counts
		want   string // none is refused
	}{
		{nil, "0"},
		{Counts{"100": 20, "25": 4, "0.25": 3, "5": 0}, "2100.75"},
		{Counts{"99999999999999": 1}, "99999999999999"},
		{Counts{"100": 1_000_000_000}, "100000000000"},
		{Counts{"99999999999999": 1, "1": 1}, ""},
		{Counts{"100": 1_000_000_001}, ""},
		{Counts{"100": -1}, ""},
		{Counts{"100": 1, "100.0": 1}, ""},
		{Counts{"0": 1}, ""},
		{Counts{"-5": 1}, ""},
		{Counts{"+5": 1}, ""},
		{Counts{"1e3": 1}, ""},
		{Counts{"0.00001": 1}, ""},
		{Counts{"": 1}, ""},
		{Counts{"five": 1}, ""},
	} {
		piles, err := c.counts.read()
		switch {
		case c.want == "" && !errors.Is(err, ErrCount):
			t.Errorf("%v: %v, want ErrCount", c.counts, err)
		case c.want != "" && (err != nil || total(piles).String() != c.want):
			t.Errorf("%v: %s, %v, want %s", c.counts, total(piles), err, c.want)
		}
	}
}
