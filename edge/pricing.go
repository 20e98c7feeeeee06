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
