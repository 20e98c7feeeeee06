package games

import "github.com/shopspring/decimal"

// strike takes the last standing event back by folding the others anew.
func (r *Round) strike() {
	log := r.log[:len(r.log)-1]
	*r = Round{
		game: r.game, terms: r.terms, pays: r.pays, record: r.record, log: log,
		done: r.done[:0], options: r.options, prompts: r.prompts,
	}
	for _, i := range log {
		r.take(&r.record[i])
	}
}

// take folds an admitted event.
func (r *Round) take(e *Event) {
	r.asked = false
	switch e.Kind {
	case KindBet:
		r.bet(e)
	case KindClose:
		r.closed = true
	case KindDeal:
		r.deal(e)
	case KindShow:
		r.show(e)
	case KindAct:
		r.act(e)
	case KindPay:
		r.paid |= At(e.Place)
	case KindVoid:
		r.rule(e)
	}
	r.mark(e.Step, e.Place)
}

func (r *Round) mark(step string, p Place) {
	for i := range r.done {
		if r.done[i].step == step {
			r.done[i].at |= At(p)
			return
		}
	}
	r.done = append(r.done, mark{step, At(p)})
}

// bet puts the stake down, and what goes down with it. Taking a required
// wager away takes the optional ones away.
func (r *Round) bet(e *Event) {
	stakes := &r.stakes[e.Place]
	required := false
	for i := range r.game.Wagers {
		w := &r.game.Wagers[i]
		if w.Name == e.Wager || w.Equals == e.Wager {
			stakes[i] = e.Amount
			required = required || w.Required
		}
	}
	if required && e.Amount.IsZero() {
		*stakes = [MaxWagers]decimal.Decimal{}
	}
	r.staked &^= At(e.Place)
	for i := range r.game.Wagers {
		if !stakes[i].IsZero() {
			r.staked |= At(e.Place)
		}
	}
}

func (r *Round) deal(e *Event) {
	pl := &r.piles[e.Place.index()]
	for _, c := range e.Cards {
		if e.Place != Burn { // burned cards are counted, not kept
			pl.cards[pl.n] = c
			pl.n++
		}
		if c.Known() {
			pl.up++
			r.seen = r.seen.With(c)
		}
	}
}

func (r *Round) show(e *Event) {
	pl := &r.piles[e.Place.index()]
	for _, c := range e.Cards {
		pl.cards[pl.up] = c
		pl.up++
		r.seen = r.seen.With(c)
	}
}

func (r *Round) act(e *Event) {
	switch {
	case e.Do == DoFold:
		r.folded |= At(e.Place)
	case e.Wager != "":
		i := r.game.Index(e.Wager)
		r.stakes[e.Place][i] = r.stakes[e.Place][i].Add(e.Amount)
	}
}

// rule is a void: of the round, or of one seat.
func (r *Round) rule(e *Event) {
	switch {
	case e.Place == Dealer:
		r.void = true
	case e.Do == DoDead:
		r.dead |= At(e.Place)
	default:
		r.gone |= At(e.Place)
	}
}
