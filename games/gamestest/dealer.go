package gamestest

import (
	"math/rand/v2"

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
