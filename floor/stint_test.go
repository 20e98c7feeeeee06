package floor_test

import (
	"errors"
	"sync"
	"testing"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/ledger"
)

// A person who opens two tables at once gets one.
func TestAPersonDealsAtOneTable(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	pair := floor.Pair{Dealer: "dealer-1", Supervisor: floortest.Supervisor}
	var wg sync.WaitGroup
	opened := make(chan int64, 4)
	for range cap(opened) {
		table, _ := p.shut(uth())
		wg.Go(func() {
			_, err := p.floor.OpenTable(t.Context(), p.by(pair), table, pair, floor.Counts{"100": 1})
			if err == nil {
				opened <- table
			} else if !errors.Is(err, ledger.ErrDealing) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(opened) != 1 {
		t.Errorf("%d tables are opened", len(opened))
	}
	p.sound()
}

// The dealer changes in a round; the next one finishes it, the first may go to
// another table, and only the next moves chips.
func TestTheDealerChanges(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	p := newPit(t)
	table, pair := p.staffed(uth())
	shut, _ := p.shut(uth())
	v := p.must(p.open(table), anteOf(1, 10))
	next := floor.Pair{Dealer: "relief", Supervisor: pair.Supervisor}
	supervisor := floortest.Caller(floor.Pair{Dealer: pair.Supervisor}, "change", 1)
	a, err := p.floor.ChangeDealer(ctx, supervisor, table, next.Dealer)
	stint := answer[floor.Stint](t, a, err)
	if stint.Before != pair.Dealer || stint.Dealer != next.Dealer || stint.Table != table {
		t.Errorf("%+v", stint)
	}
	if _, err := p.floor.ChangeDealer(ctx, floortest.Caller(floor.Pair{Dealer: pair.Supervisor}, "change", 2), table, next.Dealer); !errors.Is(err, ledger.ErrDealing) {
		t.Errorf("the same dealer again: %v", err)
	}
	own := p.by(pair)
	own.Own = true
	if _, err := p.floor.Do(ctx, own, id(t, v), floor.Change{N: 1, Events: []games.Event{anteOf(2, 10)}}); !errors.Is(err, desk.ErrNotOwn) {
		t.Errorf("who dealt before: %v", err)
	}
	relief := p.by(next)
	relief.Own = true
	if _, err := p.floor.Do(ctx, relief, id(t, v), floor.Change{N: 1, Events: []games.Event{anteOf(2, 10)}}); err != nil {
		t.Errorf("who deals now: %v", err)
	}
	if _, err := p.floor.DropTable(ctx, p.by(pair), table, pair, floor.Counts{"10": 1}); !errors.Is(err, desk.ErrNotOwn) {
		t.Errorf("a drop by who dealt before: %v", err)
	}
	if _, err := p.floor.OpenTable(ctx, p.by(pair), shut, pair, floor.Counts{"10": 1}); err != nil {
		t.Errorf("who is free opens another table: %v", err)
	}
	if n := p.notes(table)[1]; n.Kind != "dealer" || n.Actor != pair.Supervisor || n.Before != `{"dealer": "dealer-1"}` || n.After != `{"dealer": "relief"}` {
		t.Errorf("%+v", n)
	}
	p.sound()
}
