package floor_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"croupier/floor"
	"croupier/games/gamestest"
	"croupier/house"
)

func (p *pit) display(table int64) *floor.Display {
	p.t.Helper()
	d, err := p.floor.Display(context.Background(), table)
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

// shows holds that the display of the round's table has come as far as the round.
func (p *pit) shows(v floor.View, before *floor.Display) {
	p.t.Helper()
	seen := p.display(v.Table)
	if seen.Round == nil || seen.Round.ID != v.ID || seen.Round.N != v.N || seen.Tag == before.Tag {
		p.t.Fatalf("after %d events of %s: %+v", v.N, v.ID, seen.Round)
	}
}

// A display is made anew when something happened at its table, and only then; a server
// that was just started shows the same.
func TestADisplayFollowsItsTable(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	table, other := p.table(deckUTH()), p.table(bonus(t))
	empty := p.display(table)
	if !empty.Open || empty.Round != nil || len(empty.Latest) != 0 || empty.Pins.Digest != empty.Felt.Pins.Digest {
		t.Fatalf("%+v", empty)
	}
	p.open(other)
	if p.display(table) != empty {
		t.Error("made anew although nothing happened at the table")
	}
	var ids []string
	for round := range uint64(10) {
		v := p.open(table)
		ids = append([]string{v.ID}, ids...)
		d := gamestest.NewDealer(gamestest.Rand(round), 3)
		d.Voids = 5
		for len(v.Next) > 0 {
			if round < 2 {
				p.shows(v, empty)
			}
			e := d.Answer(v.Next)
			e.Cards = nil
			v = p.answers(v, e)
		}
		seen := p.display(table)
		if seen.Round != nil || seen.Done == nil || seen.Done.ID != v.ID || seen.Done.Dealer.String() != v.Dealer.String() || len(seen.Done.Lines) != len(v.Lines) {
			t.Errorf("%s ended, and there lies %+v", v.ID, seen.Done)
		}
		want := floor.Ended{ID: v.ID, Status: v.Status, Board: v.Board, Dealer: v.Dealer, Hand: seen.Latest[0].Hand, At: noon}
		if diff := cmp.Diff(want, seen.Latest[0], cmpopts.EquateEmpty()); diff != "" || (want.Hand == "") != (len(v.Board) < 5 || !v.Dealer[0].Known()) {
			t.Errorf("%s (-want +got)\n%s", v.ID, diff)
		}
	}
	seen := p.display(table)
	for i, e := range seen.Latest {
		if e.ID != ids[i] {
			t.Errorf("%d: %s, want %s", i, e.ID, ids[i])
		}
	}
	again, err := floor.New(p.desk, floor.Options{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	anew, err := again.Display(t.Context(), table)
	if err != nil || anew.Tag != seen.Tag || len(anew.Latest) != 8 || fmt.Sprint(anew.Latest) != fmt.Sprint(seen.Latest) {
		t.Errorf("%v\n%+v\n%+v", err, anew, seen)
	}
	if _, err := p.floor.Display(t.Context(), 99); !errors.Is(err, house.ErrNoTable) {
		t.Errorf("%v", err)
	}
}
