package floor_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
)

// A seat whose wagers win as much as the table has approved is paid when a
// supervisor stands by, and by nobody alone; who stood by is on the event and on a
// significant event. One that wins less is the dealer's, as ever.
func TestLargePayoutsWaitForASupervisor(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	s := uth()
	s.ApproveWin = decimal.NewFromInt(100)
	table := p.table(s)
	approved, alone := 0, 0
	for seed := range uint64(24) {
		v := p.open(table)
		d := gamestest.NewDealer(gamestest.Rand(seed), 4)
		for len(v.Next) > 0 {
			e := d.Answer(v.Next)
			switch {
			case e.Kind != games.KindPay:
				v = p.must(v, e)
			case p.wins(v, e.Place).LessThan(s.ApproveWin):
				alone++
				v = p.must(v, e)
			default:
				approved++
				v = p.approve(v, e)
			}
		}
		for seat, won := range bySeat(v) {
			if n := p.approvals(table, v.ID, seat); n != !won.LessThan(s.ApproveWin) {
				t.Errorf("round %s seat %d won %s, approved: %t", v.ID, seat, won, n)
			}
		}
	}
	if approved == 0 || alone == 0 {
		t.Errorf("%d payouts were approved and %d were not", approved, alone)
	}
	p.sound()
}

// wins is what the seat wins that is asked to be paid.
func (p *pit) wins(v floor.View, seat games.Place) decimal.Decimal { return bySeat(v)[int(seat)] }

// approve pays the seat: refused to the dealer alone, though it may be struck and
// read as ever, and done with a supervisor.
func (p *pit) approve(v floor.View, e games.Event) floor.View {
	p.t.Helper()
	if ask := asks(v.Next, e); ask.By != games.BySupervisor {
		p.t.Errorf("round %s asks %s to be paid by the %s", v.ID, e.Place, ask.By)
	}
	_, err := p.do(v, v.N, e)
	var refused *floor.Refused
	if !errors.Is(err, floor.ErrNeedsSupervisor) || !errors.As(err, &refused) || asks(refused.Next, e).By != games.BySupervisor {
		p.t.Fatalf("round %s, paid by the dealer alone: %v", v.ID, err)
	}
	v = p.supervised(v, e)
	audit, err := p.floor.Audit(context.Background(), id(p.t, v))
	if err != nil {
		p.t.Fatal(err)
	}
	if last := audit.Events[len(audit.Events)-1]; last.Approver != floortest.Supervisor || last.Kind != games.KindPay {
		p.t.Errorf("round %s: the last event is %+v", v.ID, last)
	}
	return v
}

func asks(next []games.Prompt, e games.Event) games.Prompt {
	i := slices.IndexFunc(next, func(n games.Prompt) bool { return n.Kind == e.Kind && n.Place == e.Place })
	if i < 0 {
		return games.Prompt{}
	}
	return next[i]
}

// approvals reports whether the book says that the seat's payout was approved.
func (p *pit) approvals(table int64, round string, seat int) bool {
	p.t.Helper()
	var n int
	err := p.pool.QueryRow(p.t.Context(), `
		SELECT count(*) FROM significant_events WHERE table_id = $1 AND kind = 'approved-win' AND subject = $2
			AND after->>'seat' = $3 AND approver = $4`, table, "round "+round, fmt.Sprint(seat), floortest.Supervisor).Scan(&n)
	if err != nil {
		p.t.Fatal(err)
	}
	return n == 1
}

// A request with a payout in it that needs a supervisor needs one as a whole: none
// of it happens without.
func TestABatchWithALargePayout(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	s := uth()
	s.ApproveWin = decimal.NewFromInt(1)
	table := p.table(s)
	for seed := range uint64(12) {
		v := p.open(table)
		d := gamestest.NewDealer(gamestest.Rand(seed), 1)
		for v.Status != floor.Paying {
			v = p.must(v, d.Answer(v.Next))
		}
		pay := d.Answer(v.Next)
		if p.wins(v, pay.Place).IsZero() {
			p.must(v, pay)
			continue
		}
		strike := games.Event{Kind: games.KindStrike, Note: "keyed wrongly"}
		_, err := p.do(v, v.N, pay)
		if !errors.Is(err, floor.ErrNeedsSupervisor) {
			t.Fatalf("alone: %v", err)
		}
		last := v
		v = p.must(v, strike)
		audit, err := p.floor.Audit(t.Context(), id(t, v))
		if err != nil {
			t.Fatal(err)
		}
		struck := audit.Events[len(audit.Events)-2]
		_, err = p.do(v, v.N, struck.Event, pay)
		var refused *floor.Refused
		if !errors.Is(err, floor.ErrNeedsSupervisor) || !errors.As(err, &refused) || refused.Index != 1 || refused.N != last.N+1 {
			t.Fatalf("a batch alone: %v", err)
		}
		c := p.by(floor.Pair{Dealer: "dealer-1", Supervisor: floortest.Supervisor})
		if _, err := p.floor.Do(t.Context(), c, id(t, v), floor.Change{N: v.N, Events: []games.Event{struck.Event, pay}}); err != nil {
			t.Fatal(err)
		}
		p.sound()
		return
	}
	t.Error("nobody won")
}
