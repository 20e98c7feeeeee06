package edge

import (
	"context"
	"fmt"
	"sync/atomic"

	"croupier/cards"
)

// mostOpen bounds the memory open decisions may take.
const mostOpen = 1 << 22

// A flopCounter takes the decisions on the flop and the turn, flop by flop, on
// one goroutine.
type flopCounter struct {
	*counter
	decisions []*decision // by node
	roots     []root      // by class of hole cards and facet
	states    []int32     // of the flop at hand, by pocket
	kids      [][]kid
	vec       []int32
	found     []kid
	known     []bounds // of the open decisions so far
	open      []foundOpen
}

// A foundOpen is an open decision and where it counts: before the flop, so
// many times.
type foundOpen struct {
	openDecision
	root  int
	times int64
}

// A root is the deals of one class of hole cards, before any card is on the
// board, and one facet.
type root struct {
	vec  []int64
	kids []kid

	rivers []int64 // kids on the full board while counting, by id
}

// count goes through the flops.
func (c *counter) count(ctx context.Context) (*Counts, error) {
	all := flops()
	found := make([][]foundOpen, len(all))
	workers := make([]*flopCounter, c.workers)
	var open atomic.Int64
	err := each(ctx, c.workers, len(all), func(worker, i int) error {
		if workers[worker] == nil {
			workers[worker] = c.newFlopCounter()
		}
		found[i] = workers[worker].count(&all[i])
		if open.Add(int64(len(found[i]))) > mostOpen {
			return fmt.Errorf("more than %d decisions depend on the prices: %w", mostOpen, ErrShape)
		}
		c.bar.add(weightOfFlops / float64(len(all)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.gather(workers, found), nil
}

func (c *counter) newFlopCounter() *flopCounter {
	f := &flopCounter{
		counter: c, roots: make([]root, holeClasses*c.facets.n),
		vec: make([]int32, c.layouts[4].size),
	}
	for _, n := range c.nodes {
		var d *decision
		if n.Board == 3 || n.Board == 4 {
			d = c.newDecision(n, c.layouts[n.Board])
		}
		f.decisions = append(f.decisions, d)
	}
	for i := range f.roots {
		f.roots[i] = root{vec: make([]int64, c.layouts[0].size), rivers: make([]int64, len(c.rivers))}
	}
	return f
}

// count adds the deals of a flop to the roots and returns the decisions it
// finds open.
func (f *flopCounter) count(fl *flop) []foundOpen {
	ps := fl.pockets()
	size := f.layouts[3].size
	f.states = append(f.states[:0], make([]int32, len(ps)*size)...)
	f.kids = append(f.kids[:0], make([][]kid, len(ps))...)
	f.known, f.open = append([]bounds(nil), f.bounds...), nil
	if f.turn {
		f.turns(fl, ps)
	} else {
		from := f.sources(f.three, fl.cards[:])
		for i := range ps {
			f.kids[i] = f.collect(from, &ps[i], f.states[i*size:][:size])
		}
	}
	for i := range ps {
		f.close(fl, &ps[i], f.states[i*size:][:size], f.kids[i])
	}
	return f.open
}

// turns takes the decisions on four cards, for each card the turn may be.
func (f *flopCounter) turns(fl *flop, ps []pocket) {
	size := f.layouts[3].size
	board := cards.SetOf(fl.cards[:]...)
	for _, turn := range (cards.FullDeck &^ board).Cards() {
		from := f.sources(f.four, []cards.Card{fl.cards[0], fl.cards[1], fl.cards[2], turn})
		for i := range ps {
			if ps[i].cards[0] == turn || ps[i].cards[1] == turn {
				continue
			}
			clear(f.vec)
			kids := f.collect(from, &ps[i], f.vec)
			f.found = f.found[:0]
			lower(f, f.layouts[4], f.layouts[3], f.states[i*size:][:size], 1, f.vec, kids)
			f.kids[i] = append(f.kids[i], f.found...)
		}
	}
}

// collect adds up the deals of a state.
func (f *flopCounter) collect(from []source, p *pocket, vec []int32) (kids []kid) {
	for i := range from {
		s := &from[i]
		hole := int(s.holes[p.cards[0]][p.cards[1]])
		state := s.states.vec(s.board, hole)
		vec = vec[:len(state)]
		for k, n := range state {
			vec[k] += n
		}
		if len(f.rivers) > 0 {
			kids = append(kids, s.states.kids[hole][s.board]...)
		}
	}
	return merge(kids)
}

// close adds the deals of a state on the flop to its root.
func (f *flopCounter) close(fl *flop, p *pocket, vec []int32, kids []kid) {
	at := int(classOfHole(p.cards[0], p.cards[1]))*f.facets.n + int(f.facets.facetOf(p.cards, fl.cards))
	r := &f.roots[at]
	times := fl.times * p.times
	f.found = f.found[:0]
	lower(f, f.layouts[3], f.layouts[0], r.vec, times, vec, merge(kids))
	for _, k := range f.found {
		if int(k.id) < len(f.rivers) {
			r.rivers[k.id] += k.times * times
			continue
		}
		o := &f.open[int(k.id)-len(f.rivers)]
		o.root, o.times = at, k.times*times
	}
}

// lower hands the deals of a state to those of one with fewer cards, and the
// open decisions that go with them to f.found.
func lower[T int32 | int64](f *flopCounter, from, to *layout, dst []T, times T, vec []int32, kids []kid) {
	for column := range from.columns {
		dst[column] += times * T(vec[column])
	}
	for i := range to.entries {
		e := &to.entries[i]
		if e.node.Board > from.board {
			pass(from.entry(e.node), e, dst, times, vec)
			f.find(kids, e.node)
			continue
		}
		d := f.decisions[e.node.id]
		k, ok := d.pick(vec, kids, f.known, f.belongs)
		switch {
		case !ok:
			f.found = append(f.found, kid{f.leaveOpen(d, vec, kids), 1})
		default:
			move(d, k, e, dst, times, vec)
			if onward := d.choices[k].onward; onward != nil {
				f.find(kids, onward.node)
			}
		}
	}
}

func (f *flopCounter) find(kids []kid, n *Node) {
	for _, k := range kids {
		if f.belongs(k, n) {
			f.found = append(f.found, k)
		}
	}
}

// belongs reports whether an open decision is the node's or one under it.
func (f *flopCounter) belongs(k kid, n *Node) bool {
	if int(k.id) < len(f.rivers) {
		return n.has(f.rivers[k.id].node)
	}
	return n.has(f.open[int(k.id)-len(f.rivers)].node)
}

// leaveOpen keeps a decision for the pricing.
func (f *flopCounter) leaveOpen(d *decision, vec []int32, kids []kid) int32 {
	o := foundOpen{root: -1}
	o.node, o.vec = uint8(d.node.id), append([]int32(nil), vec...)
	for _, k := range kids {
		if f.belongs(k, d.node) {
			o.kids = append(o.kids, k)
		}
	}
	first := make(form, f.forms.dims)
	for column := range d.from.columns {
		first.add(int64(vec[column]), f.forms.leaves[d.node.leaves[0].id][column])
	}
	f.open = append(f.open, o)
	f.known = append(f.known, d.excess(first))
	return int32(len(f.rivers) + len(f.open) - 1)
}

// gather makes the counts of what the workers found, in the order of the
// flops, so that they are the same however the work was shared.
func (c *counter) gather(workers []*flopCounter, found [][]foundOpen) *Counts {
	counts := &Counts{plan: c.plan, layouts: c.layouts, roots: make([]root, holeClasses*c.facets.n)}
	for i := range counts.roots {
		r := &counts.roots[i]
		r.vec = make([]int64, c.layouts[0].size)
		rivers := make([]int64, len(c.rivers))
		for _, w := range workers {
			if w == nil {
				continue
			}
			for k, n := range w.roots[i].vec {
				r.vec[k] += n
			}
			for k, n := range w.roots[i].rivers {
				rivers[k] += n
			}
		}
		for id, n := range rivers {
			if n != 0 {
				r.kids = append(r.kids, kid{int32(id), n})
			}
		}
	}
	for _, k := range c.rivers {
		counts.open.append(openDecision{node: k.node, vec: k.vec(c.table)})
	}
	for _, opens := range found {
		counts.append(opens, len(c.rivers))
	}
	return counts
}

// append adds the open decisions of one flop, which number themselves after
// those on the full board.
func (c *Counts) append(found []foundOpen, rivers int) {
	shift := int32(c.open.len() - rivers)
	for i := range found {
		o := &found[i]
		for k := range o.kids {
			if int(o.kids[k].id) >= rivers {
				o.kids[k].id += shift
			}
		}
		if o.root >= 0 {
			r := &c.roots[o.root]
			r.kids = append(r.kids, kid{int32(c.open.len()), o.times})
		}
		c.open.append(o.openDecision)
	}
}
