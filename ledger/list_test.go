package ledger_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// TestEntriesInPages lists a book page by page under each filter and compares
// with what is listed at once.
func TestEntriesInPages(t *testing.T) {
	t.Parallel()
	b := newBook(t, 3, 5)
	for name, test := range map[string]struct {
		filter ledger.Filter
		want   int
	}{
		"all":     {ledger.Filter{}, 15},
		"table":   {ledger.Filter{Table: 2}, 5},
		"round":   {ledger.Filter{Table: 2, Round: 4}, 1},
		"day":     {ledger.Filter{Day: booktest.Day}, 15},
		"no day":  {ledger.Filter{Day: booktest.Day.AddDate(0, 0, 1)}, 0},
		"unknown": {ledger.Filter{Table: 9, Round: 1}, 0},
	} {
		all, next, err := ledger.Entries(t.Context(), b, test.filter)
		must(t, err)
		if len(all) != test.want || next != "" {
			t.Errorf("%s: %d entries and cursor %q, want %d and none", name, len(all), next, test.want)
		}
		for _, limit := range []int{1, 2, 5} {
			if diff := cmp.Diff(all, b.paged(t, test.filter, limit), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s by %d (-at once +paged):\n%s", name, limit, diff)
			}
		}
	}
}

// paged lists all entries by so many at a time.
func (b book) paged(t *testing.T, f ledger.Filter, limit int) (all []ledger.Entry) {
	t.Helper()
	f.Limit = limit
	for {
		page, next, err := ledger.Entries(t.Context(), b, f)
		must(t, err)
		if len(page) > limit || len(page) < limit && next != "" {
			t.Fatalf("%d entries and cursor %q, want %d", len(page), next, limit)
		}
		all = append(all, page...)
		if next == "" {
			return all
		}
		f.After = next
	}
}

// TestNotACursor gives what no listing returned.
func TestNotACursor(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	for _, after := range []string{"x", "%", "MjAyNi0xMS0zMC8xLzI=", "MjAyNi0xMS0zMC8xLzIg", "MjAyNi0xMy0zMC8xLzI"} {
		if _, _, err := ledger.Entries(t.Context(), b, ledger.Filter{After: after}); !errors.Is(err, ledger.ErrCursor) {
			t.Errorf("%q: %v, want %v", after, err, ledger.ErrCursor)
		}
	}
	if _, _, err := ledger.Entries(t.Context(), b, ledger.Filter{Limit: 1001}); err == nil {
		t.Error("limit 1001: no error")
	}
}
