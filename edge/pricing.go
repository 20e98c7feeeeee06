package edge

import (
	"fmt"
	"math/big"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// A pricing is the counts under one set of prices: every decision taken, and
// how many deals end where.
type pricing struct {
	*Counts
	prices    games.Prices
	odds      []games.Odds // by priced row
	scale     *big.Int     // parts of one unit
	worth     [][]wide     // by leaf and column, in parts
	decisions []*pricedDecision
	excess    []wide  // of each open decision, over its first leaf
	picks     []uint8 // of each open decision
	values    [][]*big.Int
	rootPicks []int       // by class of hole cards
	ends      [][][]int64 // deals by facet, leaf and column
}

// A pricedDecision is a decision with what its deals are worth.
type pricedDecision struct {
	*decision
	terms  [][]valued // by choice
	full   []weight   // the same
	excess []weight   // by choice, over the first leaf
}

// valued is what each deal kept there is worth.
type valued struct {
	at    int
	worth wide
}

// A weight is the values of one choice, quick to add up: nearly always the
// high halves are all zero and left out.
type weight struct {
	at   []int32
	low  []int64
	high []int64 // nil where all are zero
}

func newWeight(terms []valued) (w weight) {
	large := false
	for _, t := range terms {
		w.at, w.low, w.high = append(w.at, int32(t.at)), append(w.low, t.worth.low), append(w.high, t.worth.high)
		large = large || t.worth.high != 0
	}
	if !large {
		w.high = nil
	}
	return w
}

// of is what a state's deals are worth.
func (w *weight) of(vec []int32) (v wide) {
	low := w.low[:len(w.at)]
	for i, at := range w.at {
		v.low += int64(vec[at]) * low[i]
	}
	for i, high := range w.high {
		v.high += int64(vec[w.at[i]]) * high
	}
	return v.ordered()
}

// Price takes the best decisions at the prices and reports what follows. It
// fails with games.ErrRow where the prices are not those of the game's rows.
func (c *Counts) Price(prices games.Prices) (*Report, error) {
	p, err := c.price(prices)
	if err != nil {
		return nil, err
	}
	return p.report(), nil
}

func (c *Counts) price(prices games.Prices) (*pricing, error) {
	if _, err := c.game.Pays(prices); err != nil {
		return nil, err
	}
	p := &pricing{Counts: c, prices: prices}
	if err := p.weigh(); err != nil {
		return nil, err
	}
	p.prepare()
	p.answer()
	p.answerRoots()
	p.follow()
	return p, nil
}

// weigh finds what a deal of each column is worth at each leaf.
func (p *pricing) weigh() error {
	for _, row := range p.table.question.rows {
		p.odds = append(p.odds, p.prices[row.wager][row.row])
	}
	digits := int32(0)
	for _, row := range p.forms.rows {
		digits = max(digits, -p.odds[row].Exponent())
	}
	parts := decimal.New(1, digits)
	p.scale = parts.Mul(decimal.NewFromInt(p.forms.unit)).BigInt()
	for _, columns := range p.forms.leaves {
		var worths []wide
		for _, v := range columns {
			sum := decimal.NewFromInt(v[0])
			for i, row := range p.forms.rows {
				sum = sum.Add(p.odds[row].Mul(decimal.NewFromInt(v[i+1])))
			}
			n := sum.Mul(parts).BigInt()
			if n.BitLen() > mostBits {
				return fmt.Errorf("%s: odds of too many digits together: %w", p.game.Name, games.ErrRow)
			}
			worths = append(worths, wideOf(n.Int64()))
		}
		p.worth = append(p.worth, worths)
	}
	return nil
}

// mostBits of a worth keep each half of every sum within 64: there are fewer
// than 2^40 deals of one class of hole cards.
const mostBits = 50

func (p *pricing) prepare() {
	for _, n := range p.nodes {
		d := &pricedDecision{decision: p.newDecision(n, p.layouts[n.Board])}
		for i := range d.choices {
			terms := p.worths(d, i, nil)
			d.terms, d.full = append(d.terms, terms), append(d.full, newWeight(terms))
			d.excess = append(d.excess, newWeight(p.worths(d, i, n.leaves[0])))
		}
		p.decisions = append(p.decisions, d)
	}
}

// worths are what the deals of a choice are worth, more than at the leaf.
func (p *pricing) worths(d *pricedDecision, choice int, than *Leaf) []valued {
	way, c := &d.choices[choice], &d.node.Choices[choice]
	if c.Next == nil {
		return p.value(nil, d.from.all(), c.Leaf, than)
	}
	first := c.Next.leaves[0]
	terms := p.value(nil, d.from.all(), first, than)
	for k, leaf := range c.Next.leaves {
		terms = p.value(terms, way.onward.slots[k], leaf, first)
	}
	return terms
}

// value appends what deals of the slots are worth at a leaf, more than at the
// other.
func (p *pricing) value(terms []valued, slots []slot, leaf, than *Leaf) []valued {
	for _, s := range slots {
		w := p.worth[leaf.id][s.column]
		if than != nil {
			w = w.minus(p.worth[than.id][s.column])
		}
		if w != (wide{}) {
			terms = append(terms, valued{int(s.at), w})
		}
	}
	return terms
}

// answer takes every open decision, those that follow others first; where none
// follows another, on all cores.
func (p *pricing) answer() {
	p.excess = make([]wide, p.open.len())
	p.picks = make([]uint8, p.open.len())
	if len(p.open.kids) > 0 {
		p.answerFrom(0, p.open.len())
		return
	}
	parts := (p.open.len() + answersAtOnce - 1) / answersAtOnce
	share(parts, func(i int) {
		p.answerFrom(i*answersAtOnce, min((i+1)*answersAtOnce, p.open.len()))
	})
}

// answersAtOnce is how many decisions a worker takes before it looks up.
const answersAtOnce = 1 << 14

func (p *pricing) answerFrom(from, to int) {
	for id := from; id < to; id++ {
		o := p.open.at(id)
		d := p.decisions[o.node]
		for k := range d.excess {
			v := d.excess[k].of(o.vec)
			if len(o.kids) > 0 {
				v = p.withKids(v, &d.choices[k], o.kids)
			}
			if k == 0 || v.compare(p.excess[id]) > 0 {
				p.excess[id] = v
				p.picks[id] = uint8(k)
			}
		}
	}
}

// withKids adds what the decisions to come are worth more than their first
// leaves.
func (p *pricing) withKids(v wide, way *path, kids []kid) wide {
	if way.onward == nil {
		return v
	}
	for _, kid := range kids {
		if way.onward.node.has(p.open.nodes[kid.id]) {
			v.add(kid.times, p.excess[kid.id])
		}
	}
	return v.ordered()
}

// answerRoots takes the decision before the flop for each class of hole cards,
// over all its facets.
func (p *pricing) answerRoots() {
	d := p.decisions[0]
	p.values = make([][]*big.Int, holeClasses)
	p.rootPicks = make([]int, holeClasses)
	share(holeClasses, func(h int) {
		values := make([]*big.Int, len(d.choices))
		for k := range d.choices {
			values[k] = new(big.Int)
			for f := range p.facets.n {
				p.addRoot(values[k], d, k, &p.roots[h*p.facets.n+f])
			}
			if values[k].Cmp(values[p.rootPicks[h]]) > 0 {
				p.rootPicks[h] = k
			}
		}
		p.values[h] = values
	})
}

func (p *pricing) addRoot(v *big.Int, d *pricedDecision, k int, r *root) {
	var part big.Int
	for _, t := range d.terms[k] {
		v.Add(v, part.Mul(big.NewInt(r.vec[t.at]), t.worth.big()))
	}
	onward := d.choices[k].onward
	if onward == nil {
		return
	}
	var more wide
	for _, kid := range r.kids {
		if onward.node.has(p.open.nodes[kid.id]) {
			more.add(kid.times, p.excess[kid.id])
			more = more.ordered()
		}
	}
	v.Add(v, more.big())
}

// follow sends the deals along the decisions taken to where they end.
func (p *pricing) follow() {
	p.ends = make([][][]int64, p.facets.n)
	reach := make([]int64, p.open.len()*p.facets.n)
	for f := range p.ends {
		p.ends[f] = make([][]int64, len(p.root.leaves))
		for l := range p.ends[f] {
			p.ends[f][l] = make([]int64, len(p.table.columns))
		}
	}
	for h, pick := range p.rootPicks {
		for f := range p.facets.n {
			r := &p.roots[h*p.facets.n+f]
			send(p, p.decisions[0], pick, f, 1, r.vec)
			p.send(reach, p.decisions[0], pick, f, 1, r.kids)
		}
	}
	for id := p.open.len() - 1; id >= 0; id-- {
		o := p.open.at(id)
		d, pick := p.decisions[o.node], int(p.picks[id])
		for f := range p.facets.n {
			times := reach[id*p.facets.n+f]
			if times == 0 || pick == 0 && d.choices[0].onward == nil {
				continue // its deals stand with its first leaf
			}
			first := p.ends[f][d.node.leaves[0].id]
			for column := range first {
				first[column] -= times * int64(o.vec[column])
			}
			send(p, d, pick, f, times, o.vec)
			p.send(reach, d, pick, f, times, o.kids)
		}
	}
}

// send adds the deals of a state to where the choice takes them.
func send[T int32 | int64](p *pricing, d *pricedDecision, pick, facet int, times int64, vec []T) {
	way, n := &d.choices[pick], d.node
	ends := p.ends[facet]
	into := ends[n.leaves[way.into].id]
	for column := range into {
		into[column] += times * int64(vec[column])
	}
	if way.onward == nil {
		return
	}
	for leaf, slots := range way.onward.slots {
		to := ends[way.onward.node.leaves[leaf].id]
		for _, s := range slots {
			to[s.column] += times * int64(vec[s.at])
			into[s.column] -= times * int64(vec[s.at])
		}
	}
}

// send reaches the open decisions that follow the choice.
func (p *pricing) send(reach []int64, d *pricedDecision, pick, facet int, times int64, kids []kid) {
	onward := d.choices[pick].onward
	if onward == nil {
		return
	}
	for _, k := range kids {
		if onward.node.has(p.open.nodes[k.id]) {
			reach[int(k.id)*p.facets.n+facet] += times * k.times
		}
	}
}
