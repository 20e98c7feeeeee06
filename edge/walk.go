package edge

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// A walk plays one round as far as the next decision, and every way from there.
type walk struct {
	game  *games.Game
	terms games.Terms
	pays  games.Pays
}

// mostEvents is more than a round of one seat has.
const mostEvents = 200

// from plays on after the events to the next decision, or to the showdown.
func (w *walk) from(events []games.Event) (*Node, *Leaf, error) {
	r, err := games.Replay(w.game, w.terms, w.pays, events)
	if err != nil {
		return nil, nil, err
	}
	next := cards.Card(1) // the next card off a deck in order
	for _, c := range r.Events() {
		for _, dealt := range c.Cards {
			next = max(next, dealt+1)
		}
	}
	for range mostEvents {
		p := asked(r)
		switch {
		case p == nil || p.Kind == games.KindPay:
			return nil, w.leaf(r), nil
		case p.Kind == games.KindAct:
			n, err := w.decide(r, p)
			return n, nil, err
		}
		e := answer(r, p, &next)
		if err := r.Apply(e); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("no end after %d events: %w", mostEvents, ErrShape)
}

// asked returns the prompt to answer: the end of betting once every required
// wager is down, else the first that is no ruling of the floor.
func asked(r *games.Round) *games.Prompt {
	var first *games.Prompt
	for _, p := range r.Next(nil) {
		switch {
		case p.Kind == games.KindStrike || p.Kind == games.KindVoid:
		case p.Kind == games.KindBet && due(r, &p) == "":
		case first == nil:
			first = &p
		}
	}
	return first
}

// due returns a wager of the prompt that must be down and is not.
func due(r *games.Round, p *games.Prompt) string {
	for _, o := range p.Options {
		i := r.Game().Index(o.Wager)
		if r.Game().Wagers[i].Required && r.Stake(p.Place, o.Wager).IsZero() {
			return o.Wager
		}
	}
	return ""
}

func answer(r *games.Round, p *games.Prompt, next *cards.Card) games.Event {
	e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
	switch {
	case p.Kind == games.KindBet:
		e.Do, e.Wager, e.Amount = games.DoBet, due(r, p), one
	case p.Kind == games.KindShow || p.Kind == games.KindDeal && !p.Down:
		for range p.Count {
			e.Cards = append(e.Cards, *next)
			*next++
		}
	}
	return e
}

// decide makes the node of a prompt. Where the amount may be chosen, the value
// is linear in it, so that its least and its most are choices enough.
func (w *walk) decide(r *games.Round, p *games.Prompt) (*Node, error) {
	n := &Node{Step: p.Step, Board: r.Shown(games.Board)}
	for _, o := range p.Options {
		amounts := []decimal.Decimal{o.Min}
		if !o.Max.Equal(o.Min) {
			amounts = append(amounts, o.Max)
		}
		for _, amount := range amounts {
			c := Choice{Do: o.Do, Wager: o.Wager, Times: amount}
			events := append(r.Standing(), games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place, Do: o.Do, Wager: o.Wager, Amount: amount})
			var err error
			if c.Next, c.Leaf, err = w.from(events); err != nil {
				return nil, err
			}
			n.Choices = append(n.Choices, c)
		}
	}
	slices.SortStableFunc(n.Choices, func(a, b Choice) int {
		return cmp.Or(index(a.folds())-index(b.folds()), a.Times.Cmp(b.Times))
	})
	return n, nil
}

func (c *Choice) folds() bool { return c.Leaf != nil && c.Leaf.Folded }

func (w *walk) leaf(r *games.Round) *Leaf {
	l := &Leaf{Folded: r.Folded().Has(1)}
	for _, wager := range w.game.Wagers {
		l.Stakes = append(l.Stakes, r.Stake(1, wager.Name))
	}
	return l
}
