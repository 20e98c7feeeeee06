package floor_test

import (
	"errors"
	"testing"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/ledger"
)

// decided is a round in which seat 1 has decided.
func (p *pit) decided(table int64) floor.View {
	p.t.Helper()
	v := p.open(table)
	v = p.must(v, anteOf(1, 10), anteOf(2, 10), closed)
	for v.Next[0].Kind == games.KindDeal {
		v = p.must(v, first(v.Next[0]))
	}
	return p.must(v, games.Event{Step: "preflop", Kind: games.KindAct, Place: 1, Do: games.DoCheck})
}

// table 7: from the first decision on nobody voids alone, not the round, not a seat, and
// not after striking the decision.
func TestALateVoidTakesTwo(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]func(*pit) int64{
		"by hand": func(p *pit) int64 { return p.table(uth()) }, "by deck": func(p *pit) int64 { return p.table(deckUTH()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPit(t)
			p.lateVoid(s(p))
		})
	}
}

func (p *pit) lateVoid(table int64) {
	p.t.Helper()
	v := p.decided(table)
	void := games.Event{Kind: games.KindVoid, Note: "misdeal"}
	strike := games.Event{Kind: games.KindStrike, Note: "keyed wrongly"}
	oneself := p.by(floor.Pair{Dealer: "dealer-1", Supervisor: "dealer-1"})
	for name, c := range map[string]struct {
		by     desk.Caller
		events []games.Event
	}{
		"the round":             {p.caller(), []games.Event{void}},
		"by oneself":            {oneself, []games.Event{void}},
		"a seat":                {p.caller(), []games.Event{{Kind: games.KindVoid, Place: 1, Note: "misdeal"}}},
		"a seat that is dead":   {p.caller(), []games.Event{{Kind: games.KindVoid, Place: 2, Do: games.DoDead, Note: "left"}}},
		"the decision struck":   {p.caller(), []games.Event{strike, void}},
		"struck to the betting": {p.caller(), []games.Event{strike, strike, strike, strike, strike, void}},
	} {
		_, err := p.floor.Do(p.t.Context(), c.by, id(p.t, v), floor.Change{N: v.N, Events: c.events})
		var refused *floor.Refused
		if !errors.Is(err, floor.ErrNeedsSupervisor) || !errors.As(err, &refused) || refused.Index != len(c.events)-1 || asks(refused.Next, void).By != games.BySupervisor {
			p.t.Errorf("%s: %v", name, err)
		}
	}
	if v = p.supervised(v, void); v.Status != floor.Void {
		p.t.Fatalf("%s", v.Status)
	}
	if _, err := p.do(v, v.N, void); !errors.Is(err, games.ErrOver) {
		p.t.Errorf("again, alone: %v", err)
	}
	p.approvedBy(v, floortest.Supervisor)
	p.approvedBy(p.must(p.open(table), anteOf(1, 10), closed, void), "")
	p.sound()
}

// approvedBy holds the void of the round, its entry and its significant event to who
// stood by.
func (p *pit) approvedBy(v floor.View, approver string) {
	p.t.Helper()
	audit, err := p.floor.Audit(p.t.Context(), id(p.t, v))
	if err != nil {
		p.t.Fatal(err)
	}
	last := audit.Events[len(audit.Events)-1]
	if last.Kind != games.KindVoid || last.Approver != approver || audit.Entry.Kind != ledger.KindVoid || audit.Entry.Approver != approver {
		p.t.Errorf("%+v, %+v; want approved by %q", last, audit.Entry, approver)
	}
	notes := p.notes(v.Table)
	if n := notes[len(notes)-1]; n.Kind != ledger.SignificantVoid || n.Approver != approver {
		p.t.Errorf("%+v, want approved by %q", n, approver)
	}
}
