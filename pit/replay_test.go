package pit_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/pit"
	"croupier/postgres/postgrestest"
	"croupier/sight"
	"croupier/words"
)

// hall is a floor and the pit that watches it, with a clock of their own.
type hall struct {
	t     *testing.T
	floor *floor.Floor
	pit   *pit.Pit
	desk  *desk.Desk
	keys  int64
}

func newHall(t *testing.T) *hall {
	t.Helper()
	pool := postgrestest.NewPool(t)
	floortest.People(t, pool)
	h := &hall{t: t, desk: desk.New(pool, func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) })}
	h.pit = pit.New(h.desk, pit.Options{})
	var err error
	if h.floor, err = floor.New(h.desk, floor.Options{Key: [32]byte{1}}); err != nil {
		t.Fatal(err)
	}
	return h
}

// table is a new table, open.
func (h *hall) table(s house.Spec) int64 {
	h.t.Helper()
	table := floortest.Table(h.t, h.desk.Pool, s)
	floortest.Open(h.t, h.floor, table)
	return table
}

// caller is the table's dealer, under a new key.
func (h *hall) caller(table int64) desk.Caller {
	h.keys++
	return floortest.Caller(floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}, "key", h.keys)
}

// seen is what a request was answered, a view.
func (h *hall) seen(a desk.Answer, err error) floor.View {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	var v floor.View
	if err := json.Unmarshal(a.Body, &v); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// play plays a round one event a request, and keeps what the table saw after each.
func (h *hall) play(table int64, seed uint64) []floor.View {
	h.t.Helper()
	v := h.seen(h.floor.OpenRound(h.t.Context(), h.caller(table), table))
	live := []floor.View{v}
	d := gamestest.NewDealer(gamestest.Rand(seed), 4)
	d.Strikes, d.Voids = 60, 8
	for len(v.Next) > 0 {
		e := d.Answer(v.Next)
		if v.Deck != nil {
			e.Cards = nil
		}
		v = h.seen(h.floor.Do(h.t.Context(), h.caller(table), idOf(h.t, v), floor.Change{N: v.N, Events: []games.Event{e}}))
		live = append(live, v)
	}
	return live
}

func idOf(t *testing.T, v floor.View) sight.RoundID {
	t.Helper()
	id, err := sight.ParseRoundID(v.ID)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// tables are one of each game, of them two whose deck deals.
func (h *hall) tables() []int64 {
	h.t.Helper()
	p, err := paytables.Default("bonus-1")
	if err != nil {
		h.t.Fatal(err)
	}
	chip := decimal.NewFromInt(1)
	return []int64{
		h.table(house.Spec{Game: "ultimate-texas-holdem", Chip: chip}),
		h.table(house.Spec{Game: "casino-holdem", Chip: chip, TimeZone: "Asia/Seoul", Dealing: house.ByDeck}),
		h.table(house.Spec{
			Game: "texas-holdem-bonus", House: games.House{"ante_pays_from": "straight"}, Chip: chip,
			Paytables: map[string]paytables.Paytable{"bonus": p}, Dealing: house.ByDeck, DealOrder: "community-first",
		}),
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Each step of a replay is what the table saw then, to the letter, whoever dealt
// and whatever was struck or voided.
func TestReplayIsWhatTheTableSaw(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	struck := 0
	for _, table := range h.tables() {
		for seed := range uint64(6) {
			live := h.play(table, seed)
			for i, l := range words.Languages() {
				r, err := h.pit.Replay(t.Context(), idOf(t, live[0]), pit.AllSteps, l)
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Steps) != len(live) || !r.Replay || r.Last != len(live)-1 {
					t.Fatalf("round %s: %d steps, want %d", live[0].ID, len(r.Steps), len(live))
				}
				if i == 0 {
					struck += sameSteps(t, r.Steps, live)
				}
				inWords(t, l, r)
			}
		}
	}
	if struck == 0 {
		t.Error("no round had an event struck")
	}
}

// sameSteps compares the steps with what was seen, and returns how many were
// struck.
func sameSteps(t *testing.T, steps []pit.ReplayStep, live []floor.View) (struck int) {
	t.Helper()
	strikes := 0
	for n, s := range steps {
		if diff := cmp.Diff(text(t, live[n]), text(t, s.View)); diff != "" {
			t.Fatalf("round %s, step %d: %s", live[n].ID, n, diff)
		}
		if n == 0 {
			continue
		}
		asked := false
		for _, p := range live[n-1].Next {
			asked = asked || s.Asked != nil && text(t, p) == text(t, *s.Asked)
		}
		if !asked || s.Event.N != n || s.Event.Actor == "" || s.Event.At.IsZero() {
			t.Fatalf("round %s, step %d answers %v: %+v", live[n].ID, n, s.Asked, s.Event)
		}
		if s.Event.Kind == games.KindStrike {
			strikes++
		}
		if s.Struck != 0 {
			struck++
			if by := steps[s.Struck]; by.Event.Kind != games.KindStrike || s.Mark == "" || s.Struck <= n {
				t.Fatalf("round %s, step %d was struck by step %d, a %s", live[n].ID, n, s.Struck, by.Event.Kind)
			}
		}
	}
	if struck != strikes {
		t.Fatalf("round %s: %d steps are struck by %d strikes", live[0].ID, struck, strikes)
	}
	return struck
}

// inWords holds every step to words in the language.
func inWords(t *testing.T, l words.Language, r pit.Replay) {
	t.Helper()
	if want := (map[words.Language]string{"en": "REPLAY", "ko": "다시 보기", "ru": "ПОВТОР"})[l]; r.Mark != want {
		t.Errorf("%s is marked %q", l, r.Mark)
	}
	for n, s := range r.Steps {
		said := s.Heading + s.Said + s.Mark
		if s.Heading == "" || n > 0 && s.Said == "" || strings.ContainsAny(said, "{}%") || strings.Contains(said, "event.") || strings.Contains(said, "place.") {
			t.Errorf("%s step %d: %q", l, n, said)
		}
	}
}

// One step alone is the step among all, and steps there are not are refused.
func TestReplayOfOneStep(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	live := h.play(h.tables()[1], 3)
	id, last := idOf(t, live[0]), len(live)-1
	all, err := h.pit.Replay(t.Context(), id, pit.AllSteps, words.Korean)
	if err != nil {
		t.Fatal(err)
	}
	for n := range live {
		one, err := h.pit.Replay(t.Context(), id, n, words.Korean)
		if err != nil || len(one.Steps) != 1 || one.Last != last || text(t, one.Steps[0]) != text(t, all.Steps[n]) {
			t.Fatalf("step %d alone: %v, %v", n, one.Steps, err)
		}
	}
	if !strings.Contains(all.Steps[0].Heading, "2026년 11월 30일 21:00:00 KST") {
		t.Errorf("the table's clock says %q", all.Steps[0].Heading)
	}
	for _, n := range []int{-2, last + 1} {
		if _, err := h.pit.Replay(t.Context(), id, n, words.English); !errors.Is(err, pit.ErrNoStep) {
			t.Errorf("step %d: %v", n, err)
		}
	}
	if _, err := h.pit.Replay(t.Context(), sight.RoundID{Table: id.Table, Number: 99}, 0, words.English); !errors.Is(err, ledger.ErrNoRound) {
		t.Errorf("a round that was never dealt: %v", err)
	}
}

// A deck that deals is never laid open: no step shows a card but those turned by
// then, and none its nonce.
func TestReplayHidesTheDeck(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	table, turned := h.tables()[2], 0
	for seed := range uint64(4) {
		live := h.play(table, seed)
		r, err := h.pit.Replay(t.Context(), idOf(t, live[0]), pit.AllSteps, words.English)
		if err != nil {
			t.Fatal(err)
		}
		turned += hidesTheDeck(t, r.Steps)
	}
	if turned < 10 {
		t.Errorf("only %d cards were turned in all", turned)
	}
}

// hidesTheDeck returns how many cards were turned in the end.
func hidesTheDeck(t *testing.T, steps []pit.ReplayStep) int {
	t.Helper()
	turned := map[cards.Card]bool{}
	for n, s := range steps {
		if s.View.Deck == nil || s.View.Deck.Nonce != "" || s.View.Deck.Cards != nil {
			t.Fatalf("step %d shows the deck: %+v", n, s.View.Deck)
		}
		if s.Event != nil {
			for _, c := range s.Event.Cards {
				turned[c] = true
			}
		}
		lying := slices.Concat(s.View.Board, s.View.Dealer)
		for _, seat := range s.View.Seats {
			lying = slices.Concat(lying, seat.Cards, seat.Best)
		}
		for _, c := range lying {
			if c.Known() && !turned[c] {
				t.Fatalf("step %d shows %s before it was turned", n, c)
			}
		}
	}
	return len(turned)
}
