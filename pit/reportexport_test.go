package pit_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/ledger"
	"croupier/pit"
	"croupier/roundfile"
)

// Rounds that are exported and settled as a round file come to the lines that were
// posted.
func TestExportedRoundsSettleAlike(t *testing.T) {
	t.Parallel()
	k := played(t, 2, 40)
	var file, settled bytes.Buffer
	e, err := pit.ExportRounds(t.Context(), k.Pool, ledger.Span{}, &file)
	must(t, err)
	if e.Rounds+e.Left != int64(2*40*len(k.shoes)) || e.Rounds < 2*e.Left {
		t.Fatalf("%+v", e)
	}
	failed, err := roundfile.Settle(t.Context(), bytes.NewReader(file.Bytes()), &settled, 1)
	if err != nil || failed != 0 {
		t.Fatalf("%d lines failed, %v\n%s", failed, err, settled.String()[:2000])
	}
	got := map[string]string{}
	for d := json.NewDecoder(&settled); d.More(); {
		var r struct {
			ID    string
			Seats []struct {
				Seat  int
				Lines []struct {
					Wager, Outcome                      string
					Stake, Odds, Exact, Rounded, Amount decimal.Decimal
				}
			}
		}
		must(t, d.Decode(&r))
		for _, s := range r.Seats {
			for _, l := range s.Lines {
				got[fmt.Sprintf("%s %d %s", r.ID, s.Seat, l.Wager)] = fmt.Sprint(l.Outcome, l.Stake, l.Odds, l.Exact, l.Rounded, l.Amount)
			}
		}
	}
	want := map[string]string{}
	rounds := map[string]bool{}
	for d := json.NewDecoder(&file); d.More(); {
		var r struct{ ID string }
		must(t, d.Decode(&r))
		rounds[r.ID] = true
	}
	must(t, ledger.Records(t.Context(), k.Pool, ledger.Span{}, func(r ledger.Record) error {
		id := fmt.Sprintf("%d-%d", r.Round.Table, r.Round.Number)
		for _, l := range r.Entry.Lines {
			if rounds[id] {
				want[fmt.Sprintf("%s %d %s", id, l.Seat, l.Wager)] = fmt.Sprint(l.Won, l.Stake, l.Odds, l.Exact, l.Rounded, l.Amount)
			}
		}
		return nil
	}))
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("(-posted +settled)\n%.3000s", diff)
	}
}

// Entries as CSV hold every posting of the book.
func TestExportedEntriesSumToZero(t *testing.T) {
	t.Parallel()
	k := played(t, 1, 20)
	var out bytes.Buffer
	n, err := pit.ExportEntries(t.Context(), k.Pool, ledger.Span{From: day(0), To: day(0)}, &out)
	must(t, err)
	records, err := csv.NewReader(&out).ReadAll()
	must(t, err)
	if int64(len(records)) != n+1 {
		t.Errorf("%d records of %d", len(records)-1, n)
	}
	var sum, moved decimal.Decimal
	for _, r := range records[1:] {
		if r[11] != "" {
			amount := decimal.RequireFromString(r[11])
			sum, moved = sum.Add(amount), moved.Add(amount.Abs())
		}
	}
	want := k.sum(t, `SELECT sum(abs(amount))::text FROM postings`)
	if !sum.IsZero() || !moved.Equal(want) {
		t.Errorf("postings sum to %s and move %s, want 0 and %s", sum, moved, want)
	}
}
