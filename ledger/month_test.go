package ledger_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/postgres"
)

// TestMonthsAClockCannotMean asks for months that no clock in working order asks for.
func TestMonthsAClockCannotMean(t *testing.T) {
	t.Parallel()
	b := newBook(t, 0, 0)
	before := b.relations(t)
	const invalidParameter = "22023"
	for _, day := range []time.Time{
		time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2019, 12, 31, 0, 0, 0, 0, time.UTC),
		time.Now().AddDate(5, 2, 0), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC),
	} {
		if code := codeOf(ledger.EnsureMonth(t.Context(), b.Pool, day)); code != invalidParameter {
			t.Errorf("%s: code %q, want %s", day.Format(time.DateOnly), code, invalidParameter)
		}
	}
	if diff := cmp.Diff(before, b.relations(t)); diff != "" {
		t.Errorf("tables (-before +after):\n%s", diff)
	}
	for _, day := range []time.Time{time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Now().AddDate(5, -2, 0)} {
		must(t, ledger.EnsureMonth(t.Context(), b.Pool, day))
	}
	if made := len(b.relations(t)) - len(before); made != 2*6 {
		t.Errorf("%d partitions made, want those of two months: 12", made)
	}
}

// TestWhatRunsAsTheOwnerLooksNowhereElse reads the attributes of the functions
// that run with their owner's rights: a search path of the caller's could make
// them work on tables of the caller's.
func TestWhatRunsAsTheOwnerLooksNowhereElse(t *testing.T) {
	t.Parallel()
	b := newBook(t, 0, 0)
	rows, err := b.Query(t.Context(), `SELECT proname, proconfig FROM pg_proc
		WHERE prosecdef AND pronamespace = $1::regnamespace ORDER BY proname`, postgres.Schema)
	must(t, err)
	type function struct {
		Name     string
		Settings []string
	}
	got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[function])
	must(t, err)
	if !slices.ContainsFunc(got, func(f function) bool { return f.Name == "ensure_month" }) {
		t.Errorf("ensure_month is not among %v", got)
	}
	for _, f := range got {
		if diff := cmp.Diff([]string{"search_path=" + postgres.Schema + ", pg_temp"}, f.Settings); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
	}
}
