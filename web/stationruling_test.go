package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"croupier/cards"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/ledger"
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
	s.playsOn(r)
	s.movesBack(r)
	s.killsHand(r)
	s.voids(r)
	var ruled []string
	for _, e := range s.significants(ledger.SignificantIrregularity) {
		ruled = append(ruled, e.Approver+" "+string(e.After.(json.RawMessage)))
	}
	if len(ruled) != 4 || !strings.Contains(ruled[0], "supervisor-2") || !strings.Contains(ruled[0], `"surveillance"`) || !strings.Contains(ruled[3], `"play-on"`) {
		t.Errorf("rulings on record: %q", ruled)
	}
}

// playsOn records that a burn was forgotten; the round is as it was.
func (s *terminal) playsOn(r floor.RoundID) {
	s.t.Helper()
	s.menu("irregular")
	s.Axe()
	s.fits()
	s.Shot("events")
	s.Tap("[data-event=burn]")
	s.Type("#cards", "Ah")
	s.Type("#note", markup)
	s.Axe()
	s.fits()
	s.second(floortest.Dealer(r.Table), webtest.PIN)
	s.refused("two_persons")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	s.harmless()
	if v := s.round(r); v.N != 7 {
		s.t.Errorf("played on, the round has %d events", v.N)
	}
}

// movesBack takes the cards back that lie in the wrong place, and deals them again.
func (s *terminal) movesBack(r floor.RoundID) {
	s.t.Helper()
	s.menu("irregular")
	s.Tap("[data-event=misplaced]")
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	if v := s.round(r); v.N != 10 || v.Next[0].Kind != games.KindDeal || v.Next[0].Step != "hole" {
		s.t.Errorf("moved, the round has %d events and asks %+v", v.N, v.Next[0])
	}
	s.Tap("[data-tap=primary][data-step=dealer]:enabled")
	s.See("[data-tap=option]")
}

// killsHand rules the hand of seat 2 dead.
func (s *terminal) killsHand(r floor.RoundID) {
	s.t.Helper()
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
		s.t.Errorf("%+v", v.Seats)
	}
}

// voids ends the round.
func (s *terminal) voids(r floor.RoundID) {
	s.t.Helper()
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
		s.t.Errorf("the round is %s, entry %+v", v.Status, v.Entry)
	}
}

// Once the cards are known the terminal's dealer alone is refused a void, and the screen
// has it ruled by a supervisor, another person, whose name stays with it.
func TestStationLateVoid(t *testing.T) {
	t.Parallel()
	h := webtest.New(t)
	table := h.Open(tableOf("ultimate-texas-holdem"))
	s := newTerminal(t, h, webtest.Station, "ko")
	s.enter(floortest.Dealer(table))
	shown, _, _ := strings.Cut(settled, "; pay")
	r := s.deals(table, record(t, shown)...)
	s.See("[data-step=pay]:enabled")
	alone := webtest.Eval[string](s.Screen, `fetch("/v1/rounds/%s/events", {method: "POST", headers: {"Content-Type": "application/json", "Idempotency-Key": "alone"},
		body: JSON.stringify({kind: "void", note: "misdeal"})}).then(r => r.json()).then(p => p.code)`, r)
	if alone != "needs_supervisor" {
		t.Errorf("alone: %q", alone)
	}
	before := s.round(r).N
	s.menu("irregular")
	s.Tap("[data-event=jam]")
	s.second(floortest.Dealer(table), webtest.PIN)
	s.refused("two_persons")
	if v := s.round(r); v.N != before || v.Status != floor.Paying {
		t.Errorf("refused, the round has %d events and is %s", v.N, v.Status)
	}
	s.second("supervisor-1", webtest.PIN)
	s.Gone("dialog")
	audit, err := h.Floor.Audit(t.Context(), r)
	if err != nil || audit.Entry == nil || audit.Entry.Kind != ledger.KindVoid || audit.Entry.Approver != "supervisor-1" || audit.Events[before].Approver != "supervisor-1" {
		t.Errorf("%+v, %v", audit.Entry, err)
	}
	if voids := s.significants(ledger.SignificantVoid); len(voids) != 1 || voids[0].Actor != floortest.Dealer(table) || voids[0].Approver != "supervisor-1" {
		t.Errorf("%+v", voids)
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
