package pit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"croupier/ledger"
	"croupier/migrations"
	"croupier/pit"
)

// A report of months comes to what their days come to one by one, wherever the interval
// begins and ends, and whether a day of it was rolled up before or is derived anew.
func TestMonthsAreTheirDays(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	for i, d := range []int{0, 1, 2, 30, 31, 32, 33, 62, 63, 70} { // from 30 November to 8 February
		must(t, ledger.EnsureMonth(t.Context(), k.Pool, day(d)))
		s.keep(d, s.random(uint64(i), 4)...)
	}
	p := reporter(k, day(80))
	date := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		must(t, err)
		return at
	}
	compare := func(from, to string) {
		t.Helper()
		for _, by := range [][]string{{"table"}, {"dealer", "bet"}, {"wager", "row"}, {"paytable"}} {
			var of, ofDays []pit.Figures
			for per, list := range map[string]*[]pit.Figures{pit.PerLife: &of, "day": &ofDays} {
				*list = report(t, p, pit.Ask{From: date(from), To: date(to), By: by, Per: per}).Figures
			}
			if diff := cmp.Diff(added(ofDays), added(of)); diff != "" || len(of) == 0 {
				t.Errorf("from %s to %s by %v (-days +months):\n%s", from, to, by, diff)
			}
		}
	}
	for _, from := range []string{"2026-11-01", "2026-12-01", "2026-12-02", "2026-12-31"} {
		for _, to := range []string{"2026-12-31", "2027-01-30", "2027-01-31", "2027-02-05", "2027-03-10"} {
			compare(from, to)
		}
	}
	_, err := k.Exec(t.Context(), `DELETE FROM rollup_cursors WHERE gaming_day = '2026-12-30'`)
	must(t, err)
	s.keep(71, s.random(99, 2)...)
	compare("2026-12-01", "2027-02-28")
	k.equal(t)
	yearly := report(t, p, pit.Ask{From: date("2026-11-01"), To: date("2027-12-31"), Per: "month"})
	var months []string
	for _, f := range yearly.Figures {
		months = append(months, f.Period)
	}
	if diff := cmp.Diff([]string{"2026-11", "2026-12", "2027-01", "2027-02"}, months); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// added are the figures of each thing, added up over the periods.
func added(list []pit.Figures) map[string]string {
	sums := map[string]*pit.Figures{}
	for i := range list {
		f := list[i]
		key := f.Of["table"] + f.Of["dealer"] + f.Of["bet"] + f.Of["wager"] + f.Of["row"] + f.Of["paytable"]
		if s := sums[key]; s != nil {
			if f.Rounds != nil {
				*f.Rounds += *s.Rounds
			}
			f.Lines, f.Wins, f.Voids = f.Lines+s.Lines, f.Wins+s.Wins, f.Voids+s.Voids
			f.Handle, f.Paid, f.Taken = f.Handle.Add(s.Handle), f.Paid.Add(s.Paid), f.Taken.Add(s.Taken)
			if s.Top.GreaterThan(f.Top) {
				f.Top = s.Top
			}
		}
		sums[key] = &f
	}
	texts := map[string]string{}
	for key, f := range sums {
		rounds := int64(-1)
		if f.Rounds != nil {
			rounds = *f.Rounds
		}
		texts[key] = fmt.Sprint(f.Handle, f.Paid, f.Taken, f.Top, rounds, f.Lines, f.Wins, f.Voids)
	}
	return texts
}

// Days that were rolled up before there were months are brought into them by the
// migration.
func TestMonthsOfAnOlderBook(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	for i, d := range []int{0, 1, 2} {
		s.keep(d, s.random(uint64(i), 4)...)
	}
	must(t, reporter(k, day(3)).Roll(t.Context()))
	_, err := k.Exec(t.Context(), `DELETE FROM rollup_months`)
	must(t, err)
	migration, err := migrations.FS.ReadFile("00007_months.sql")
	must(t, err)
	const fill = "INSERT INTO rollup_months"
	_, rest, ok := strings.Cut(string(migration), fill)
	statement, _, closed := strings.Cut(rest, ";")
	if !ok || !closed {
		t.Fatal("the migration fills no months")
	}
	_, err = k.Exec(t.Context(), fill+statement)
	must(t, err)
	k.equal(t)
}
