package ledger_test

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	compare "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// records reads those of the span in one snapshot.
func (b book) records(t testing.TB, s ledger.Span, each func(pgx.Tx, ledger.Record) error) error {
	t.Helper()
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(t.Context(), b.Pool, snapshot, func(tx pgx.Tx) error {
		return ledger.Records(t.Context(), tx, s, func(r ledger.Record) error { return each(tx, r) })
	})
}

// TestRecordsAreWhatRoundsRead writes rounds of every shape on several days at
// several tables and reads each again by itself, in the same transaction, from
// within the stream of all.
func TestRecordsAreWhatRoundsRead(t *testing.T) {
	t.Parallel()
	b := newBook(t, 3, 0)
	written := 0
	rapid.Check(t, func(r *rapid.T) {
		_, pages := drawRound(r)
		if _, err := b.write(t.Context(), rapid.Int64Range(1, 3).Draw(r, "table"), pages...); err != nil {
			r.Fatal(err)
		}
		written++
	})
	var rounds []ledger.RecordedRound
	must(t, b.records(t, ledger.Span{}, func(tx pgx.Tx, r ledger.Record) error {
		rounds = append(rounds, r.Round)
		round, events, entry, err := ledger.ReadRound(t.Context(), tx, r.Round.Table, r.Round.Number)
		must(t, err)
		want := ledger.Record{
			Round: ledger.RecordedRound{Table: round.Table, Number: round.Number, GamingDay: round.GamingDay, Settings: round.Settings, Digest: round.Digest},
			Entry: ledger.RecordedEntry{Seq: entry.Seq, Kind: entry.Kind, Currency: entry.Currency, Lines: entry.Lines},
		}
		for _, e := range events {
			e.Late = false // which replaying the record tells
			want.Events = append(want.Events, e.Event)
		}
		if d := compare.Diff(want, r, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("round %d of table %d (-read by itself +recorded):\n%s", round.Number, round.Table, d)
		}
		return nil
	}))
	inOrder := func(a, b ledger.RecordedRound) int {
		return cmp.Or(a.GamingDay.Compare(b.GamingDay), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Number, b.Number))
	}
	if len(rounds) != written || !slices.IsSortedFunc(rounds, inOrder) {
		t.Errorf("%d records of %d rounds, in order: %t", len(rounds), written, slices.IsSortedFunc(rounds, inOrder))
	}
}

// TestASpanChooses reads parts of a book of two tables, where on the last day of
// the second a round is open.
func TestASpanChooses(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 0)
	on := func(days int) func(ledger.Head) ledger.Page {
		return func(h ledger.Head) ledger.Page {
			p := booktest.Opening(h)
			p.GamingDay = p.GamingDay.AddDate(0, 0, days)
			return p
		}
	}
	for _, days := range []int{0, 1, 0, 2} { // the clock was set back once
		for table := range int64(2) {
			_, err := b.write(t.Context(), table+1, on(days), booktest.Ending)
			must(t, err)
		}
	}
	_, err := b.write(t.Context(), 2, on(2))
	must(t, err)
	day := func(n int) time.Time { return booktest.Day.AddDate(0, 0, n).Add(9 * time.Hour) }
	type round struct{ Table, Number int64 }
	for _, c := range []struct {
		name string
		span ledger.Span
		want []round
	}{
		{"all", ledger.Span{}, []round{{1, 1}, {1, 3}, {2, 1}, {2, 3}, {1, 2}, {2, 2}, {1, 4}, {2, 4}}},
		{"a table", ledger.Span{Table: 2}, []round{{2, 1}, {2, 3}, {2, 2}, {2, 4}}},
		{"from a day", ledger.Span{From: day(1)}, []round{{1, 2}, {2, 2}, {1, 4}, {2, 4}}},
		{"to a day", ledger.Span{To: day(0)}, []round{{1, 1}, {1, 3}, {2, 1}, {2, 3}}},
		{"a day of a table", ledger.Span{From: day(1), To: day(1), Table: 1}, []round{{1, 2}}},
		{"no day", ledger.Span{From: day(3)}, nil},
		{"no day between", ledger.Span{From: day(1), To: day(0)}, nil},
		{"no table", ledger.Span{Table: 3}, nil},
	} {
		var got []round
		must(t, b.records(t, c.span, func(_ pgx.Tx, r ledger.Record) error {
			got = append(got, round{r.Round.Table, r.Round.Number})
			return nil
		}))
		if d := compare.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// TestRecordsStop stops at the second of six.
func TestRecordsStop(t *testing.T) {
	t.Parallel()
	b := newBook(t, 2, 3)
	enough, n := errors.New("enough"), 0
	err := b.records(t, ledger.Span{}, func(pgx.Tx, ledger.Record) error {
		if n++; n == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n != 2 {
		t.Errorf("%d records, %v", n, err)
	}
}

// BenchmarkRecords reads a book of 20,000 rounds at eight tables, of which the
// server knows what it would after a while.
func BenchmarkRecords(b *testing.B) {
	url := postgrestest.New(b)
	full := book{Pool: postgrestest.Pool(b, url, postgres.PoolOptions{Role: postgres.WriterRole})}
	const tables, rounds = 8, 2500
	if err := booktest.Furnish(b.Context(), full.Pool, tables); err != nil {
		b.Fatal(err)
	}
	for table := range int64(tables) {
		if err := booktest.Play(b.Context(), full.Pool, table+1, 1); err != nil {
			b.Fatal(err)
		}
	}
	if err := booktest.Multiply(b.Context(), full.Pool, rounds-1); err != nil {
		b.Fatal(err)
	}
	if _, err := postgrestest.Pool(b, url, postgres.PoolOptions{}).Exec(b.Context(), `ANALYZE`); err != nil {
		b.Fatal(err)
	}
	n := 0
	count := func(pgx.Tx, ledger.Record) error { n++; return nil }
	b.ReportAllocs()
	for b.Loop() {
		if err := full.records(b, ledger.Span{}, count); err != nil {
			b.Fatal(err)
		}
	}
	if n%(tables*rounds) != 0 || n == 0 {
		b.Fatalf("%d records", n)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rounds/s")
}
