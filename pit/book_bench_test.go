package pit_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"croupier/games/all"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/pit"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// The shape of the book of BenchmarkBook: at each of thirty tables ten rounds, of
// one to four seats at random, are played, and written a hundred and eleven times a
// day.
const (
	benchTables = 30
	benchRounds = 10
	benchTimes  = 111
)

// BenchmarkBook makes a book of 100,000 rounds, or about as many as the variable
// BOOK_ROUNDS says, and tells how long what the pit is asked takes there: the
// median of several. Run it with -benchtime 1x.
func BenchmarkBook(b *testing.B) {
	rounds := 100_000
	if n, err := strconv.Atoi(os.Getenv("BOOK_ROUNDS")); err == nil {
		rounds = n
	}
	days := max(1, rounds/(benchTables*benchRounds*benchTimes))
	k := benchBook(b, days)
	last := day(days - 1)
	p := reporter(k, last.AddDate(0, 0, 2))
	tell := func(what string, took time.Duration) {
		b.ReportMetric(float64(took.Microseconds())/1000, what+"-ms")
	}
	tell("roll-all", median(b, 1, func() error { return p.Roll(b.Context()) }))
	k.vacuum(b)
	_, err := p.Report(b.Context(), pit.Ask{To: last}) // edges are worked out
	must(b, err)
	for name, ask := range map[string]pit.Ask{
		"report-day":        {From: last, To: last, By: []string{"table", "bet"}},
		"report-day-hourly": {From: last, To: last, By: []string{"table", "dealer"}, Per: "hour"},
		"report-day-finest": {From: last, To: last, By: []string{"table", "dealer", "wager", "row"}, Per: "hour"},
		"report-life":       {To: last, By: []string{"table", "bet"}},
		"report-life-rows":  {To: last, By: []string{"game", "wager", "row"}},
		"report-life-daily": {To: last, By: []string{"table"}, Per: "day"},
	} {
		tell(name, median(b, 25, func() error { _, err := p.Report(b.Context(), ask); return err }))
	}
	searched(b, p, days, tell)
	k.today(b, p, days, tell)
	number := int64(benchRounds * benchTimes * days / 2)
	tell("round", median(b, 99, func() error {
		number++
		_, _, entry, err := ledger.ReadRound(b.Context(), k.Pool, 1+number%benchTables, number)
		if err == nil && entry == nil {
			err = fmt.Errorf("round %d has no entry", number)
		}
		return err
	}))
	k.alarm(b)
	tell("alerts", median(b, 9, func() error {
		list, _, err := p.Alerts(b.Context(), pit.AlertFilter{Limit: 100})
		if err == nil && len(list) != 100 {
			err = fmt.Errorf("%d alerts, want 100", len(list))
		}
		return err
	}))
	different := 0
	tell("rollups-equal", median(b, 1, func() error {
		return pit.RollupsEqual(b.Context(), k.Pool, ledger.Span{}, func(string) { different++ })
	}))
	if different != 0 {
		b.Errorf("%d differences of the roll-ups", different)
	}
	full, empty := k.inserts(b, days)
	tell("hand-full", full)
	tell("hand-empty", empty)
	b.ReportMetric(float64(full)/float64(empty), "full/empty")
	b.ReportMetric(float64(benchTables*benchRounds*benchTimes*days), "rounds")
	b.ReportMetric(0, "ns/op")
}

// today tells how long a report of the last day takes that was never rolled up, and of
// one on which every table has played since.
func (k kept) today(b *testing.B, p *pit.Pit, days int, tell func(string, time.Duration)) {
	b.Helper()
	last := day(days - 1)
	ask := func() error {
		_, err := p.Report(b.Context(), pit.Ask{From: last, To: last, By: []string{"table", "row"}})
		return err
	}
	tell("day-anew", medianOf(b, 9, func() { // as after a book was restored
		for _, of := range []string{"rollups", "rollup_chips", "rollup_tops", "rollup_cursors"} {
			_, err := k.Exec(b.Context(), `DELETE FROM `+of+` WHERE gaming_day = $1`, last)
			must(b, err)
		}
		_, err := k.Exec(b.Context(), `UPDATE rollup_cursors c SET seq = (SELECT min(seq) - 1 FROM rounds WHERE gaming_day = $1 AND table_id = c.table_id)`, last)
		must(b, err)
		k.vacuum(b, "rollups", "rollup_chips", "rollup_tops", "rollup_cursors", "rollup_months")
	}, ask))
	played := uint64(0)
	tell("day-live", medianOf(b, 9, func() {
		for _, s := range k.shoes {
			played++
			s.keep(days-1, s.random(played, 1)...)
		}
	}, ask))
}

// searched tells how long pages of rounds take that are found by filters.
func searched(b *testing.B, p *pit.Pit, days int, tell func(string, time.Duration)) {
	b.Helper()
	for name, f := range map[string]pit.RoundFilter{
		"search":       {},
		"search-table": {Table: benchTables / 2, From: day(days / 2), To: day(days / 2)},
		"search-wins":  {MinWin: decimal.NewFromInt(1000)},
		"search-none":  {Dealer: "nobody"},
	} {
		tell(name, median(b, 9, func() error { _, _, err := p.Rounds(b.Context(), f); return err }))
	}
}

// benchBook is the book, analysed.
func benchBook(b *testing.B, days int) kept {
	b.Helper()
	k := emptyBook(b)
	for i, s := range k.shoes {
		s.keep(0, s.random(uint64(i), benchRounds)...)
	}
	for d := 0; d < days+31; d += 28 {
		must(b, ledger.EnsureMonth(b.Context(), k.Pool, day(d)))
	}
	super := postgrestest.Pool(b, k.url, postgres.PoolOptions{})
	must(b, booktest.Spread(b.Context(), super, benchRounds, benchTimes, days))
	return k
}

func emptyBook(b *testing.B) kept {
	b.Helper()
	k := kept{url: postgrestest.New(b)}
	k.Pool = postgrestest.Pool(b, k.url, postgres.PoolOptions{Role: postgres.WriterRole})
	housetest.People(b, k.Pool)
	for i := range benchTables {
		k.shoes = append(k.shoes, newShoe(b, k.Pool, settingOf(all.Editions[i%len(all.Editions)])))
	}
	return k
}

// vacuum vacuums the relations, or all.
func (k kept) vacuum(b *testing.B, of ...string) {
	b.Helper()
	_, err := postgrestest.Pool(b, k.url, postgres.PoolOptions{}).Exec(b.Context(), `VACUUM ANALYZE `+strings.Join(of, ", "))
	must(b, err)
}

// alarm raises fifty thousand alerts, most of them acknowledged.
func (k kept) alarm(b *testing.B) {
	b.Helper()
	_, err := postgrestest.Pool(b, k.url, postgres.PoolOptions{}).Exec(b.Context(), `
INSERT INTO alerts SELECT 1000000 + i, 1, i, 'void ' || i, 'void', 'north', 1 + i % 30, 'round 1-' || i, '{}', 'server', now() FROM generate_series(1, 50000) i;
INSERT INTO alert_notes SELECT 2000000 + i, 1, i, 'acknowledged', 'seen', 'server', now() FROM generate_series(1, 49000) i;
ANALYZE alerts, alert_notes`)
	must(b, err)
}

// inserts is how long the pages of a round take to be written to the full book and
// to one that is empty, in turns.
func (k kept) inserts(b *testing.B, days int) (full, empty time.Duration) {
	b.Helper()
	e := emptyBook(b)
	for d := 0; d < days+31; d += 28 {
		must(b, ledger.EnsureMonth(b.Context(), e.Pool, day(d)))
	}
	var took [2][]time.Duration
	for n := range 40 * benchTables {
		for i, of := range []kept{k, e} {
			s := of.shoes[n%benchTables]
			round := s.random(uint64(n), 1)
			took[i] = append(took[i], median(b, 1, func() error { s.keep(days, round...); return nil }))
		}
	}
	return middle(took[0]), middle(took[1])
}

// median is how long the middle one of so many takes.
func median(b *testing.B, times int, do func() error) time.Duration {
	b.Helper()
	return medianOf(b, times, func() {}, do)
}

// medianOf is the same where something happens before each.
func medianOf(b *testing.B, times int, before func(), do func() error) time.Duration {
	b.Helper()
	took := make([]time.Duration, times)
	for i := range took {
		before()
		began := time.Now()
		must(b, do())
		took[i] = time.Since(began)
	}
	return middle(took)
}

func middle(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/2]
}
