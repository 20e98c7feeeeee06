package pit_test

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/pit"
	"croupier/shelf"
)

// counts are the counts of games, made once for all tests.
var counts = shelf.New(os.Getenv("CROUPIER_TEST_COUNTS"))

// reporter is the pit of the book, at a moment.
func reporter(k kept, now time.Time) *pit.Pit {
	return pit.New(desk.New(k.Pool, func() time.Time { return now }), pit.Options{Shelf: counts, Signing: signing})
}

// played is a book of a table a game with rounds on so many days.
func played(t *testing.T, days, each int) kept {
	t.Helper()
	k := newKept(t)
	for d := range days {
		for i, s := range k.shoes {
			s.keep(d, s.random(uint64(10*i+d), each)...)
		}
	}
	return k
}

func day(n int) time.Time { return housetest.At.AddDate(0, 0, n) }

// report asks for the report and checks what holds of all.
func report(t *testing.T, p *pit.Pit, a pit.Ask) *pit.Report {
	t.Helper()
	a.Operator = "ann"
	r, err := p.Report(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if r.Operator != "ann" || r.GeneratedAt.IsZero() {
		t.Errorf("the report names %q, %s", r.Operator, r.GeneratedAt)
	}
	for _, f := range r.Figures {
		if !f.Win.Equal(f.Taken.Sub(f.Paid)) || f.Lines != f.Wins+f.Losses+f.Pushes {
			t.Errorf("figures do not add up: %+v", f)
		}
	}
	return r
}

// sum is what the server adds up.
func (k kept) sum(t *testing.T, sql string, args ...any) decimal.Decimal {
	t.Helper()
	var text string
	if err := k.QueryRow(t.Context(), sql, args...).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return decimal.RequireFromString(text)
}

// equal fails on every difference of the roll-ups to the book.
func (k kept) equal(t *testing.T) {
	t.Helper()
	if err := pit.RollupsEqual(t.Context(), k.Pool, ledger.Span{}, func(d string) { t.Error(d) }); err != nil {
		t.Fatal(err)
	}
}

// Whatever figures are told apart by, they add up to what the postings of the book
// moved to its banks, and to the stakes that lay there.
func TestReportsTieToTheBook(t *testing.T) {
	t.Parallel()
	k := played(t, 3, 40)
	p := reporter(k, day(4))
	span := pit.Ask{From: day(1), To: day(2)}
	const days = ` AND gaming_day BETWEEN '2026-12-01' AND '2026-12-02'`
	won := k.sum(t, `SELECT sum(amount)::text FROM postings WHERE account LIKE 'table % bank'`+days)
	staked := k.sum(t, `SELECT sum(stake)::text FROM lines WHERE outcome <> 'void'`+days)
	rounds := k.sum(t, `SELECT count(*)::text FROM entries WHERE kind = 'settle'`+days)
	voids := k.sum(t, `SELECT count(*)::text FROM entries WHERE kind = 'void'`+days)
	if won.IsZero() || voids.IsZero() {
		t.Fatalf("won %s, %s voids: the rounds show nothing", won, voids)
	}
	for _, per := range pit.Periods() {
		for _, by := range [][]string{
			nil, {"table"}, {"pit"}, {"dealer"}, {"game"}, {"settings"}, {"bet"}, {"wager"}, {"paytable"}, {"row"},
			{"table", "wager", "row"}, {"dealer", "row"}, {"game", "bet", "dealer"},
		} {
			ask := span
			ask.Per, ask.By = per, by
			r := report(t, p, ask)
			var win, handle decimal.Decimal
			var settled, voided int64
			for _, f := range r.Figures {
				win, handle, voided = win.Add(f.Win), handle.Add(f.Handle), voided+f.Voids
				if f.Rounds != nil {
					settled += *f.Rounds
				}
			}
			if !win.Equal(won) || !handle.Equal(staked) {
				t.Errorf("per %s by %v: win %s of %s, handle %s of %s", per, by, win, won, handle, staked)
			}
			if whole := !contains(by, "bet", "wager", "paytable", "row"); whole && (settled != rounds.IntPart() || voided != voids.IntPart()) {
				t.Errorf("per %s by %v: %d rounds of %s, %d voids of %s", per, by, settled, rounds, voided, voids)
			}
		}
	}
	k.equal(t)
	addedUp(t, k.Pool)
}

func contains(list []string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
}

// The base game of a table is one bet with the edge of its first wager, and the
// theoretical win is that edge of what was staked on it; an earlier count of the
// same game says the same.
func TestTheoreticalWin(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	s.keep(0, s.random(3, 60)...)
	p := reporter(k, day(1))
	r := report(t, p, pit.Ask{From: day(0), To: day(0), By: []string{"bet"}})
	ante := k.sum(t, `SELECT sum(stake)::text FROM lines WHERE wager = 'ante' AND outcome <> 'void'`)
	squares := k.sum(t, `SELECT sum(stake * stake)::text FROM lines WHERE wager = 'ante' AND outcome <> 'void'`)
	for _, f := range r.Figures {
		if f.Theoretical == nil || f.Deviations == nil {
			t.Fatalf("%v has no theoretical win", f.Of)
		}
		if f.Of["bet"] != "ante" {
			continue
		}
		// 2.1850 % of the ante, and 4.94 antes a standard deviation, as is known of the game.
		edge, sd := near(t, f.Theoretical.Div(ante)), f.Win.Sub(*f.Theoretical).Div(*f.Deviations)
		if edge < 0.02184 || edge > 0.02186 {
			t.Errorf("theoretical %s of %s in antes", f.Theoretical, ante)
		}
		if square := near(t, sd.Mul(sd).Div(squares)); square < 22 || square > 27 {
			t.Errorf("a variance of %.3f an ante, want about 24.4", square)
		}
	}
	wagers := report(t, p, pit.Ask{From: day(0), To: day(0), By: []string{"wager"}})
	for _, f := range wagers.Figures {
		if whole := f.Of["wager"] == "trips"; whole != (f.Theoretical != nil) {
			t.Errorf("%s: theoretical %v", f.Of["wager"], f.Theoretical)
		}
	}
}

func near(t *testing.T, d decimal.Decimal) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(d.String(), 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A roll-up is derived again when something more was written on its day, and only
// then; what is done to it is found.
func TestRollupsFollowTheBook(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	p := reporter(k, day(2))
	roll := func() {
		t.Helper()
		if err := p.Roll(t.Context()); err != nil {
			t.Fatal(err)
		}
		k.equal(t)
	}
	roll()
	for d := range 3 {
		s.keep(d/2, s.random(uint64(d), 5)...)
		roll()
	}
	var xmin, again string
	const versions = `SELECT string_agg(xmin::text, ',' ORDER BY ctid) FROM rollups`
	must(t, k.QueryRow(t.Context(), versions).Scan(&xmin))
	roll()
	must(t, k.QueryRow(t.Context(), versions).Scan(&again))
	if xmin != again {
		t.Error("what did not move was derived again")
	}
	for _, change := range []string{
		`UPDATE rollups SET paid = paid + 1 WHERE grain = 'day'`, `DELETE FROM rollups WHERE grain = 'all'`,
		`UPDATE rollup_tops SET amount = amount + 1`, `UPDATE rollup_months SET top = top + 1 WHERE grain = 'row'`,
		`DELETE FROM rollup_months WHERE grain = 'dealer'`, `INSERT INTO rollup_chips SELECT '2026-11-30', 1, 'EUR', 1, 0, 0, 0, 0, 0, 0, 0`,
	} {
		_, err := k.Exec(t.Context(), change)
		must(t, err)
		found := 0
		must(t, pit.RollupsEqual(t.Context(), k.Pool, ledger.Span{}, func(string) { found++ }))
		if found == 0 {
			t.Errorf("%s was not found", change)
		}
		_, err = k.Exec(t.Context(), `DELETE FROM rollup_cursors; DELETE FROM rollup_chips`)
		must(t, err)
		roll()
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoActivity(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	r := report(t, reporter(k, day(9)), pit.Ask{From: day(5), To: day(8), By: []string{"table"}})
	if r.Note != pit.NoActivity || len(r.Figures) != 0 || r.From != "2026-12-05" {
		t.Errorf("%+v", r)
	}
}

func TestWhatIsNoReport(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	p := reporter(k, day(1))
	for _, a := range []pit.Ask{
		{From: day(1), To: day(0)}, {By: []string{"colour"}}, {Per: "week"}, {By: []string{"table", "table"}}, {By: []string{"table; DROP TABLE lines"}},
	} {
		if _, err := p.Report(t.Context(), a); !errors.Is(err, pit.ErrAsk) {
			t.Errorf("%+v: %v, want ErrAsk", a, err)
		}
	}
}

// The largest payouts of an interval are those of the book, in order.
func TestTops(t *testing.T) {
	t.Parallel()
	k := played(t, 2, 30)
	r := report(t, reporter(k, day(3)), pit.Ask{From: day(0), To: day(1)})
	rows, err := k.Query(t.Context(), `SELECT amount::text FROM lines l WHERE amount > 0 ORDER BY l.amount DESC LIMIT 10`)
	must(t, err)
	var want, got []string
	var amount string
	for rows.Next() {
		must(t, rows.Scan(&amount))
		want = append(want, decimal.RequireFromString(amount).String())
	}
	for _, top := range r.Tops {
		got = append(got, top.Amount.String())
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 10 {
		t.Errorf("(-book +report)\n%s", diff)
	}
}

// Two processes roll while a table is played: nothing is added twice, or left out.
func TestRollingWhileATableIsPlayed(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	var rolling sync.WaitGroup
	over := make(chan struct{})
	for range 2 {
		p := reporter(k, day(2))
		rolling.Go(func() {
			for {
				if err := p.Roll(t.Context()); err != nil {
					t.Error(err)
				}
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	for i := range 12 {
		s.keep(i/10, s.random(uint64(100+i), 2)...)
	}
	close(over)
	rolling.Wait()
	must(t, reporter(k, day(2)).Roll(t.Context()))
	k.equal(t)
	addedUp(t, k.Pool)
}
