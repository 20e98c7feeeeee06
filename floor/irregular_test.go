package floor_test

import (
	"errors"
	"testing"

	"croupier/desk"
	"croupier/floor"
	"croupier/games"
	"croupier/ledger"
)

// A ruling is on record with who ruled: of a round that is played on it is all that
// happens, with strikes and voids it stands on their page.
func TestRulings(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	table, pair := p.staffed(uth())
	v := p.open(table)
	ante := games.Event{Step: "bets", Kind: games.KindBet, Place: 1, Do: games.DoBet, Wager: "ante", Amount: dec("10")}
	other := ante
	other.Place = 2
	v = p.must(v, ante, other, games.Event{Step: "bets", Kind: games.KindClose}, games.Event{Step: "hole", Kind: games.KindDeal, Place: 1})
	id, err := floor.ParseRoundID(v.ID)
	if err != nil {
		t.Fatal(err)
	}
	rule := func(by desk.Caller, i floor.Irregularity, n int, events ...games.Event) (floor.View, error) {
		i.CalledBy = "player"
		a, err := p.floor.Rule(t.Context(), by, id, i, floor.Change{N: n, Events: events})
		if err != nil {
			return floor.View{}, err
		}
		return p.view(a), nil
	}
	dead := games.Event{Kind: games.KindVoid, Place: 2, Do: games.DoDead, Note: "left"}
	back := games.Event{Kind: games.KindVoid, Place: 2, Note: "left"}
	void := games.Event{Kind: games.KindVoid, Note: "jam"}
	strike := games.Event{Kind: games.KindStrike, Note: "seat 2"}
	for name, c := range map[string]struct {
		by     desk.Caller
		ruling string
		n      int
		events []games.Event
		want   error
	}{
		"alone":                   {p.caller(), floor.PlayOn, v.N, nil, floor.ErrTwoPersons},
		"played on with an event": {p.by(pair), floor.PlayOn, v.N, []games.Event{strike}, floor.ErrRuling},
		"dead without an event":   {p.by(pair), "dead", v.N, nil, floor.ErrRuling},
		"dead that returns":       {p.by(pair), "dead", v.N, []games.Event{back}, floor.ErrRuling},
		"return that kills":       {p.by(pair), "return", v.N, []games.Event{dead}, floor.ErrRuling},
		"void of a seat":          {p.by(pair), "void", v.N, []games.Event{dead}, floor.ErrRuling},
		"moved that voids":        {p.by(pair), "moved", v.N, []games.Event{void}, floor.ErrRuling},
		"played on, stale":        {p.by(pair), floor.PlayOn, v.N - 1, nil, floor.ErrStale},
	} {
		if _, err := rule(c.by, floor.Irregularity{Event: "other", Ruling: c.ruling}, c.n, c.events...); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for _, c := range []struct {
		ruling string
		n      int
		events []games.Event
	}{{floor.PlayOn, v.N, nil}, {"moved", v.N + 1, []games.Event{strike}}} {
		got, err := rule(p.by(pair), floor.Irregularity{Event: "other", Ruling: c.ruling}, v.N, c.events...)
		if err != nil || got.N != c.n {
			t.Errorf("%s: %d events, %v; want %d", c.ruling, got.N, err, c.n)
		}
	}
	if v, err = rule(p.by(pair), floor.Irregularity{Event: "jam", Ruling: "void"}, floor.AnyN, void); err != nil || v.Status != floor.Void {
		t.Errorf("void: %s, %v", v.Status, err)
	}
	if _, err := rule(p.by(pair), floor.Irregularity{Event: "burn", Ruling: floor.PlayOn}, floor.AnyN); !errors.Is(err, games.ErrOver) {
		t.Errorf("of a round that is over: %v", err)
	}
	ruled := 0
	for _, n := range p.notes(table) {
		if n.Kind == ledger.SignificantIrregularity {
			ruled++
			if n.Subject != "round "+v.ID || n.Approver != pair.Supervisor || n.Actor != pair.Dealer {
				t.Errorf("%+v", n)
			}
		}
	}
	if ruled != 3 {
		t.Errorf("%d rulings are on record, want 3", ruled)
	}
	p.sound()
}
