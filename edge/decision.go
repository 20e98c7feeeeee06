package edge

// A decision is a node seen from the states it is taken in: where in their
// deals each choice finds what it is worth, and where it puts them in the
// states of one decision before.
type decision struct {
	node    *Node
	from    *layout // of the states it is taken in
	choices []path
	scratch []bounds
}

// A path is one choice of a decision.
type path struct {
	terms  [][]term // the value, by dimension of the forms
	into   int      // the leaf of the entry that has all the deals
	onward *entry   // the decision that follows, or nil
	leaves []int    // where the leaves of onward stand among those of the entry
}

// A term is a part of a value: so much for each deal kept there.
type term struct {
	at    int16
	worth int64
}

// newDecision prepares a node.
func (p *plan) newDecision(n *Node, from *layout) *decision {
	d := &decision{node: n, from: from}
	for i := range n.Choices {
		c := &n.Choices[i]
		way := path{terms: make([][]term, p.forms.dims)}
		if c.Next == nil {
			way.into = leafIn(n, c.Leaf)
			p.value(&way, from.all(), c.Leaf, nil)
		} else {
			way.onward = from.entry(c.Next)
			first := c.Next.leaves[0]
			way.into = leafIn(n, first)
			p.value(&way, from.all(), first, nil)
			for k, leaf := range c.Next.leaves {
				way.leaves = append(way.leaves, leafIn(n, leaf))
				p.value(&way, way.onward.slots[k], leaf, first)
			}
		}
		d.choices = append(d.choices, way)
		d.scratch = append(d.scratch, bounds{make(form, p.forms.dims), []form{make(form, p.forms.dims)}})
	}
	return d
}

// value adds what deals of the slots are worth at a leaf, more than at the
// other.
func (p *plan) value(way *path, slots []slot, leaf, than *Leaf) {
	for _, s := range slots {
		for dim := range p.forms.dims {
			worth := p.forms.leaves[leaf.id][s.column][dim]
			if than != nil {
				worth -= p.forms.leaves[than.id][s.column][dim]
			}
			if worth != 0 {
				way.terms[dim] = append(way.terms[dim], term{s.at, worth})
			}
		}
	}
}

// all are the slots of all deals.
func (l *layout) all() []slot {
	slots := make([]slot, l.columns)
	for c := range slots {
		slots[c] = slot{int16(c), int16(c)}
	}
	return slots
}

// pick takes the decision in a state, if it is the same at all prices.
func (d *decision) pick(vec []int32, kids []kid, known []bounds, belongs func(kid, *Node) bool) (int, bool) {
	if len(kids) == 0 && len(d.choices[0].terms) == 1 {
		return d.largest(vec), true
	}
	for k := range d.choices {
		way, b := &d.choices[k], &d.scratch[k]
		for dim, terms := range way.terms {
			b.upper[dim] = worthOf(terms, vec)
		}
		b.lowers = b.lowers[:1]
		copy(b.lowers[0], b.upper)
		if way.onward != nil && len(kids) > 0 {
			b.widen(kids, known, func(k kid) bool { return belongs(k, way.onward.node) })
		}
	}
	return settled(d.scratch)
}

// largest takes the decision where no price matters.
func (d *decision) largest(vec []int32) int {
	best, pick := worthOf(d.choices[0].terms[0], vec), 0
	for k := 1; k < len(d.choices); k++ {
		if v := worthOf(d.choices[k].terms[0], vec); v > best {
			best, pick = v, k
		}
	}
	return pick
}

func worthOf(terms []term, vec []int32) (sum int64) {
	for _, t := range terms {
		sum += int64(vec[t.at]) * t.worth
	}
	return sum
}

// widen brings in open decisions to come: the value may be anything from each
// of them always being answered alike to each at its best.
func (b *bounds) widen(kids []kid, known []bounds, belongs func(kid) bool) {
	most := 1
	for _, k := range kids {
		if belongs(k) {
			most = max(most, len(known[k.id].lowers))
		}
	}
	exact := append(form(nil), b.upper...)
	b.lowers = b.lowers[:0]
	for i := range most {
		lower := append(form(nil), exact...)
		for _, k := range kids {
			if belongs(k) {
				answers := known[k.id].lowers
				lower.add(k.times, answers[min(i, len(answers)-1)])
			}
		}
		b.lowers = append(b.lowers, lower)
	}
	for _, k := range kids {
		if belongs(k) {
			b.upper.add(k.times, known[k.id].upper)
		}
	}
}

// excess are the bounds of the decision as an open one: what it is worth more
// than its first leaf, with which its deals are counted.
func (d *decision) excess(first form) bounds {
	b := bounds{upper: append(form(nil), d.scratch[0].upper...)}
	for _, c := range d.scratch {
		for dim := range b.upper {
			b.upper[dim] = max(b.upper[dim], c.upper[dim])
		}
		for _, lower := range c.lowers {
			less := append(form(nil), lower...)
			less.add(-1, first)
			b.lowers = append(b.lowers, less)
		}
	}
	b.upper.add(-1, first)
	return b
}

// move puts the deals of a state where they belong once choice k is taken.
func move[T int32 | int64](d *decision, k int, e *entry, dst []T, times T, vec []int32) {
	way := &d.choices[k]
	if way.into > 0 {
		for column, at := range e.index[way.into] {
			dst[at] += times * T(vec[column])
		}
	}
	if way.onward == nil {
		return
	}
	for leaf, slots := range way.onward.slots {
		to := e.index[way.leaves[leaf]]
		for _, s := range slots {
			n := times * T(vec[s.at])
			dst[to[s.column]] += n
			if way.into > 0 {
				dst[e.index[way.into][s.column]] -= n
			}
		}
	}
}

// pass hands the deals of an entry on whose decision comes later.
func pass[T int32 | int64](from, to *entry, dst []T, times T, vec []int32) {
	for leaf, slots := range from.slots {
		for _, s := range slots {
			dst[to.index[leaf][s.column]] += times * T(vec[s.at])
		}
	}
}
