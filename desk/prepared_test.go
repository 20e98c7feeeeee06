package desk

import (
	"context"
	"errors"
	"testing"

	"croupier/postgres"
)

var errOther = errors.New("the connection is gone")

// A transaction is run again after an unknown outcome and after each thing it
// found unprepared; what was unknown stays so where asking again fails.
func TestPrepared(t *testing.T) {
	t.Parallel()
	prepared := 0
	missing := &Unprepared{"the felt", func(context.Context) error { prepared++; return nil }}
	for name, c := range map[string]struct {
		errs  []error // of one run after the other
		runs  int
		is    error
		isNot error
	}{
		"at once":                {[]error{nil}, 1, nil, nil},
		"refused":                {[]error{errOther}, 1, errOther, postgres.ErrUnknown},
		"unknown, then answered": {[]error{postgres.ErrUnknown, nil}, 2, nil, nil},
		"unknown, then lost":     {[]error{postgres.ErrUnknown, errOther}, 2, postgres.ErrUnknown, nil},
		"unknown for ever":       {[]error{postgres.ErrUnknown, postgres.ErrUnknown, postgres.ErrUnknown, postgres.ErrUnknown}, 4, postgres.ErrUnknown, nil},
		"unprepared twice":       {[]error{missing, missing, nil}, 3, nil, nil},
	} {
		runs := 0
		err := (&Desk{}).prepared(t.Context(), Caller{Key: "key"}, func() error { runs++; return c.errs[runs-1] })
		if runs != c.runs || c.is == nil && err != nil || c.is != nil && !errors.Is(err, c.is) || c.isNot != nil && errors.Is(err, c.isNot) {
			t.Errorf("%s: %d runs, %v", name, runs, err)
		}
	}
	if prepared != 2 {
		t.Errorf("prepared %d times, want 2", prepared)
	}
}
