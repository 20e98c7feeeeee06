package gamestest

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// A Plan is a round told by seat rather than by time: what each seat bet and
// decided, and which cards came to lie where. It can be changed and played.
type Plan struct {
	Bets  map[games.Place]map[string]decimal.Decimal // before the cards
	Acts  map[games.Place]map[string]games.Event     // by step
	Cards map[games.Place]cards.Cards                // as they were shown
}

// PlanOf returns the plan of a round that nothing was ruled in.
func PlanOf(r *games.Round) Plan {
	p := Plan{
		Bets:  map[games.Place]map[string]decimal.Decimal{},
		Acts:  map[games.Place]map[string]games.Event{},
		Cards: map[games.Place]cards.Cards{},
	}
	for seat := range r.Staked().All() {
		p.Bets[seat], p.Acts[seat] = map[string]decimal.Decimal{}, map[string]games.Event{}
		for _, w := range r.Game().Wagers {
			if stake := r.Stake(seat, w.Name); !stake.IsZero() && !w.Later && w.Equals == "" {
				p.Bets[seat][w.Name] = stake
			}
		}
	}
	for _, e := range r.Standing() {
		switch e.Kind {
		case games.KindAct:
			p.Acts[e.Place][e.Step] = e
		case games.KindDeal, games.KindShow:
			if e.Cards[0].Known() {
				p.Cards[e.Place] = append(p.Cards[e.Place], e.Cards...)
			}
		}
	}
	return p
}

// Play plays the plan on the round, in the order in which it asks.
func (p Plan) Play(r *games.Round) error {
	for range most {
		next := r.Next(nil)
		if len(next) == 0 {
			return nil
		}
		e, ok := p.answer(r, next)
		if !ok {
			return fmt.Errorf("nothing planned for %s", PromptText(next[0]))
		}
		if err := r.Apply(e); err != nil {
			return err
		}
	}
	return fmt.Errorf("no end after %d events", most)
}

// answer is the first planned answer to what is asked.
func (p Plan) answer(r *games.Round, next []games.Prompt) (games.Event, bool) {
	for _, ask := range next {
		e := games.Event{Step: ask.Step, Kind: ask.Kind, Place: ask.Place}
		switch ask.Kind {
		case games.KindBet:
			o := p.missing(r, ask)
			if o == nil {
				continue
			}
			e.Do, e.Wager, e.Amount = o.Do, o.Wager, p.Bets[ask.Place][o.Wager]
		case games.KindAct:
			act, ok := p.Acts[ask.Place][ask.Step]
			if !ok {
				continue
			}
			e = act
		case games.KindShow, games.KindDeal:
			lie := p.Cards[ask.Place]
			shown := r.Shown(ask.Place)
			if ask.Down {
				break
			}
			if len(lie) < shown+ask.Count {
				return e, false
			}
			e.Cards = append(cards.Cards(nil), lie[shown:shown+ask.Count]...)
		case games.KindStrike, games.KindVoid:
			return e, false
		}
		return e, true
	}
	return games.Event{}, false
}

// missing is the option to bet a wager that is planned and not yet down.
func (p Plan) missing(r *games.Round, ask games.Prompt) *games.Option {
	for i := range ask.Options {
		o := &ask.Options[i]
		if want := p.Bets[ask.Place][o.Wager]; !want.IsZero() && r.Stake(ask.Place, o.Wager).IsZero() {
			return o
		}
	}
	return nil
}

// Swap returns the plan with every card changed into another.
func (p Plan) Swap(into func(cards.Card) cards.Card) Plan {
	swapped := Plan{Bets: p.Bets, Acts: p.Acts, Cards: map[games.Place]cards.Cards{}}
	for at, cs := range p.Cards {
		for _, c := range cs {
			swapped.Cards[at] = append(swapped.Cards[at], into(c))
		}
	}
	return swapped
}

// Move returns the plan with each seat's part played by another seat.
func (p Plan) Move(to func(games.Place) games.Place) Plan {
	moved := Plan{
		Bets:  map[games.Place]map[string]decimal.Decimal{},
		Acts:  map[games.Place]map[string]games.Event{},
		Cards: map[games.Place]cards.Cards{},
	}
	for seat := range p.Bets {
		moved.Bets[to(seat)] = p.Bets[seat]
		moved.Acts[to(seat)] = map[string]games.Event{}
		for step, e := range p.Acts[seat] {
			e.Place = to(seat)
			moved.Acts[to(seat)][step] = e
		}
	}
	for at, cs := range p.Cards {
		if at >= 1 {
			at = to(at)
		}
		moved.Cards[at] = cs
	}
	return moved
}

// Times returns the plan with every stake so many times as large.
func (p Plan) Times(n int64) Plan {
	by := decimal.NewFromInt(n)
	more := Plan{
		Bets:  map[games.Place]map[string]decimal.Decimal{},
		Acts:  map[games.Place]map[string]games.Event{},
		Cards: p.Cards,
	}
	for seat := range p.Bets {
		more.Bets[seat], more.Acts[seat] = map[string]decimal.Decimal{}, map[string]games.Event{}
		for wager, stake := range p.Bets[seat] {
			more.Bets[seat][wager] = stake.Mul(by)
		}
		for step, e := range p.Acts[seat] {
			e.Amount = e.Amount.Mul(by)
			more.Acts[seat][step] = e
		}
	}
	return more
}
