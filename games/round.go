package games

import (
	"slices"

	"github.com/shopspring/decimal"

	"croupier/cards"
)

// A Round is what has happened at a table since the last one: the fold of its
// events under the terms and prices pinned when it opened. It belongs to one
// goroutine.
type Round struct {
	game   *Game
	terms  Terms
	pays   Pays
	record []Event // every event, struck ones and strikes too
	log    []int32 // the events of record that stand

	// What follows is folded from the standing events.
	stakes [MaxSeats + 1][MaxWagers]decimal.Decimal
	piles  [MaxSeats + 3]pile
	seen   cards.Set
	done   []mark
	staked Places // seats with a stake
	folded Places
	dead   Places // ruled out by a void: the wagers lose
	gone   Places // ruled out by a void: the stakes went back
	paid   Places
	closed bool
	void   bool

	options []Option // backs the options of the last prompts
	prompts []Prompt // what the game asks, where asked says so
	asked   bool
}

// pile is the cards at a place, the shown ones first.
type pile struct {
	cards [5]cards.Card
	n, up uint8
}

// mark is one step and the places that have answered it.
type mark struct {
	step string
	at   Places
}

// NewRound returns the round of g before its first event. Pays must come from
// g.Pays; terms must pass Check.
func NewRound(g *Game, t Terms, pays Pays) *Round {
	return &Round{game: g, terms: t, pays: pays}
}

// Reset makes r what NewRound returns, keeping its memory.
func (r *Round) Reset(g *Game, t Terms, pays Pays) {
	*r = Round{
		game: g, terms: t, pays: pays,
		record: r.record[:0], log: r.log[:0], done: r.done[:0], options: r.options[:0], prompts: r.prompts[:0],
	}
}

// Game returns the rules the round is played by.
func (r *Round) Game() *Game { return r.game }

// Terms returns the terms pinned at its opening.
func (r *Round) Terms() Terms { return r.terms }

// Events returns the record: every event, struck ones and strikes too. The
// caller must not change it.
func (r *Round) Events() []Event { return r.record }

// N returns the number of events so far.
func (r *Round) N() int { return len(r.record) }

// Closed reports whether no more bets are taken (table 5).
func (r *Round) Closed() bool { return r.closed }

// Void reports whether the round is void: every stake went back.
func (r *Round) Void() bool { return r.void || r.closed && r.staked == r.gone }

// Staked returns the seats that have or had a stake, those ruled out by a
// void included.
func (r *Round) Staked() Places { return r.staked }

// In returns the seats whose stakes are in the round.
func (r *Round) In() Places { return r.staked &^ r.gone }

// Live returns the seats that still play: in, not folded, not ruled dead.
func (r *Round) Live() Places { return r.In() &^ r.folded &^ r.dead }

// Folded returns the seats that folded.
func (r *Round) Folded() Places { return r.folded }

// Dead returns the seats whose hand was ruled dead.
func (r *Round) Dead() Places { return r.dead }

// Gone returns the seats that a void took out of the round, their stakes
// given back.
func (r *Round) Gone() Places { return r.gone }

// Paid returns the seats whose wagers were taken and paid.
func (r *Round) Paid() Places { return r.paid }

// Stake returns what lies on the wager of the seat.
func (r *Round) Stake(seat Place, wager string) decimal.Decimal {
	if i := r.game.Index(wager); i >= 0 && seat >= 1 && seat <= MaxSeats {
		return r.stakes[seat][i]
	}
	return decimal.Zero
}

// Cards returns the cards at the place in dealing order, face-down ones as
// they are known: FaceDown. The caller must not change them.
func (r *Round) Cards(p Place) []cards.Card {
	if p == Burn || !p.valid() {
		return nil
	}
	pl := &r.piles[p.index()]
	return pl.cards[:pl.n]
}

// Shown returns how many of the cards at the place lie face up.
func (r *Round) Shown(p Place) int { return int(r.piles[p.index()].up) }

func (r *Round) answered(step string) Places {
	for i := range r.done {
		if r.done[i].step == step {
			return r.done[i].at
		}
	}
	return 0
}

// Drawn returns where in the deck the cards at the place came from: positions
// counted from 0 in the order of dealing, struck deals not counted.
func (r *Round) Drawn(p Place) []int {
	var at []int
	n := 0
	for _, i := range r.log {
		e := &r.record[i]
		if e.Kind != KindDeal {
			continue
		}
		for range e.Cards {
			if e.Place == p {
				at = append(at, n)
			}
			n++
		}
	}
	return at
}

// Dealt returns how many cards have left the deck, struck deals not counted.
func (r *Round) Dealt() int {
	n := 0
	for _, i := range r.log {
		if e := &r.record[i]; e.Kind == KindDeal {
			n += len(e.Cards)
		}
	}
	return n
}

// Standing returns the events that stand, in order.
func (r *Round) Standing() []Event {
	es := make([]Event, len(r.log))
	for i, at := range r.log {
		es[i] = r.record[at]
	}
	return es
}

// Next appends all that may happen now to ps: what the game asks first, then
// strikes and voids. Nothing means the round is over. The options stand in
// memory of the round until the next call of Next or Apply.
func (r *Round) Next(ps []Prompt) []Prompt {
	r.asked = false // the options are asked anew
	asked := r.ask(ps)
	if len(asked) == len(ps) {
		return ps
	}
	return r.rulings(asked)
}

// Asked returns what the game asks now, which is what Next gives without the
// rulings of the floor. It stands in memory of the round until the next call of
// Next or Apply, and is asked once however often it is called.
func (r *Round) Asked() []Prompt {
	if !r.asked {
		r.prompts = r.ask(r.prompts[:0])
		r.asked = true
	}
	return r.prompts
}

// Over reports whether nothing is left to ask: the round is settled or void.
func (r *Round) Over() bool { return len(r.Asked()) == 0 }

func (r *Round) ask(ps []Prompt) []Prompt {
	r.options = r.options[:0]
	if r.void {
		return ps
	}
	return r.game.ask(r, ps)
}

// offer appends the options to the round's memory and returns them there.
func (r *Round) offer(os ...Option) []Option {
	n := len(r.options)
	r.options = append(r.options, os...)
	return slices.Clip(r.options[n:])
}

// rulings appends what a ruling of the floor may do at any time: take the
// last event back, or void the round or, once bets are closed, one seat. Who may void is
// the house's to lighten (table 7).
func (r *Round) rulings(ps []Prompt) []Prompt {
	if len(r.log) > 0 {
		ps = append(ps, Prompt{Step: string(KindStrike), Kind: KindStrike, Place: Dealer, By: ByDealer})
	}
	void := Prompt{Step: string(KindVoid), Kind: KindVoid, Place: Dealer, By: BySupervisor}
	void.Options = r.offer(Option{Do: DoReturn})
	ps = append(ps, void)
	if !r.closed {
		return ps
	}
	void.Options = r.offer(Option{Do: DoReturn}, Option{Do: DoDead})
	for seat := range (r.In() &^ r.dead &^ r.paid).All() {
		void.Place = seat
		ps = append(ps, void)
	}
	return ps
}
