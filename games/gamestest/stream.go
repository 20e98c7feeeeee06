package gamestest

import (
	"encoding/json"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// Stream reads data as a setting and a stream of events, legal and not, and
// applies them: none may panic, a refused one leaves no trace, and what stands
// in the end is a round like any other. It is the body of a fuzz test.
func Stream(t *testing.T, e games.Edition, data []byte) {
	t.Helper()
	s := stream{data: data}
	setups := Setups(e)
	g, pays, err := Build(e, setups[s.below(len(setups))])
	if err != nil {
		t.Fatal(err)
	}
	terms := games.DefaultTerms()
	terms.Seats = 1 + s.below(e.Seats)
	r := games.NewRound(g, terms, pays)
	for len(s.data) > 0 && r.N() < 200 && !r.Over() {
		before := r.N()
		if err := r.Apply(s.event(r)); err != nil && r.N() != before {
			t.Fatalf("refused and recorded: %v", err)
		}
	}
	checkHidden(t, r)
	checkReplays(t, g, terms, pays, r)
	if r.Over() {
		CheckLines(t, r)
	}
}

// checkReplays: the record is legal, can be written down and read, and gives
// the same round.
func checkReplays(t *testing.T, g *games.Game, terms games.Terms, pays games.Pays, r *games.Round) {
	t.Helper()
	b, err := json.Marshal(r.Events())
	if err != nil {
		t.Fatal(err)
	}
	var events []games.Event
	if err := json.Unmarshal(b, &events); err != nil {
		t.Fatal(err)
	}
	again, err := games.Replay(g, terms, pays, events)
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	same(t, "replayed", Snapshot(again), Snapshot(r))
}

// A stream hands out the bytes of a fuzz input; at its end all are 0.
type stream struct{ data []byte }

func (s *stream) next() byte {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

func (s *stream) below(n int) int { return int(s.next()) % n }

// event is an answer to one of the prompts, complete or with a field changed.
func (s *stream) event(r *games.Round) games.Event {
	next := r.Next(nil)
	p := next[s.below(len(next))]
	e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
	if len(p.Options) > 0 {
		o := p.Options[s.below(len(p.Options))]
		e.Do, e.Wager, e.Amount = o.Do, o.Wager, o.Min
		if o.Max.GreaterThan(o.Min) {
			e.Amount = decimal.New(int64(s.next()), int32(s.below(8))-4)
		}
	}
	if !p.Down {
		for range p.Count {
			e.Cards = append(e.Cards, cards.Card(1+s.below(52)))
		}
	}
	if p.Kind == games.KindStrike || p.Kind == games.KindVoid {
		e.Note = "a reason"
	}
	s.spoil(&e)
	return e
}

// spoil changes a field of some events.
func (s *stream) spoil(e *games.Event) {
	switch s.below(32) {
	case 1:
		e.Step = string(s.take())
	case 2:
		e.Kind = games.Kind(s.take())
	case 3:
		e.Place = games.Place(s.next())
	case 4:
		e.Do = string(s.take())
	case 5:
		e.Wager = string(s.take())
	case 6:
		e.Amount = decimal.New(int64(int8(s.next())), int32(s.next())<<24|int32(s.next()))
	case 7:
		e.Cards = nil
		for _, b := range s.take() {
			e.Cards = append(e.Cards, cards.Card(b))
		}
	case 8:
		e.Note = string(s.take())
	case 9:
		e.Late = true
	}
}

func (s *stream) take() []byte {
	n := min(s.below(16), len(s.data))
	taken := s.data[:n]
	s.data = s.data[n:]
	return taken
}
