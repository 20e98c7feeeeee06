package house_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/edge"
	"croupier/games"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/paytables"
)

// What is tried is found to be what it is found to be when it is priced, with the
// figures a finding speaks of, and nothing of it is kept.
func TestATrialIsThePrice(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	before, err := o.Proposals(ctx, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	d := house.Draft{Title: "nine", Tables: []int64{table}, Change: trips(mistyped(t))}
	tried, err := o.Try(ctx, d)
	if err != nil {
		t.Fatal(err)
	}
	if after, err := o.Proposals(ctx, 0, 10); err != nil || len(after) != len(before) {
		t.Errorf("%d proposals, %v, want %d", len(after), err, len(before))
	}
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), d))
	p = o.must(o.Price(ctx, o.as(housetest.Manager), p.ID))
	if diff := cmp.Diff(*p.Prices, tried.Pricing); diff != "" {
		t.Errorf("-priced +tried: %s", diff)
	}
	diffs, err := o.ProposalDiff(ctx, p.ID)
	if err != nil || !cmp.Equal(diffs, tried.Tables) {
		t.Errorf("%v: %s", err, cmp.Diff(diffs, tried.Tables))
	}
	changed := tried.Findings[2]
	if changed.Code != edge.Changed || changed.Edge[:7] != "-0.0069" || changed.Bound != "0.02" || changed.Before[:7] != "0.01904" {
		t.Errorf("%+v", changed)
	}
}

// A draft that changes nothing is priced as what stands.
func TestATrialOfNothing(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o := newOffice(t)
	table := housetest.Table(t, o.pool, uth())
	tried, err := o.Try(t.Context(), house.Draft{Title: "as it is", Tables: []int64{table}, Change: &house.Patch{}})
	if err != nil || !tried.Pass || len(tried.Appraisals) != 1 {
		t.Fatalf("%+v, %v", tried, err)
	}
	if diff := cmp.Diff([]house.TableDiff{{Table: table, Base: 1, Diff: &house.Diff{}}}, tried.Tables); diff != "" {
		t.Error(diff)
	}
}

// What a paytable needs is told by rule and value.
func TestATrialTellsWhatAPaytableNeeds(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o := newOffice(t)
	table := housetest.Table(t, o.pool, uth())
	tried, err := o.Try(t.Context(), house.Draft{Title: "florida", Tables: []int64{table}, Change: trips(shipped(t, "trips-florida"))})
	if err != nil {
		t.Fatal(err)
	}
	last := tried.Findings[len(tried.Findings)-1]
	if last.Code != house.Requires || last.Paytable != "trips-florida" || last.Rule != "trips_versus_dealer" || last.Want != "must-win" {
		t.Errorf("%+v", last)
	}
}

// However many drafts are tried, each is answered as if it were the first, and at the speed
// of typing: what stands is not priced again.
func TestManyTrials(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, house.Spec{Game: "casino-holdem"})
	draft := func(n int) house.Draft {
		p := shipped(t, "casino-aa-1")
		p.Name, p.Rows = "aa-new", append([]paytables.Row(nil), p.Rows...)
		p.Rows[0].Odds = decimal.NewFromInt(int64(100 + n))
		return house.Draft{Title: "aa", Tables: []int64{table}, Change: &house.Patch{Paytables: map[string]*paytables.Paytable{"aa": &p}}}
	}
	var last house.Trial
	began := time.Now()
	const trials = 70 // more than are kept
	for n := range trials {
		var err error
		if last, err = o.Try(ctx, draft(n)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a draft of Casino Hold'em is tried in %v", time.Since(began)/trials)
	again, err := house.NewOffice(o.desk, counts).Try(ctx, draft(trials-1))
	if diff := cmp.Diff(last, again); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
	if got := last.Appraisals[0].Report.Wagers[1].Rows[0].Odds; got != "169" {
		t.Errorf("a royal flush pays %s", got)
	}
}

func TestATrialIsRefused(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	table := housetest.Table(t, o.pool, uth())
	for name, c := range map[string]struct {
		draft house.Draft
		want  error
	}{
		"no such table":      {house.Draft{Title: "a", Tables: []int64{99}, Change: &house.Patch{}}, house.ErrNoTable},
		"no change":          {house.Draft{Title: "a", Tables: []int64{table}}, house.ErrSpec},
		"no such house rule": {house.Draft{Title: "a", Tables: []int64{table}, Change: &house.Patch{House: games.House{"luck": "good"}}}, games.ErrHouse},
	} {
		if _, err := o.Try(t.Context(), c.draft); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
