package demo_test

import (
	"slices"
	"testing"
	"time"

	"croupier/demo"
	"croupier/house"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/pit"
)

// theBookIsWhole is what verify and audit say of it.
func theBookIsWhole(t *testing.T, s demo.Site) {
	whole := ledger.VerifyOptions{PaytableDigest: func(kept ledger.Paytable) ([32]byte, error) {
		p, err := paytables.Parse(kept.Content)
		return p.Digest(), err
	}}
	sum, err := ledger.Verify(t.Context(), s.Desk.Pool, whole, func(f ledger.Fault) { t.Error(f) })
	if err != nil || sum.Tables != 4 || sum.Faults > 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	audited, err := pit.Audit(t.Context(), s.Desk.Pool, ledger.Span{}, pit.AuditOptions{Report: func(d pit.Difference) { t.Error(d) }})
	if err != nil || audited.Different > 0 || audited.Rounds < 100 || audited.Voided != 1 || audited.Corrections != 1 {
		t.Errorf("%+v, %v", audited, err)
	}
}

// theTablesAreOpen under their dealers, between two rounds, two of them of one game
// that a hand and a deck deal.
func theTablesAreOpen(t *testing.T, s demo.Site) {
	tables, err := house.List(t.Context(), s.Desk.Pool, s.Desk.Now())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	pits := map[string]bool{}
	for i := range tables {
		if at := &tables[i]; at.Pins != nil {
			got = append(got, at.Dealer+" "+at.Round+at.Pins.Game+" "+string(at.Pins.Dealing)+" "+at.Pins.Language)
			pits[at.Pins.Pit] = true
		}
	}
	want := []string{
		"dealer-1 ultimate-texas-holdem/1 hand ko", "dealer-2 ultimate-texas-holdem/1 deck en",
		"dealer-3 texas-holdem-bonus/1 hand ru", "dealer-4 casino-holdem/1 hand en",
	}
	if !slices.Equal(got, want) || len(pits) != 2 {
		t.Errorf("%q in %d pits, want %q in 2", got, len(pits), want)
	}
}

// anHourWasPlayed: what the tables wrote lies in the hour before, in order.
func anHourWasPlayed(t *testing.T, s demo.Site) {
	for table := int64(1); table <= 4; table++ {
		entries, _, err := ledger.Entries(t.Context(), s.Desk.Pool, ledger.Filter{Table: table, Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(entries, func(a, b ledger.Entry) int { return int(a.Seq - b.Seq) }) // the hour may cross the day
		if n := len(entries); n < 30 || n > 60 {
			t.Errorf("table %d: %d entries", table, n)
		}
		if !slices.IsSortedFunc(entries, func(a, b ledger.Entry) int { return a.At.Compare(b.At) }) {
			t.Errorf("table %d: the entries do not follow each other", table)
		}
		first, last := entries[0].At, entries[len(entries)-1].At
		if played := last.Sub(first); played < 50*time.Minute || played > time.Hour || last.After(time.Now()) {
			t.Errorf("table %d: from %s to %s", table, first, last)
		}
	}
}

// itHappened is what the hour has for the pit and for management to see.
func itHappened(t *testing.T, s demo.Site) {
	p := pit.New(s.Desk, pit.Options{Shelf: s.Shelf})
	corrections, err := p.Corrections(t.Context(), pit.CorrectionFilter{})
	if err != nil || len(corrections) != 1 || corrections[0].State != pit.Approved || len(corrections[0].Seats) != 1 {
		t.Errorf("corrections %+v, %v", corrections, err)
	}
	disputes, err := p.Disputes(t.Context(), pit.DisputeFilter{Open: true})
	if err != nil || len(disputes) != 1 {
		t.Errorf("disputes %+v, %v", disputes, err)
	}
	alerts, _, err := p.Alerts(t.Context(), pit.AlertFilter{Open: true})
	raised := map[string]int{}
	for i := range alerts {
		raised[alerts[i].Kind]++
	}
	if err != nil || raised[pit.AlertVoid] != 1 || raised[pit.AlertCorrection] != 1 || raised[pit.AlertLargeWin] == 0 || raised[pit.AlertClock] != 0 {
		t.Errorf("alerts %v, %v", raised, err)
	}
	o := house.NewOffice(s.Desk, s.Shelf)
	proposal, err := o.Proposal(t.Context(), 5)
	if err != nil || proposal.State != house.Priced || len(proposal.Prices.Findings) == 0 || proposal.Prices.Findings[0].Code != "favours_player" {
		t.Errorf("the draft of trips: %s, %v", proposal.State, err)
	}
	events, _, err := o.Significants(t.Context(), ledger.SignificantFilter{Limit: 1000})
	noted := map[string]int{}
	for i := range events {
		noted[events[i].Kind]++
	}
	if err != nil || noted[ledger.SignificantFill] != 1 || noted[ledger.SignificantTableOpen] != 4 || noted[ledger.SignificantApproved] != 4 {
		t.Errorf("events %v, %v", noted, err)
	}
	var strikes int
	err = ledger.Records(t.Context(), s.Desk.Pool, ledger.Span{Table: 1}, func(r ledger.Record) error {
		for i := range r.Events {
			if r.Events[i].Kind == "strike" {
				strikes++
			}
		}
		return nil
	})
	if err != nil || strikes < 2 {
		t.Errorf("%d strikes, %v", strikes, err)
	}
}
