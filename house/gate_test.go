package house_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/paytables"
)

// A full house mistyped 9 gives the player the advantage: the gate says so, with
// the figures, and lets it pass only for a manager's name and reason.
func TestTheGateRefusesAMistypedNine(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "nine", Tables: []int64{table}, Change: trips(mistyped(t))}))
	priced := o.must(o.Price(ctx, o.as(housetest.Manager), p.ID))
	if priced.Prices.Pass {
		t.Fatal("the price passes the gate")
	}
	_, err := o.Submit(ctx, o.as(housetest.Manager), p.ID, "")
	var gate *house.GateError
	if !errors.As(err, &gate) || !errors.Is(err, house.ErrGate) || !strings.Contains(err.Error(), "the player has the advantage") {
		t.Fatalf("%v, want the gate", err)
	}
	codes := ""
	for _, f := range gate.Findings {
		codes += f.Code + " "
	}
	if codes != "favours_player below_band changed " {
		t.Errorf("found %s", codes)
	}
	o.is(p.ID, house.Priced)
	over := o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, "an evening for charity"))
	if s := over.Steps[len(over.Steps)-1]; s.Override != "an evening for charity" || len(s.Findings) != 3 || s.Actor != housetest.Manager {
		t.Errorf("%+v", s)
	}
	if kinds := o.events(fmt.Sprint("proposal ", p.ID)); kinds != "draft priced submitted override" {
		t.Errorf("events %s", kinds)
	}
	o.verify()
}

// A paytable that is only safe under a house rule does not come without it, also
// where the rule is taken from under it.
func TestTheGateAsksForHouseRules(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	s := uth()
	s.House, s.Paytables = games.House{"trips_versus_dealer": "must-win"}, map[string]paytables.Paytable{"trips": shipped(t, "trips-florida")}
	table := housetest.Table(t, o.pool, s)
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{
		Title: "independent", Tables: []int64{table}, Change: &house.Patch{House: games.House{"trips_versus_dealer": "independent"}},
	}))
	var gate *house.GateError
	_, err := o.Submit(ctx, o.as(housetest.Manager), p.ID, "")
	if !errors.As(err, &gate) || gate.Findings[len(gate.Findings)-1].Code != house.Requires || !strings.Contains(err.Error(), "must-win") {
		t.Errorf("%v", err)
	}
}

// Every paytable that ships passes the policy that ships, under the house rules it
// needs.
func TestShippedPaytablesPass(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	policy := house.DefaultPolicy()
	if err := policy.Check(); err != nil {
		t.Fatal(err)
	}
	bounds := policy.Edge["*"]["*"]
	held := map[string]edge.Policy{"": {Least: bounds.Least.Rat(), Most: bounds.Most.Rat(), Change: bounds.Change.Rat()}}
	for _, p := range paytables.All() {
		rules := games.House{}
		for rule, value := range p.Requires {
			rules[rule] = value
		}
		e, err := all.Find(p.Game)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range e.House {
			if r.Default == "" {
				rules[r.Name] = r.Values[0]
			}
		}
		a, err := house.Offer{Game: p.Game, House: rules, Paytables: map[string]paytables.Paytable{p.Wager: p}, Policies: held}.
			Appraise(t.Context(), counts, edge.Options{})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		for i := range a.Report.Wagers {
			t.Logf("%s: %s %s", p.Name, a.Report.Wagers[i].Name, a.Report.Wagers[i].Edge().FloatString(6))
		}
		if !a.Verdict.Pass {
			t.Errorf("%s: %+v", p.Name, a.Verdict.Findings)
		}
	}
}
