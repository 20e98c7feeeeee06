package edge

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
