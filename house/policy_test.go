package house_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/house"
	"croupier/house/housetest"
)

// A policy is changed by two persons, and what is submitted after it is held to it.
func TestAPolicyIsChangedByTwo(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	strict := house.DefaultPolicy()
	least := decimal.RequireFromString("0.03")
	strict.Edge["ultimate-texas-holdem"] = map[string]house.Bounds{"trips": {Least: &least}}
	strict.Idle = 120
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "strict", Policy: &strict}))
	o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, ""))
	if _, err := o.Approve(ctx, o.as(housetest.Manager), p.ID, house.Approval{}); !errors.Is(err, house.ErrOwnProposal) {
		t.Errorf("the own policy: %v", err)
	}
	if now, err := o.Policy(ctx); err != nil || now.Version != 0 || now.Idle != 300 {
		t.Errorf("%+v, %v", now, err)
	}
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{}))
	o.is(p.ID, house.Effective)
	now, err := o.Policy(ctx)
	if err != nil || now.Version != 1 || now.Idle != 120 || now.Approver != housetest.OtherManager || now.Proposal != p.ID {
		t.Errorf("%+v, %v", now, err)
	}
	if _, err := o.Withdraw(ctx, o.as(housetest.Manager), p.ID, "late"); !errors.Is(err, house.ErrStep) {
		t.Errorf("withdrawn while in force: %v", err)
	}
	q := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "six", Tables: []int64{table}, Change: small(6)}))
	if _, err := o.Submit(ctx, o.as(housetest.Manager), q.ID, ""); !errors.Is(err, house.ErrGate) || !strings.Contains(err.Error(), "3.000000 %") {
		t.Errorf("trips-2 at 1.9 %% under a least of 3 %%: %v", err)
	}
	if kinds := o.events("proposal 2"); kinds != "draft priced submitted approved scheduled policy" {
		t.Errorf("events %s", kinds)
	}
	o.verify()
}

// What the gate let through under one policy is not approved, and not scheduled,
// under another: the tables must be held to that one first.
func TestAPolicyThatMoved(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	o, ctx := newOffice(t), context.Background()
	table := housetest.Table(t, o.pool, uth())
	draft := house.Draft{Title: "six", Tables: []int64{table}, Change: small(6)}
	submitted, approved := o.must(o.Draft(ctx, o.as(housetest.Manager), draft)), o.must(o.Draft(ctx, o.as(housetest.Manager), draft))
	o.must(o.Submit(ctx, o.as(housetest.Manager), submitted.ID, ""))
	o.must(o.Submit(ctx, o.as(housetest.Manager), approved.ID, ""))
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), approved.ID, house.Approval{}))
	strict := house.DefaultPolicy()
	least := decimal.RequireFromString("0.03")
	strict.Edge["*"]["*"] = house.Bounds{Least: &least}
	p := o.must(o.Draft(ctx, o.as(housetest.Manager), house.Draft{Title: "strict", Policy: &strict}))
	o.must(o.Submit(ctx, o.as(housetest.Manager), p.ID, ""))
	o.must(o.Approve(ctx, o.as(housetest.OtherManager), p.ID, house.Approval{}))
	if _, err := o.Approve(ctx, o.as(housetest.OtherManager), submitted.ID, house.Approval{Now: true}); !errors.Is(err, house.ErrMoved) {
		t.Errorf("approved under another policy: %v", err)
	}
	if _, err := o.Schedule(ctx, o.as(housetest.Manager), approved.ID, nil); !errors.Is(err, house.ErrMoved) {
		t.Errorf("scheduled under another policy: %v", err)
	}
	if got := o.inForce(table, noon.AddDate(0, 0, 1)); got != 1 {
		t.Errorf("version %d is in force", got)
	}
	o.verify()
}

func TestPoliciesThatCannotBeHeld(t *testing.T) {
	t.Parallel()
	few, many := decimal.New(1, -2), decimal.New(2, -2)
	for field, of := range map[string]func(*house.Policy){
		"edge.baccarat":                    func(p *house.Policy) { p.Edge["baccarat"] = nil },
		"edge.ultimate-texas-holdem/1":     func(p *house.Policy) { p.Edge["ultimate-texas-holdem/1"] = nil },
		"edge.ultimate-texas-holdem.pairs": func(p *house.Policy) { p.Edge["ultimate-texas-holdem"] = map[string]house.Bounds{"pairs": {}} },
		"edge.*.trips":                     func(p *house.Policy) { p.Edge["*"]["trips"] = house.Bounds{Least: &many, Most: &few} },
		"idle_seconds":                     func(p *house.Policy) { p.Idle = 0 },
		"office_idle_seconds":              func(p *house.Policy) { p.OfficeIdle = 5 },
		"edge.*.*.change":                  func(p *house.Policy) { minus := few.Neg(); p.Edge["*"]["*"] = house.Bounds{Change: &minus} },
	} {
		p := house.DefaultPolicy()
		of(&p)
		var s *house.SpecError
		if err := p.Check(); !errors.As(err, &s) || s.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
