package edge

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"croupier/games"
)

// ErrStale reports kept counts that are not of this game and these house
// rules, or were made by another version of the method.
var ErrStale = errors.New("counts of other rules or another version")

// ErrDamaged reports kept counts that are not what was written.
var ErrDamaged = errors.New("damaged counts")

const magic = "croupier counts\n"

// Encode returns the counts in the form Decode reads: the identity, then
// numbers as varints, then a SHA-256 of all before it.
func (c *Counts) Encode() []byte {
	id := c.identity()
	w := writer{append([]byte(magic), id[:]...)}
	for _, e := range c.layouts[4].entries {
		for _, slots := range e.slots {
			w.int(int64(len(slots)))
			for _, s := range slots {
				w.int(int64(s.column))
			}
		}
	}
	for i := range c.roots {
		r := &c.roots[i]
		for _, n := range r.vec {
			w.int(n)
		}
		w.kids(r.kids)
	}
	w.int(int64(c.open.len()))
	for id := range c.open.len() {
		o := c.open.at(id)
		w.int(int64(o.node))
		for _, n := range o.vec {
			w.int(int64(n))
		}
		w.kids(o.kids)
	}
	sum := sha256.Sum256(w.b)
	return append(w.b, sum[:]...)
}

type writer struct{ b []byte }

func (w *writer) int(n int64) { w.b = binary.AppendVarint(w.b, n) }

func (w *writer) kids(kids []kid) {
	w.int(int64(len(kids)))
	last := int32(0)
	for _, k := range kids {
		w.int(int64(k.id - last))
		w.int(k.times)
		last = k.id
	}
}

// Decode reads the counts of the game. It fails with ErrDamaged where a byte
// was changed, and with ErrStale where they are not the counts of g.
func Decode(g *games.Game, data []byte) (*Counts, error) {
	body := len(data) - sha256.Size
	if body < len(magic)+sha256.Size || sha256.Sum256(data[:max(body, 0)]) != [sha256.Size]byte(data[max(body, 0):]) {
		return nil, fmt.Errorf("counts of %s: %w", g.Name, ErrDamaged)
	}
	p, err := newPlan(g)
	if err != nil {
		return nil, err
	}
	id := p.identity()
	rest, ok := bytes.CutPrefix(data[:body], append([]byte(magic), id[:]...))
	if !ok {
		return nil, fmt.Errorf("counts of %s: %w", g.Name, ErrStale)
	}
	c := &Counts{plan: p}
	r := reader{b: rest}
	if c.read(&r); r.bad || len(r.b) > 0 {
		return nil, fmt.Errorf("counts of %s: %w", g.Name, ErrDamaged)
	}
	return c, nil
}

func (c *Counts) read(r *reader) {
	c.layouts = c.layOut(r.used(c.plan))
	c.roots = make([]root, holeClasses*c.facets.n)
	for i := range c.roots {
		c.roots[i].vec = make([]int64, c.layouts[0].size)
		for k := range c.roots[i].vec {
			c.roots[i].vec[k] = r.int()
		}
		c.roots[i].kids = r.kids()
	}
	var vec []int32
	for range r.int() {
		node := r.int()
		if r.bad || node < 0 || int(node) >= len(c.nodes) {
			r.bad = true
			return
		}
		vec = vec[:0]
		for range c.layouts[c.nodes[node].Board].size {
			vec = append(vec, int32(r.int()))
		}
		c.open.append(openDecision{uint8(node), vec, r.kids()})
	}
}

type reader struct {
	b   []byte
	bad bool
}

func (r *reader) int() int64 {
	n, size := binary.Varint(r.b)
	if size <= 0 {
		r.bad = true
		r.b = nil
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) kids() []kid {
	n := r.int()
	if n < 0 || n > int64(len(r.b)) {
		r.bad = true
		return nil
	}
	kids := make([]kid, n)
	last := int32(0)
	for i := range kids {
		last += int32(r.int())
		kids[i] = kid{last, r.int()}
	}
	return kids
}

// used reads which columns the leaves after the turn have.
func (r *reader) used(p *plan) func(leaf, column int) bool {
	used := map[[2]int]bool{}
	for _, n := range entriesOf(p.root, 4) {
		for _, leaf := range n.leaves {
			for range r.int() {
				used[[2]int{leaf.id, int(r.int())}] = true
			}
		}
	}
	return func(leaf, column int) bool { return used[[2]int{leaf, column}] }
}
