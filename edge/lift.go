package edge

// Lifting takes a card off the board: the deals of a state are those of every
// card that may come next, added up. From the full boards of a palette it
// goes to four cards and to three, one pair of hole cards at a time.
//
// The suited palette holds the difference a flush makes: what is counted on
// its boards less what the plain palette counted for the same ranks. So the
// deals of real cards are the plain ones of their ranks, and for every suit
// that can still make a flush the difference of the suited ones.

// A lifted is the deals of all states of one palette with so many cards on
// the board, by board and pair of types.
type lifted struct {
	palette *palette
	layout  *layout
	vecs    []int32           // size of the layout each, by board, then by pair
	kids    []map[int32][]kid // by pair, then by board
}

func newLifted(p *palette, l *layout) *lifted {
	return &lifted{
		palette: p, layout: l,
		vecs: make([]int32, len(p.boards[l.board].boards)*p.holes*l.size),
		kids: make([]map[int32][]kid, p.holes),
	}
}

// vec is the deals of one state.
func (l *lifted) vec(board int32, hole int) []int32 {
	at := (int(board)*l.palette.holes + hole) * l.layout.size
	return l.vecs[at : at+l.layout.size : at+l.layout.size]
}

// A lifter lifts the pairs of hole cards of one palette on one goroutine.
type lifter struct {
	*counter
	palette *palette
	cells   [][]cell // of full boards, by pair, then by board
	less    [][]cell // of the plain palette, to be taken off, or nil
	plainOf []int32  // the plain board of each full board
	four    []int32
	kids    [][]kid // of the boards of four
}

// lift fills the states of one pair of types.
func (l *lifter) lift(hole int, three, four *lifted) {
	x, y := pairTypes(uint32(hole))
	p := l.palette
	if x == y && p.copies[x] < 2 {
		return
	}
	var less []cell
	if l.less != nil {
		less = l.less[plainHole(x, y)]
	}
	boards := p.boards[4]
	size := l.layouts[4].size
	for b := range boards.boards {
		vec := l.four[b*size:][:size]
		clear(vec)
		l.kids[b] = l.kids[b][:0]
		if !p.fits(&boards.boards[b], x, y) {
			continue
		}
		for t := range p.copies {
			full := boards.next[b*len(p.copies)+t]
			free := boards.free[b*len(p.copies)+t] - uses(t, x, y)
			if full < 0 || free <= 0 {
				continue
			}
			l.add(vec, b, int32(free), &l.cells[hole][full])
			if less != nil {
				l.add(vec, b, -int32(free), &less[l.plainOf[full]])
			}
		}
		l.kids[b] = merge(l.kids[b])
	}
	l.keep(four, hole)
	if three != nil {
		l.toThree(hole, three)
	}
}

// uses is how many of the hole cards are of a type.
func uses(t, x, y int) (n int8) {
	if t == x {
		n++
	}
	if t == y {
		n++
	}
	return n
}

// add adds the deals of a cell so many times.
func (l *lifter) add(vec []int32, b int, times int32, c *cell) {
	columns := &l.table.column[c.class]
	for s, n := range c.n {
		if n != 0 {
			vec[columns[s]] += times * int32(n)
		}
	}
	if c.picks == 0 {
		return
	}
	for i := range l.layouts[4].entries {
		e := &l.layouts[4].entries[i]
		switch pick := c.picks >> (4 * i) & 15; {
		case pick == undecided:
			l.kids[b] = append(l.kids[b], kid{l.riverIDs[riverKey{uint8(e.node.id), c.class, c.n}], int64(times)})
		case pick > 0:
			for s, n := range c.n {
				if n != 0 {
					vec[e.index[pick][columns[s]]] += times * int32(n)
				}
			}
		}
	}
}

func (l *lifter) keep(four *lifted, hole int) {
	if four == nil {
		return
	}
	size := four.layout.size
	four.kids[hole] = map[int32][]kid{}
	for b := range l.palette.boards[4].boards {
		copy(four.vec(int32(b), hole), l.four[b*size:][:size])
		if len(l.kids[b]) > 0 {
			four.kids[hole][int32(b)] = append([]kid(nil), l.kids[b]...)
		}
	}
}

// toThree lifts once more.
func (l *lifter) toThree(hole int, three *lifted) {
	x, y := pairTypes(uint32(hole))
	p := l.palette
	boards := p.boards[3]
	size := three.layout.size
	three.kids[hole] = map[int32][]kid{}
	for b := range boards.boards {
		if !p.fits(&boards.boards[b], x, y) {
			continue
		}
		vec := three.vec(int32(b), hole)
		var kids []kid
		for t := range p.copies {
			next := boards.next[b*len(p.copies)+t]
			free := boards.free[b*len(p.copies)+t] - uses(t, x, y)
			if next < 0 || free <= 0 {
				continue
			}
			addTimes(vec, int32(free), l.four[int(next)*size:][:size])
			for _, k := range l.kids[next] {
				kids = append(kids, kid{k.id, k.times * int64(free)})
			}
		}
		if kids = merge(kids); len(kids) > 0 {
			three.kids[hole][int32(b)] = kids
		}
	}
}

func addTimes(vec []int32, times int32, more []int32) {
	vec = vec[:len(more)]
	for i, n := range more {
		vec[i] += times * n
	}
}
