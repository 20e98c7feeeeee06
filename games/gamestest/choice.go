package gamestest

import (
	"github.com/shopspring/decimal"

	"croupier/games"
)

// pick chooses the prompt to answer: a ruling by its chance, else bets until
// the seats are in, else any.
func (d *Dealer) pick(next []games.Prompt) games.Prompt {
	switch n := d.Rand.IntN(1000); {
	case n < d.Strikes && has(next, games.KindStrike):
		return d.oneOf(next, games.KindStrike)
	case n >= d.Strikes && n < d.Strikes+d.Voids && has(next, games.KindVoid):
		return d.oneOf(next, games.KindVoid)
	case has(next, games.KindBet):
		return d.pickBet(next)
	}
	asked := next
	for i, p := range next {
		if ruled(p) {
			asked = next[:i]
			break
		}
	}
	return asked[d.Rand.IntN(len(asked))]
}

// pickBet lets the seats that have not bet bet first, then closes or changes
// the mind of one of them.
func (d *Dealer) pickBet(next []games.Prompt) games.Prompt {
	var waiting, in []games.Prompt
	for _, p := range next {
		switch {
		case p.Kind != games.KindBet || !d.Seats.Has(p.Place):
		case empty(p):
			waiting = append(waiting, p)
		default:
			in = append(in, p)
		}
	}
	switch {
	case len(waiting) > 0:
		return waiting[d.Rand.IntN(len(waiting))]
	case d.Rand.IntN(2) == 0:
		return d.oneOf(next, games.KindClose)
	}
	return in[d.Rand.IntN(len(in))]
}

// empty reports whether the seat asked has no stake yet: nothing can be taken
// away.
func empty(p games.Prompt) bool {
	for _, o := range p.Options {
		if o.Max.IsZero() {
			return false
		}
	}
	return true
}

func has(next []games.Prompt, kind games.Kind) bool {
	for i := range next {
		if next[i].Kind == kind {
			return true
		}
	}
	return false
}

func (d *Dealer) oneOf(next []games.Prompt, kind games.Kind) games.Prompt {
	var of []games.Prompt
	for _, p := range next {
		if p.Kind == kind {
			of = append(of, p)
		}
	}
	return of[d.Rand.IntN(len(of))]
}

// option chooses what to do; a stake is seldom taken away.
func (d *Dealer) option(p games.Prompt) games.Option {
	for {
		o := p.Options[d.Rand.IntN(len(p.Options))]
		if p.Kind != games.KindBet || !o.Max.IsZero() || d.Rand.IntN(5) == 0 {
			return o
		}
	}
}

var quarter = decimal.New(25, -2)

// amount chooses how much: multiples of the step, or of a quarter where there
// is none, from the least up to a hundred steps more.
func (d *Dealer) amount(o games.Option) decimal.Decimal {
	step := o.Step
	if step.IsZero() {
		step = quarter
	}
	a := o.Min.Div(step).Ceil().Mul(step)
	a = a.Add(step.Mul(decimal.NewFromInt(d.Rand.Int64N(100))))
	for a.GreaterThan(o.Max) && a.Sub(step).GreaterThanOrEqual(o.Min) {
		a = a.Sub(step)
	}
	if a.GreaterThan(o.Max) || o.Min.Equal(o.Max) {
		return o.Min
	}
	return a
}
