package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/cards"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
	"croupier/web/webtest"
)

// deals opens the next round of the table and lets the events happen, as its dealer
// does.
func (s *terminal) deals(table int64, events ...games.Event) floor.RoundID {
	s.t.Helper()
	alone := floor.Pair{Dealer: floortest.Dealer(table)}
	a, err := s.h.Floor.OpenRound(s.t.Context(), floortest.Caller(alone, s.t.Name()+" opens", rounds.Add(1)), table)
	if err != nil {
		s.t.Fatal(err)
	}
	var v floor.View
	if err := json.Unmarshal(a.Body, &v); err != nil {
		s.t.Fatal(err)
	}
	id, err := floor.ParseRoundID(v.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.h.Floor.Do(s.t.Context(), floortest.Caller(alone, s.t.Name()+" deals", rounds.Add(1)), id, floor.Change{N: 0, Events: events}); err != nil {
		s.t.Fatal(err)
	}
	return id
}

// rounds makes keys.
var rounds atomic.Int64

// round is the round as everybody may see it.
func (s *terminal) round(id floor.RoundID) floor.View {
	s.t.Helper()
	v, err := s.h.Floor.Round(s.t.Context(), id, games.Dealer)
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

// significants are the significant events of the kind, the newest first.
func (s *terminal) significants(kind string) []ledger.SignificantEvent {
	s.t.Helper()
	events, _, err := ledger.Significants(s.t.Context(), s.h.Pool, ledger.SignificantFilter{Kind: kind})
	if err != nil {
		s.t.Fatal(err)
	}
	return events
}

// A round of which something went wrong: a hand is dead, one thing is played on, a card
// is moved, and the round is void in the end, each by a supervisor's PIN.
func TestStationIrregularities(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(tableOf("ultimate-texas-holdem"))
	s := newTerminal(t, h, webtest.Station, "en")
	s.enter(floortest.Dealer(table))
	r := s.deals(table, record(t, `bet 1 ante 10000; bet 2 ante 20000; bet 2 trips 5000; close; deal hole 1; deal hole 2; deal dealer 0`)...)
	s.See("[data-tap=option]")

	s.menu("irregular")
	s.Axe()
	s.fits()
	s.Shot("events")
	s.Tap("[data-event=burn]")
	s.Type("#cards", "Ah")
	s.Type("#note", markup)
	s.Axe()
	s.fits()
	s.second(floortest.Dealer(table), webtest.PIN)
	s.refused("two_persons")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	s.harmless()
	if v := s.round(r); v.N != 7 {
		t.Errorf("played on, the round has %d events", v.N)
	}

	s.menu("irregular")
	s.Tap("[data-event=misplaced]")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	if v := s.round(r); v.N != 10 || v.Next[0].Kind != games.KindDeal || v.Next[0].Step != "hole" {
		t.Errorf("moved, the round has %d events and asks %+v", v.N, v.Next[0])
	}
	s.Tap("[data-tap=primary][data-step=dealer]:enabled")
	s.See("[data-tap=option]")

	s.menu("irregular")
	s.Tap("[data-event=left-table]")
	s.second("supervisor-1", webtest.PIN)
	s.Says(".complaint", "seat")
	s.Tap("[data-field=seats] [data-value='2']")
	s.Says(".effect [data-seat='2']", "45,000")
	s.Shot("dead")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	if v := s.round(r); v.N != 14 || v.Seats[1].Ruling != "dead" {
		t.Errorf("%+v", v.Seats)
	}

	s.menu("irregular")
	s.See("[data-event=misplaced]:disabled") // a ruling was last, not a card
	s.Tap("[data-event=jam]")
	s.Says(".effect [data-seat='1']", "20,000")
	s.Tap("[data-field=caller] [data-value=surveillance]")
	s.fits()
	s.Shot("void")
	s.second("supervisor-2", webtest.PIN)
	s.Gone("dialog")
	v := s.round(r)
	if v.Status != floor.Void || v.Entry == nil || v.Entry.Kind != ledger.KindVoid {
		t.Errorf("the round is %s, entry %+v", v.Status, v.Entry)
	}
	var ruled []string
	for _, e := range s.significants(ledger.SignificantIrregularity) {
		ruled = append(ruled, e.Approver+" "+string(e.After.(json.RawMessage)))
	}
	if len(ruled) != 4 || !strings.Contains(ruled[0], "supervisor-2") || !strings.Contains(ruled[0], `"surveillance"`) || !strings.Contains(ruled[3], `"play-on"`) {
		t.Errorf("rulings on record: %q", ruled)
	}
}

// record reads events as: bet 1 ante 10000; deal flop -1 AhKdQc; act preflop 1 bet play 40000.
func record(t *testing.T, text string) (events []games.Event) {
	t.Helper()
	for _, line := range strings.Split(text, ";") {
		var e games.Event
		f := strings.Fields(line)
		switch e.Kind = games.Kind(f[0]); e.Kind {
		case games.KindBet:
			e.Step, e.Do, e.Wager, e.Amount = "bets", games.DoBet, f[2], won(f[3])
			e.Place = place(t, f[1])
		case games.KindClose:
			e.Step = "bets"
		case games.KindPay:
			e.Step, e.Place = "pay", place(t, f[1])
		default:
			e.Step, e.Place = strings.ReplaceAll(f[1], "_", " "), place(t, f[2])
			if e.Kind == games.KindAct {
				e.Do = f[3]
				if len(f) > 4 {
					e.Wager, e.Amount = f[4], won(f[5])
				}
				break
			}
			if len(f) > 3 {
				c, err := cards.ParseAll(f[3])
				if err != nil {
					t.Fatal(err)
				}
				e.Cards = c
			}
		}
		events = append(events, e)
	}
	return events
}

func place(t *testing.T, text string) games.Place {
	t.Helper()
	var p games.Place
	if _, err := fmt.Sscan(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// settled is a round of two seats that was settled.
const settled = `bet 1 ante 10000; bet 2 ante 20000; close; deal hole 1; deal hole 2; deal dealer 0; act preflop 1 bet play 40000; act preflop 2 check; deal burn_1 -2;
	deal flop -1 AsKs7s; act after_flop 2 check; deal burn_2 -2; deal turn_and_river -1 2d9d; act after_river 2 fold; show dealer_opens 0 9h4c; show seats_open 1 Qs3s; pay 2; pay 1`

// A round that was settled wrongly is corrected with a supervisor at the dealer's screen:
// a card, then a bet with the decision that follows it, then a decision after which
// cards are asked for; and at last the round is void.
func TestStationCorrects(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(tableOf("ultimate-texas-holdem"))
	s := newTerminal(t, h, webtest.Station, "en")
	s.enter(floortest.Dealer(table))
	r := s.deals(table, record(t, settled)...)
	s.See(".summary [data-net]")

	s.menu("supervisor")
	s.See(".record [data-item]")
	s.Axe()
	s.Shot("record")
	s.Tap("[data-item='card 1 seats open 1']")
	s.Axe()
	s.Shot("card")
	s.Tap("[data-pick='3d']")
	s.Says("[data-place='1']", "changed")
	s.Type("#why", markup)
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='1']")
	s.harmless()
	s.Axe()
	s.fits()
	s.Shot("outcome")
	s.second(floortest.Dealer(table), webtest.PIN)
	s.refused("two_persons")
	s.second("supervisor-1", "902817")
	s.refused("wrong_secret")
	s.corrected(r, 3)

	s.menu("supervisor")
	s.Tap("[data-item='bet 1 ante']")
	s.Type("#stake", "20000")
	s.Tap("[data-do=stake]")
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='1']") // the play bet is four times the stake still
	s.corrected(r, 5)
	if bets := s.asIfDealt(r).Seats[0].Bets; bets["ante"] != "20000" || bets["play"] != "80000" {
		t.Errorf("seat 1 bets %v", bets)
	}

	s.menu("supervisor")
	s.Tap("[data-item='act 2 after river']")
	s.Tap(".editor [data-answer^='bet play']")
	s.Tap("[data-do=work]:enabled")
	s.Says(".asked", "Seat 2")
	s.Shot("asked")
	s.Tap(".asked [data-pick='Ad']")
	s.Tap(".asked [data-pick='Kd']")
	s.See(".moves [data-seat='2']")
	s.corrected(r, 7)
	if seat := s.asIfDealt(r).Seats[1]; seat.Folded || seat.Cards.String() != "Ad Kd" {
		t.Errorf("%+v", seat)
	}

	s.menu("supervisor")
	s.Tap("[data-item='bet 2 ante']")
	s.Tap("[data-do='no bet']")
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='2']") // and nothing is asked of the seat any more
	s.corrected(r, 9)
	if v := s.asIfDealt(r); len(v.Seats) != 1 || v.Seats[0].Seat != 1 {
		t.Errorf("%+v", v.Seats)
	}

	s.menu("supervisor")
	s.Tap("[data-do=void]")
	s.Type("#why", "misdealt")
	s.Tap("[data-do=void]")
	s.See(".moves")
	s.corrected(r, 11)
	if _, err := ledger.Verify(t.Context(), h.Pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) }); err != nil {
		t.Error(err)
	}
}

// corrected holds what the screen says of chips to what the entries come to, once a
// supervisor approved: the round has so many entries then.
func (s *terminal) corrected(id floor.RoundID, entries int) {
	s.t.Helper()
	said := webtest.Eval[map[string]string](s.Screen, `Object.fromEntries([...document.querySelectorAll(".moves [data-seat]")].map(e => [e.dataset.seat, e.dataset.chips]))`)
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	list, err := ledger.ReadEntries(s.t.Context(), s.h.Pool, id.Table, id.Number)
	if err != nil || len(list) != entries {
		s.t.Fatalf("%d entries, %v, want %d", len(list), err, entries)
	}
	moved := map[string]string{}
	for seat := range games.Place(8) {
		chips := won("0")
		for _, e := range list[entries-2:] {
			for _, l := range e.Lines {
				if l.Seat == seat {
					chips = chips.Add(l.Amount)
				}
			}
		}
		if !chips.IsZero() {
			moved[fmt.Sprint(int(seat))] = chips.String()
		}
	}
	if diff := cmp.Diff(moved, said); diff != "" {
		s.t.Errorf("the screen said other chips than the book moved: %s", diff)
	}
	for _, e := range list[entries-2:] {
		if e.Actor != floortest.Dealer(id.Table) || e.Approver != "supervisor-1" {
			s.t.Errorf("%s by %s, approved by %s", e.Kind, e.Actor, e.Approver)
		}
	}
}

// asIfDealt is the round as the record that stands makes it.
func (s *terminal) asIfDealt(id floor.RoundID) floor.View {
	s.t.Helper()
	list, err := s.h.Pit.Corrections(s.t.Context(), pit.CorrectionFilter{Table: id.Table, Round: id.Number, State: pit.Approved})
	if err != nil || len(list) == 0 {
		s.t.Fatal(list, err)
	}
	felt, err := house.LoadFelt(s.t.Context(), s.h.Pool, id.Table, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	round := felt.Round()
	for _, e := range list[0].Events {
		if err := round.Apply(e); err != nil {
			s.t.Fatal(err)
		}
	}
	return sight.Of(ledger.Round{Table: id.Table, Number: id.Number}, felt, round)
}

// All that is done beside a round, in each language and on the smallest screen: nothing
// needs scrolling. The next dealer takes over at the end.
func TestStationBesideInAllLanguages(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	closed, table := h.Set(tableOf("ultimate-texas-holdem")), h.Open(tableOf("ultimate-texas-holdem"))
	var s *terminal
	for i, language := range []string{"ko", "ru", "en"} {
		s = newTerminal(t, h, webtest.Small, language)
		if i == 0 {
			s.deals(table, record(t, settled)...)
			s.deals(table, record(t, `bet 1 ante 10000; bet 2 ante 20000; close; deal hole 1; deal hole 2; deal dealer 0`)...)
		}
		s.shot("entry")
		s.enter(floortest.Dealer(closed))
		s.Tap(".door")
		s.counted(".opening", map[string]string{"1000": "100", "10000": "200", "100000": "20"})
		s.shot("opening")
		s.Tap("[data-view=opening] .plain")
		s.See("[data-view=entry]")
		s.enter(floortest.Dealer(table))
		s.See("[data-tap=option]")
		s.dialogs()
		s.locks(floortest.Dealer(table), "[data-tap=option]")
		s.shot("lock")
	}
	s.Type("[data-view=lock] .pin", webtest.PIN)
	s.Key("\r")
	s.Gone("[data-view=lock]")
	s.See("[data-link=on]")
	s.menu("irregular")
	s.Tap("[data-event=jam]")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	s.menu("close")
	s.counted("dialog section:nth-child(1)", map[string]string{"1000": "35", "10000": "200", "100000": "20"})
	s.shot("close")
	s.Tap("[data-do=counted]")
	s.shot("closing")
	s.Tap("dialog .leave")
	s.relieved(table, "dealer-9")
}

// dialogs shows what there is in a round.
func (s *terminal) dialogs() {
	s.t.Helper()
	s.menu("fill")
	s.shot("fill")
	s.Tap("dialog .leave")
	s.menu("irregular")
	s.shot("events")
	s.Tap("[data-event=exposed]")
	s.shot("ruling")
	s.Tap("dialog .leave")
	s.menu("supervisor")
	s.Tap("[data-item='card 1 seats open 1']")
	s.Tap("[data-pick='3d']")
	s.Tap("[data-item='card 1 seats open 0']")
	s.Shot("correction-" + s.language())
	s.Tap("[data-do=work]:enabled")
	s.See(".moves [data-seat='1']")
	s.shot("outcome")
	s.Tap("dialog .leave")
	s.menu("pin")
	s.shot("pin")
	s.Tap("dialog .leave")
	s.menu("dealer")
	s.shot("dealer")
	s.Tap("dialog .leave")
}

func (s *terminal) language() string {
	return webtest.Eval[string](s.Screen, "document.documentElement.lang")
}

// shot leaves the screen as it stands, of which all must be seen.
func (s *terminal) shot(name string) {
	s.t.Helper()
	s.fits()
	s.Shot(name + "-" + s.language())
}

// relieved puts another dealer on the table, who signs in there.
func (s *terminal) relieved(table int64, next string) {
	s.t.Helper()
	s.h.Add(next, roles.Dealer)
	s.menu("dealer")
	s.Type("dialog section:not(.second) .names input", markup)
	s.second("supervisor-1", webtest.PIN)
	s.See(".complaint")
	s.harmless()
	s.Type("dialog section:not(.second) .names input", next)
	s.second("supervisor-1", webtest.PIN)
	s.See("[data-view=entry]")
	s.Tap("[data-view=entry] [data-person='" + next + "']")
	s.digits("[data-view=entry]", webtest.PIN)
	s.Tap("[data-view=entry] .primary")
	s.See("[data-tap=primary]")
	if got := asks[struct{ Dealer string }](s, fmt.Sprintf("/v1/tables/%d", table)); got.Dealer != next {
		s.t.Errorf("%q deals at the table, want %q", got.Dealer, next)
	}
}
