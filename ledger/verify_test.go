package ledger_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres"
)

// TestVerifyCounts reads a sound book and counts what is in it.
func TestVerifyCounts(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 3)
	_, err := b.write(t.Context(), 1, booktest.Opening)
	must(t, err)
	want := ledger.Summary{
		Tables: 2, Links: 1 + 2 + 2*6 + 1, Rounds: 7, Events: 6 * 18, Entries: 6, Lines: 6 * 6, Postings: 6 * 8,
		Requests: 2 + 2*6 + 1, Open: 1,
	}
	got := b.sound(t)
	if sum, ok := got.Balance["KRW"]; !ok || !sum.IsZero() || len(got.Balance) != 1 {
		t.Errorf("balance %v, want KRW 0", got.Balance)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(ledger.Summary{}, "Balance", "Rows")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestVerifyOneTable reads one chain, and misses what is wrong with another.
func TestVerifyOneTable(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 2)
	conn := b.superuser(t)
	for _, sql := range []string{
		`ALTER TABLE postings DISABLE TRIGGER ALL`,
		`UPDATE postings SET amount = amount + 0.0001 WHERE table_id = 2 AND seq = 4 AND posting = 3`,
	} {
		_, err := conn.Exec(t.Context(), sql)
		must(t, err)
	}
	for table, want := range map[int64]string{ledger.House: "", 1: "", 2: "table 2 seq 4: postings, posting 3: altered"} {
		sum, err := ledger.Verify(t.Context(), b.Pool, ledger.VerifyOptions{Table: &table}, func(ledger.Fault) {})
		must(t, err)
		got := ""
		if sum.First != nil {
			got = sum.First.String()
		}
		if got != want {
			t.Errorf("table %d: %q, want %q", table, got, want)
		}
	}
}

// TestVerifyATableThatIsNotThere asks for a table of which the book has nothing.
// One that lost its head is there.
func TestVerifyATableThatIsNotThere(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 1)
	conn := b.superuser(t)
	for _, sql := range []string{`ALTER TABLE heads DISABLE TRIGGER ALL`, `DELETE FROM heads WHERE table_id IN (0, 2)`} {
		_, err := conn.Exec(t.Context(), sql)
		must(t, err)
	}
	for table, want := range map[int64]error{ledger.House: nil, 1: nil, 2: nil, 3: ledger.ErrNoTable, -1: ledger.ErrNoTable} {
		sum, err := ledger.Verify(t.Context(), b.Pool, ledger.VerifyOptions{Table: &table}, func(ledger.Fault) {})
		if !errors.Is(err, want) {
			t.Errorf("table %d: %v, want %v", table, err, want)
		}
		if lost := table == 2 || table == ledger.House; lost != (sum.Faults > 0) {
			t.Errorf("table %d: %d faults, the first %v", table, sum.Faults, sum.First)
		}
	}
}

// TestVerifyAsksForThePaytablesIdentity lets another work out what a paytable is.
func TestVerifyAsksForThePaytablesIdentity(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 0)
	opts := ledger.VerifyOptions{PaytableDigest: func(p ledger.Paytable) ([32]byte, error) {
		if p.Name == "trips-2" {
			return [32]byte{}, errors.New("unknown row")
		}
		return p.Digest, nil
	}}
	var got []string
	_, err := ledger.Verify(t.Context(), b.Pool, opts, func(f ledger.Fault) { got = append(got, f.String()) })
	must(t, err)
	if diff := cmp.Diff([]string{"house seq 1: paytables: content of trips-2 is not what its digest says"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAClockSetBack opens a round on an earlier gaming day than the last, which
// is found by its number all the same, and whose chain verifies.
func TestAClockSetBack(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	on := func(days int) func(ledger.Head) ledger.Page {
		return func(h ledger.Head) ledger.Page {
			p := booktest.Opening(h)
			p.GamingDay = p.GamingDay.AddDate(0, 0, days)
			return p
		}
	}
	for _, days := range []int{2, -1, -1, 1, 0} {
		_, err := b.write(t.Context(), 1, on(days), booktest.Ending)
		must(t, err)
	}
	for round, days := range map[int64]int{1: 0, 2: 2, 3: -1, 4: -1, 5: 1, 6: 0} {
		r, events, entry, err := ledger.ReadRound(t.Context(), b, 1, round)
		must(t, err)
		if want := booktest.Day.AddDate(0, 0, days); !r.GamingDay.Equal(want) || len(events) != 18 || entry == nil {
			t.Errorf("round %d: day %v, %d events, entry %v; want day %v", round, r.GamingDay, len(events), entry, want)
		}
	}
	b.sound(t)
}

// TestSettingsAreAddedByVersion adds a version of a table's settings in the
// house's chain, once.
func TestSettingsAreAddedByVersion(t *testing.T) {
	t.Parallel()
	b := newBook(t, 1, 1)
	content := []byte(`{"chip":"5"}`)
	digest, err := ledger.ContentDigest(content)
	must(t, err)
	set := func(h ledger.Head) ledger.Page {
		return ledger.Page{
			Settings: []ledger.Settings{{Table: 1, Version: 2, Digest: digest, Content: content}},
			Actor:    "manager", Approver: "another", At: booktest.At, GamingDay: booktest.Day,
		}
	}
	_, err = b.write(t.Context(), ledger.House, set)
	must(t, err)
	must(t, postgres.Transact(t.Context(), b.Pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if next, err := ledger.NextTable(t.Context(), tx); err != nil || next != 2 {
			t.Errorf("next table %d, %v, want 2", next, err)
		}
		return nil
	}))
	if _, err = b.write(t.Context(), ledger.House, set); !errors.Is(err, ledger.ErrTaken) {
		t.Errorf("the version again: %v, want %v", err, ledger.ErrTaken)
	}
	b.sound(t)
}

// TestSettingsOfSeveralTables sets three tables on one page, in no order, and
// finds which of them was tampered with.
func TestSettingsOfSeveralTables(t *testing.T) {
	t.Parallel()
	b := newBook(t, 3, 0)
	set := func(version int) func(ledger.Head) ledger.Page {
		return func(ledger.Head) ledger.Page {
			p := ledger.Page{Actor: "bob", At: booktest.At, GamingDay: booktest.Day}
			for _, table := range []int64{3, 1, 2} {
				p.Settings = append(p.Settings, ledger.Settings{
					Table: table, Version: version, Digest: booktest.ChangedDigest, Content: booktest.Changed, Actor: "ann", Approver: "bob",
				})
			}
			return p
		}
	}
	head, err := b.write(t.Context(), ledger.House, set(2), set(3))
	must(t, err)
	b.sound(t)
	conn := b.superuser(t)
	_, err = conn.Exec(t.Context(), `ALTER TABLE settings DISABLE TRIGGER ALL`)
	must(t, err)
	for sql, want := range map[string]string{
		`UPDATE settings SET actor = 'eve' WHERE table_id = 2 AND version = 3`: "house seq %d: settings, version 3: altered",
		`DELETE FROM settings WHERE table_id = 2 AND version = 3`:              "house seq %d: settings, row 2 of its page: missing",
	} {
		tx, err := conn.Begin(t.Context())
		must(t, err)
		_, err = tx.Exec(t.Context(), sql)
		must(t, err)
		faults, err := ledger.VerifyIn(t.Context(), tx)
		must(t, err)
		if want := fmt.Sprintf(want, head.Seq); len(faults) != 1 || faults[0].String() != want {
			t.Errorf("%s: %v, want %s", sql, faults, want)
		}
		must(t, tx.Rollback(t.Context()))
	}
}
