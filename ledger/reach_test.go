package ledger_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/ledger/booktest"
)

// bulk are bare entries for the server's planner to reckon with: ten tables
// with fifty a day on twenty days of two months, and an eleventh with one.
const bulk = `
CREATE TEMP TABLE bulk AS
	SELECT date '2026-11-21' + d AS day, t, 50 * d + n AS seq FROM generate_series(1, 10) t, generate_series(0, 19) d, generate_series(1, 50) n
	UNION ALL SELECT '2026-11-25', 11, 1;
INSERT INTO days (table_id, round, seq, gaming_day) SELECT t, min(seq), min(seq), day FROM bulk GROUP BY t, day;
INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, at) SELECT day, t, seq, seq, 'settle', 'KRW', 'bulk', now() FROM bulk;
INSERT INTO lines (gaming_day, table_id, seq, line, round, seat, wager, stake, outcome, odds, exact, rounded, amount)
	SELECT day, t, seq, 1, seq, 1, 'ante', 5, 'win', 1, 5, 5, 5 FROM bulk;
INSERT INTO postings (gaming_day, table_id, seq, posting, line, account, amount)
	SELECT day, t, seq, n, 1, 'account ' || n, 15 - 10 * n FROM bulk, generate_series(1, 2) n;
ANALYZE days, entries, lines, postings`

// rowsRead is how many rows of a partitioned table the transaction has looked at.
const rowsRead = `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int
	FROM pg_stat_xact_user_tables WHERE relname ~ ('^' || $1 || '_[0-9]{4}_[0-9]{2}$')`

// looked is how many rows the transaction's server process has looked at so far.
func looked(t *testing.T, tx pgx.Tx) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, relation := range []string{"entries", "lines", "postings"} {
		var rows int
		must(t, tx.QueryRow(t.Context(), rowsRead, relation).Scan(&rows))
		n[relation] = rows
	}
	return n
}

// TestAListingReadsNoMoreThanItGives counts the rows the server looks at for a
// listing of a book that holds many more. One entry more than the limit tells
// that there is a next page, and of a table's days a few may be begun in vain.
func TestAListingReadsNoMoreThanItGives(t *testing.T) {
	t.Parallel()
	b := newBook(t, 0, 0)
	_, err := b.superuser(t).Exec(t.Context(), bulk)
	must(t, err)
	const pages = 8 // more than it takes the server to stop planning a statement anew
	for name, test := range map[string]struct {
		filter ledger.Filter
		gives  int
		looks  int // at entries, at most
	}{
		"small table":   {ledger.Filter{Table: 11}, 1, 1},
		"table":         {ledger.Filter{Table: 3, Limit: 10}, 10, 3 * 11},
		"round":         {ledger.Filter{Table: 3, Round: 777, Limit: 10}, 1, 1},
		"day":           {ledger.Filter{Day: booktest.Day, Limit: 10}, 10, 11},
		"table and day": {ledger.Filter{Table: 3, Day: booktest.Day, Limit: 6}, 6, 7},
		"all":           {ledger.Filter{Limit: 10}, 10, 11},
	} {
		t.Run(name, func(t *testing.T) {
			tx, err := b.Begin(t.Context())
			must(t, err)
			defer func() { must(t, tx.Rollback(t.Context())) }()
			for range pages {
				before := looked(t, tx)
				entries, next, err := ledger.Entries(t.Context(), tx, test.filter)
				must(t, err)
				after := looked(t, tx)
				if n := after["entries"] - before["entries"]; len(entries) != test.gives || n < test.gives || n > test.looks {
					t.Errorf("%d entries for a look at %d, want %d for %d at most", len(entries), n, test.gives, test.looks)
				}
				lines, postings := after["lines"]-before["lines"], after["postings"]-before["postings"]
				if lines != test.gives || postings != 2*test.gives {
					t.Errorf("a look at %d lines and %d postings, want %d and %d", lines, postings, test.gives, 2*test.gives)
				}
				test.filter.After = next
			}
		})
	}
}

// TestEntriesAfterACursorOfAnotherFilter goes on from each entry of the book
// under each filter, and gets what comes after it in the order of the book.
func TestEntriesAfterACursorOfAnotherFilter(t *testing.T) {
	t.Parallel()
	b := newBook(t, 3, 2)
	_, err := b.superuser(t).Exec(t.Context(), `
INSERT INTO days (table_id, round, seq, gaming_day) VALUES (1, 3, 5, '2026-12-01'), (2, 3, 5, '2026-11-28'), (2, 4, 6, '2026-11-30');
INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, at) VALUES
	('2026-12-01', 1, 5, 3, 'settle', 'KRW', 'x', now()), ('2026-11-28', 2, 5, 3, 'settle', 'KRW', 'x', now()), ('2026-11-30', 2, 6, 4, 'void', 'KRW', 'x', now())`)
	must(t, err)
	all, _, err := ledger.Entries(t.Context(), b, ledger.Filter{})
	must(t, err)
	if len(all) != 9 {
		t.Fatalf("%d entries, want 9", len(all))
	}
	for i := range all {
		_, after, err := ledger.Entries(t.Context(), b, ledger.Filter{Limit: i + 1})
		must(t, err)
		if after == "" {
			continue // the last
		}
		for _, f := range []ledger.Filter{
			{}, {Table: 1}, {Table: 2}, {Table: 3}, {Day: booktest.Day}, {Day: booktest.Day.AddDate(0, 0, 1)},
			{Table: 2, Day: booktest.Day}, {Table: 2, Round: 3}, {Table: 2, Round: 2, Day: booktest.Day}, {Table: 2, Round: 3, Day: booktest.Day},
		} {
			var want []string
			for _, e := range all[i+1:] {
				if (f.Table == 0 || e.Table == f.Table) && (f.Round == 0 || e.Round == f.Round) && (f.Day.IsZero() || e.GamingDay.Equal(f.Day)) {
					want = append(want, nameOf(e))
				}
			}
			f.After = after
			var got []string
			entries, _, err := ledger.Entries(t.Context(), b, f)
			must(t, err)
			for _, e := range entries {
				got = append(got, nameOf(e))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after %s, %+v (-want +got):\n%s", nameOf(all[i]), f, diff)
			}
		}
	}
}

func nameOf(e ledger.Entry) string {
	return fmt.Sprintf("%s table %d seq %d", e.GamingDay.Format("2006-01-02"), e.Table, e.Seq)
}
