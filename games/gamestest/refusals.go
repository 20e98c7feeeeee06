package gamestest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// checkWalk walks the round: at each point what is offered is accepted, what
// is not offered is refused and changes nothing.
func (c *played) checkWalk(t *testing.T) {
	r := c.fresh()
	for _, e := range c.round.Events() {
		next := r.Next(nil)
		p := next[c.rand.IntN(len(next))]
		checkPrompt(t, r, &p)
		c.checkOffered(t, r, p)
		before, n := Snapshot(r), r.N()
		for _, bad := range c.mutants(r, &e) {
			err := r.Apply(bad)
			if refusal := (*games.Refusal)(nil); !errors.As(err, &refusal) {
				t.Fatalf("%s is not refused: %v", EventText(&bad), err)
			}
		}
		if r.N() != n {
			t.Fatalf("refused events are in the record")
		}
		checkAsked(t, r)
		same(t, "refused", Snapshot(r), before)
		if err := r.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
}

// checkAsked: what is asked is what may happen next but for the rulings, also
// where the round still has it from before something was refused.
func checkAsked(t *testing.T, r *games.Round) {
	t.Helper()
	asked := strings.Join(Asked(r), "\n")
	next := r.Next(nil)
	for len(next) > 0 && ruled(next[len(next)-1]) {
		next = next[:len(next)-1]
	}
	same(t, "asked", asked, strings.Join(promptTexts(next), "\n"))
}

func ruled(p games.Prompt) bool { return p.Kind == games.KindStrike || p.Kind == games.KindVoid }

// checkPrompt: a prompt asks for something that can be given.
func checkPrompt(t *testing.T, r *games.Round, p *games.Prompt) {
	takesCards := p.Kind == games.KindDeal || p.Kind == games.KindShow
	chooses := p.Kind == games.KindBet || p.Kind == games.KindAct || p.Kind == games.KindVoid
	if takesCards != (p.Count > 0) || chooses != (len(p.Options) > 0) || p.Step == "" || p.By == "" {
		t.Errorf("no such prompt: %+v", *p)
	}
	for _, o := range p.Options {
		limit := r.Terms().Limits[o.Wager]
		bet := p.Kind == games.KindBet && !o.Max.IsZero()
		switch {
		case o.Do == "", o.Min.GreaterThan(o.Max), o.Min.IsNegative():
			t.Errorf("no such option: %+v", o)
		case o.Wager == "" && !o.Max.IsZero():
			t.Errorf("an amount without a wager: %+v", o)
		case p.Kind == games.KindAct && o.Wager != "" && (!o.Min.IsPositive() || !o.Min.Equal(o.Max)):
			t.Errorf("a decision of no fixed size: %+v", o)
		case bet && (o.Min.LessThan(limit.Min) || limit.Max.IsPositive() && o.Max.GreaterThan(limit.Max) || !o.Step.Equal(limit.Step)):
			t.Errorf("an option outside its limit: %+v, %+v", o, limit)
		}
	}
}

// checkOffered: each option of the prompt, at its least and its most, is
// accepted.
func (c *played) checkOffered(t *testing.T, r *games.Round, p games.Prompt) {
	answers := []games.Event{}
	for _, o := range p.Options {
		for _, a := range []decimal.Decimal{o.Min, o.Max} {
			if o.Step.IsZero() || a.Mod(o.Step).IsZero() {
				e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place, Do: o.Do, Wager: o.Wager, Amount: a}
				if p.Kind == games.KindVoid {
					e.Note = "misdeal"
				}
				answers = append(answers, e)
			}
		}
	}
	if len(p.Options) == 0 {
		answers = append(answers, c.dealerAt(r).AnswerTo(p))
	}
	for _, e := range answers {
		if err := c.replay(t, r.Events()).Apply(e); err != nil {
			t.Errorf("%s is offered and refused: %v", PromptText(p), err)
		}
	}
}

// mutants are answers close to e that no round may accept.
func (c *played) mutants(r *games.Round, e *games.Event) []games.Event {
	as := func(change func(*games.Event)) games.Event {
		m := *e
		m.Cards = append(cards.Cards(nil), e.Cards...)
		change(&m)
		return m
	}
	bad := []games.Event{
		as(func(m *games.Event) { m.Step += "?" }),
		as(func(m *games.Event) { m.Kind = "raise" }),
		as(func(m *games.Event) { m.Kind = "" }),
		as(func(m *games.Event) { m.Place = games.Place(c.terms.Seats + 1) }),
		as(func(m *games.Event) { m.Place = -128 }),
		as(func(m *games.Event) { m.Place = 127 }),
		as(func(m *games.Event) { m.Do = "dance" }),
		as(func(m *games.Event) { m.Wager = "dance" }),
		as(func(m *games.Event) { m.Amount = e.Amount.Add(decimal.New(1, -5)) }),
		as(func(m *games.Event) { m.Amount = decimal.New(-1, 0) }),
		as(func(m *games.Event) { m.Amount = decimal.New(2, 9) }),
		as(func(m *games.Event) { m.Amount = decimal.New(1, 1<<30) }),
		as(func(m *games.Event) { m.Amount = decimal.New(1, -1<<30) }),
		as(func(m *games.Event) { m.Cards = append(m.Cards, cards.FaceDown) }),
		as(func(m *games.Event) { m.Cards = make(cards.Cards, 60) }),
	}
	if e.Kind == games.KindStrike || e.Kind == games.KindVoid {
		return append(bad,
			as(func(m *games.Event) { m.Note = "" }),
			as(func(m *games.Event) { m.Note = " \n" }),
			as(func(m *games.Event) { m.Note = strings.Repeat("n", games.MaxNote+1) }),
		)
	}
	bad = append(bad, as(func(m *games.Event) { m.Note = "by the way" }))
	return append(bad, wrongCards(r, e, as)...)
}

// wrongCards are the cards of e replaced by ones that cannot lie there.
func wrongCards(r *games.Round, e *games.Event, as func(func(*games.Event)) games.Event) []games.Event {
	if len(e.Cards) == 0 {
		return nil
	}
	first := func(c cards.Card) games.Event { return as(func(m *games.Event) { m.Cards[0] = c }) }
	bad := []games.Event{first(53), first(255)}
	if !e.Cards[0].Known() {
		return append(bad, first(cards.Card(7)))
	}
	bad = append(bad, first(cards.FaceDown), as(func(m *games.Event) { m.Cards = m.Cards[1:] }))
	if n := len(e.Cards); n > 1 {
		bad = append(bad, first(e.Cards[n-1]))
	}
	for p := games.Board; p <= games.MaxSeats; p++ {
		if r.Shown(p) > 0 {
			bad = append(bad, first(r.Cards(p)[0]))
		}
	}
	return bad
}

// same fails the test where got is not want.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if a, b := line(g, i), line(w, i); a != b {
			t.Fatalf("%s, line %d:\n got %s\nwant %s", what, i+1, a, b)
		}
	}
}

func line(of []string, i int) string {
	if i < len(of) {
		return fmt.Sprintf("%q", of[i])
	}
	return "nothing"
}
