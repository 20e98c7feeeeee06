package gamestest

import (
	"math/rand/v2"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// A Dealer answers what a round asks, at random and always legally. It deals
// from its deck and remembers what lies where, so that it needs to be told
// nothing but the prompts: it can sit at a games.Round or at the other end of
// an API. One Dealer plays one round.
type Dealer struct {
	Rand *rand.Rand
	Deck cards.Deck
	// Seats are the seats that bet; the others stay empty.
	Seats games.Places
	// Strikes and Voids are the chances in a thousand that an answer is a
	// strike, or a void of a seat or the round. Zero is never.
	Strikes, Voids int

	made []games.Event // what stands of its answers
}

// NewDealer returns a dealer with a deck shuffled by rng and a random choice
// of at least one of so many seats.
func NewDealer(rng *rand.Rand, seats int) *Dealer {
	d := &Dealer{Rand: rng, Deck: Shuffled(rng)}
	all := AllSeats(seats)
	for d.Seats == 0 {
		d.Seats = games.Places(rng.Uint32()) & all
	}
	return d
}

// Shuffled returns a deck in an order of rng.
func Shuffled(rng *rand.Rand) cards.Deck {
	deck := cards.NewDeck()
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// Stacked returns a shuffled deck with the cards of five ranks in two or more
// suits on top, so that great hands, ties and pairs of aces are common.
func Stacked(rng *rand.Rand) cards.Deck {
	deck := Shuffled(rng)
	low := cards.Rank(rng.IntN(int(cards.Ten) + 1))
	suits := 2 + rng.IntN(3)
	slices.SortStableFunc(deck[:], func(a, b cards.Card) int {
		return under(a, low, suits) - under(b, low, suits)
	})
	return deck
}

// under is 0 for the cards that go on top and 1 for the others.
func under(c cards.Card, low cards.Rank, suits int) int {
	if c.Rank() >= low && c.Rank() < low+5 && int(c.Suit()) < suits {
		return 0
	}
	return 1
}

// AllSeats returns the seats from 1 to n.
func AllSeats(n int) games.Places {
	var all games.Places
	for p := range n {
		all |= games.At(games.Place(p + 1))
	}
	return all
}

// Answer picks one of the prompts, which must not be empty, and answers it. It
// takes the answer for accepted.
func (d *Dealer) Answer(next []games.Prompt) games.Event {
	return d.AnswerTo(d.pick(next))
}

// AnswerTo answers the one prompt, which must be among what is asked, and
// takes the answer for accepted.
func (d *Dealer) AnswerTo(p games.Prompt) games.Event {
	e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
	switch p.Kind {
	case games.KindDeal:
		e.Cards = d.deal(p)
	case games.KindShow:
		e.Cards = d.Lying(p.Place)[:p.Count]
	case games.KindBet, games.KindAct:
		o := d.option(p)
		e.Do, e.Wager, e.Amount = o.Do, o.Wager, d.amount(o)
	case games.KindStrike:
		e.Note = "keyed wrongly"
		d.made = d.made[:len(d.made)-1]
		return e
	case games.KindVoid:
		e.Do = p.Options[d.Rand.IntN(len(p.Options))].Do
		e.Note = "misdeal"
	}
	d.made = append(d.made, e)
	return e
}

// deal takes the next cards off the deck. Face down they stay unknown.
func (d *Dealer) deal(p games.Prompt) cards.Cards {
	if p.Down {
		return make(cards.Cards, p.Count)
	}
	n := d.dealt()
	return append(cards.Cards(nil), d.Deck[n:n+p.Count]...)
}

func (d *Dealer) dealt() int {
	n := 0
	for i := range d.made {
		if d.made[i].Kind == games.KindDeal {
			n += len(d.made[i].Cards)
		}
	}
	return n
}

// Lying returns the cards that lie face down at the place, in the order in
// which they were dealt: what only the felt and the deck know.
func (d *Dealer) Lying(at games.Place) cards.Cards {
	var down cards.Cards
	n := 0
	for i := range d.made {
		e := &d.made[i]
		switch {
		case e.Kind == games.KindDeal && e.Place == at && !e.Cards[0].Known():
			down = append(down, d.Deck[n:n+len(e.Cards)]...)
		case e.Kind == games.KindShow && e.Place == at:
			down = down[len(e.Cards):]
		}
		if e.Kind == games.KindDeal {
			n += len(e.Cards)
		}
	}
	return down
}

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
