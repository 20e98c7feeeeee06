package edge

import (
	"context"

	"croupier/cards"
	"croupier/games"
)

// A Strategy is the best play at one set of prices, ready for any hand. It
// holds the states the counting went through, some hundred megabytes, and is
// not changed once made.
type Strategy struct {
	*pricing
	counter *counter
	report  *Report
	flops   *flopNames
}

// Strategise counts the game and takes every decision at the prices.
func Strategise(ctx context.Context, g *games.Game, prices games.Prices, o Options) (*Strategy, error) {
	c, err := newCounter(g, o)
	if err != nil {
		return nil, err
	}
	c.keep = true
	counts, err := c.run(ctx)
	if err != nil {
		return nil, err
	}
	return c.strategy(counts, prices)
}

// strategy makes the best play of what was counted.
func (c *counter) strategy(counts *Counts, prices games.Prices) (*Strategy, error) {
	p, err := counts.price(prices)
	if err != nil {
		return nil, err
	}
	return &Strategy{pricing: p, counter: c, report: p.report(), flops: nameFlops()}, nil
}

// Report returns what the game costs under the strategy.
func (s *Strategy) Report() *Report { return s.report }

// Advise returns what each choice is worth in a position, from the counts. The
// position must be one where the game asks.
func (s *Strategy) Advise(at Position) (Advice, error) {
	n, err := s.node(&at)
	if err != nil {
		return Advice{}, err
	}
	p := s.player()
	values := append([]wide(nil), p.values(n, at.Hole, at.Board)...)
	deals := (&adviser{s.pricing, at.Hole}).deals(len(at.Board))
	return s.advice(n, values, deals), nil
}

// A player plays the strategy on one goroutine.
type player struct {
	*Strategy
	flop  *flopCounter
	known [][]uint8 // picks on the flop, from 1, by node, flop and hole cards
	three []int32
	four  []int32
	cells []int32
	out   []wide
}

func (s *Strategy) player() *player {
	p := &player{Strategy: s, flop: s.counter.newFlopCounter(), known: make([][]uint8, len(s.nodes))}
	p.flop.known = s.counter.bounds
	p.three, p.four = make([]int32, s.layouts[3].size), make([]int32, s.layouts[4].size)
	p.cells = make([]int32, len(s.table.columns))
	return p
}

const (
	flopCount = 1755
	pairs     = (deck + 1) * (deck + 1)
)

// pick returns the choice at a node.
func (p *player) pick(n *Node, hole [2]cards.Card, board []cards.Card) int {
	switch n.Board {
	case 0:
		return p.rootPicks[classOfHole(hole[0], hole[1])]
	case 3:
		return p.onFlop(n, hole, board)
	}
	return best(p.values(n, hole, board))
}

// onFlop remembers its answers, since the best play of a flop may have to look
// at every turn.
func (p *player) onFlop(n *Node, hole [2]cards.Card, board []cards.Card) int {
	if p.known[n.id] == nil {
		p.known[n.id] = make([]uint8, flopCount*pairs)
	}
	f := p.flops.of([3]cards.Card(board))
	x, y := f.names.card(hole[0]), f.names.card(hole[1])
	at := &p.known[n.id][f.number*pairs+int(min(x, y))*(deck+1)+int(max(x, y))]
	if *at == 0 {
		*at = uint8(best(p.values(n, hole, board))) + 1
	}
	return int(*at) - 1
}

func best(values []wide) int {
	k := 0
	for i, v := range values {
		if v.compare(values[k]) > 0 {
			k = i
		}
	}
	return k
}

// values are what the choices are worth, until the next call.
func (p *player) values(n *Node, hole [2]cards.Card, board []cards.Card) []wide {
	vec, kids := p.state(hole, board)
	d := p.decisions[n.id]
	p.out = p.out[:0]
	for k := range d.full {
		p.out = append(p.out, p.withKids(d.full[k].of(vec), &d.choices[k], kids))
	}
	return p.out
}

// state gathers the deals of hole cards and a board of three cards or more.
func (p *player) state(hole [2]cards.Card, board []cards.Card) ([]int32, []kid) {
	pocket := &pocket{cards: hole}
	c := p.counter
	switch {
	case len(board) == 5:
		return p.fullBoard(hole, board), nil
	case len(board) == 4:
		clear(p.four)
		return p.four, p.flop.collect(c.sources(c.four, board), pocket, p.four)
	case !c.turn:
		clear(p.three)
		return p.three, p.flop.collect(c.sources(c.three, board), pocket, p.three)
	}
	return p.overTurns(pocket, board)
}

// overTurns gathers a state on the flop from those of every turn.
func (p *player) overTurns(hole *pocket, board []cards.Card) ([]int32, []kid) {
	c := p.counter
	clear(p.three)
	var kids []kid
	p.flop.open = nil
	for _, turn := range (cards.FullDeck &^ cards.SetOf(board...) &^ cards.SetOf(hole.cards[:]...)).Cards() {
		clear(p.four)
		more := p.flop.collect(c.sources(c.four, append(board[:3:3], turn)), hole, p.four)
		p.flop.found = p.flop.found[:0]
		p.lowerPriced(more)
		kids = append(kids, p.flop.found...)
	}
	return p.three, merge(kids)
}

// lowerPriced takes the decisions on the turn at the prices and hands their
// deals to the flop.
func (p *player) lowerPriced(kids []kid) {
	from, to := p.layouts[4], p.layouts[3]
	addTimes(p.three[:from.columns], 1, p.four[:from.columns])
	for i := range to.entries {
		e := &to.entries[i]
		if e.node.Board > from.board {
			pass(from.entry(e.node), e, p.three, 1, p.four)
			p.flop.find(kids, e.node)
			continue
		}
		d := p.decisions[e.node.id]
		p.out = p.out[:0]
		for k := range d.full {
			p.out = append(p.out, p.withKids(d.full[k].of(p.four), &d.choices[k], kids))
		}
		k := best(p.out)
		move(d.decision, k, e, p.three, 1, p.four)
		if onward := d.choices[k].onward; onward != nil {
			p.flop.find(kids, onward.node)
		}
	}
}

// fullBoard looks up what the sweep counted: on the boards of the suit three
// cards share, if there is one.
func (p *player) fullBoard(hole [2]cards.Card, board []cards.Card) []int32 {
	var of [suits]int
	which, holes, at := 0, plainHoles, int32(0)
	for _, card := range board {
		s := card.Suit()
		if of[s]++; of[s] == 3 {
			which, holes = 1, suitedHoles[s]
			at = boardOf(suited, board, func(c cards.Card) int { return typeOf(c, s) })
		}
	}
	if which == 0 {
		at = boardOf(plain, board, func(c cards.Card) int { return int(c.Rank()) })
	}
	c := &p.counter.cells[which][holes[hole[0]][hole[1]]][at]
	clear(p.cells)
	for s, n := range c.n {
		if n != 0 {
			p.cells[p.table.column[c.class][s]] += int32(n)
		}
	}
	return p.cells
}
