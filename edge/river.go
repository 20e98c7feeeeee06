package edge

// Decisions on the full board are taken while sweeping: each depends on the
// class of the player's hand and the six counts alone.

// undecided stands for a choice among the picks of a cell that depends on the
// prices.
const (
	undecided   = 15
	mostOnRiver = 4 // decisions on the full board, four bits of picks each
)

// A river takes the decisions on the full board for one worker.
type river struct {
	*plan
	worths [][]riverWorth // by decision on the full board and class
	bounds []bounds
	open   map[riverKey]struct{}
	used   [][]bool // by leaf and column: deals that a choice but the first takes
}

// A riverWorth is what each choice is worth in each situation, for hands of
// one class, in the dimensions that do not vanish for it: most hands are
// priced by no row.
type riverWorth struct {
	dims    int
	choices [][situations]form
}

func newRiver(p *plan) *river {
	r := &river{plan: p, open: map[riverKey]struct{}{}, worths: p.riverWorths()}
	for range p.root.leaves {
		r.used = append(r.used, make([]bool, len(p.table.columns)))
	}
	for range undecided {
		v := make(form, p.forms.dims)
		r.bounds = append(r.bounds, bounds{v, []form{v}})
	}
	return r
}

func (p *plan) riverWorths() (all [][]riverWorth) {
	for _, n := range p.rivers {
		var byClass []riverWorth
		for class := range p.table.classes {
			byClass = append(byClass, p.riverWorth(n, class))
		}
		all = append(all, byClass)
	}
	return all
}

func (p *plan) riverWorth(n *Node, class int) riverWorth {
	w := riverWorth{choices: make([][situations]form, len(n.Choices))}
	for dim := range p.forms.dims {
		if dim > 0 && !p.priced(n, class, dim) {
			continue
		}
		w.dims++
		for k := range n.Choices {
			for s, column := range p.table.column[class] {
				worth := int64(0)
				if column >= 0 {
					worth = p.forms.leaves[n.Choices[k].Leaf.id][column][dim]
				}
				w.choices[k][s] = append(w.choices[k][s], worth)
			}
		}
	}
	return w
}

// priced reports whether hands of the class are ever paid by the dimension.
func (p *plan) priced(n *Node, class, dim int) bool {
	for _, column := range p.table.column[class] {
		for k := range n.Choices {
			if column >= 0 && p.forms.leaves[n.Choices[k].Leaf.id][column][dim] != 0 {
				return true
			}
		}
	}
	return false
}

// decide fills in what is picked at each decision on the full board.
func (r *river) decide(c *cell) {
	for i, n := range r.rivers {
		pick := r.pick(&r.worths[i][c.class], c)
		if pick == 0 {
			continue
		}
		c.picks |= uint16(pick) << (4 * i)
		if pick == undecided {
			r.open[riverKey{uint8(n.id), c.class, c.n}] = struct{}{}
		} else {
			r.use(n.Choices[pick].Leaf.id, c)
		}
	}
}

func (r *river) pick(w *riverWorth, c *cell) int {
	if w.dims > 1 {
		r.value(w, c)
		if pick, ok := settled(r.bounds[:len(w.choices)]); ok {
			return pick
		}
		return undecided
	}
	pick, best := 0, int64(0)
	for k := range w.choices {
		v := int64(0)
		for s, n := range c.n {
			v += int64(n) * w.choices[k][s][0]
		}
		if k == 0 || v > best {
			pick, best = k, v
		}
	}
	return pick
}

// value works out what each choice is worth.
func (r *river) value(w *riverWorth, c *cell) {
	for k := range w.choices {
		v := r.bounds[k].upper[:w.dims]
		clear(v)
		for s, n := range c.n {
			if n != 0 {
				v.add(int64(n), w.choices[k][s])
			}
		}
		r.bounds[k].upper, r.bounds[k].lowers[0] = v, v
	}
}

func (r *river) use(leaf int, c *cell) {
	for s, column := range r.table.column[c.class] {
		if c.n[s] != 0 {
			r.used[leaf][column] = true
		}
	}
}

// riverBounds are what an open decision on the full board may be worth, more
// than its first choice, in all dimensions.
func (c *counter) riverBounds(k riverKey) bounds {
	n, deals := c.nodes[k.node], k.vec(c.table)
	d := decision{}
	for _, choice := range n.Choices {
		v := make(form, c.forms.dims)
		for column, times := range deals {
			v.add(int64(times), c.forms.leaves[choice.Leaf.id][column])
		}
		d.scratch = append(d.scratch, bounds{v, []form{v}})
	}
	return d.excess(append(form(nil), d.scratch[0].upper...))
}

// vec is the deals of an open decision on the full board.
func (k *riverKey) vec(t *table) []int32 {
	v := make([]int32, len(t.columns))
	for s, n := range k.n {
		if n != 0 {
			v[t.column[k.class][s]] += int32(n)
		}
	}
	return v
}
