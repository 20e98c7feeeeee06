package ledger

import (
	"cmp"
	"fmt"
	"slices"
)

// A chain is what was read of a table's links. Days come in order, and so, as a
// rule, do pages; but a clock set back may have opened a round on an earlier
// gaming day, so the chain is put together from runs of links that follow one
// another.
type chain struct{ runs []run }

type run struct {
	first, last int64
	prev, hash  digest // before the first link, of the last
}

// add takes the next link read.
func (c *chain) add(l *storedLink) {
	if n := len(c.runs); n > 0 {
		r := &c.runs[n-1]
		if r.last+1 == l.seq && r.hash == l.prev {
			r.last, r.hash = l.seq, l.hash
			return
		}
	}
	c.runs = append(c.runs, run{l.seq, l.seq, l.prev, l.hash})
}

// faults returns where the runs do not follow one another up to the head.
func (c *chain) faults(table int64, h *Head) []Fault {
	c.sort()
	fs, last := c.follow(table, run{}) // before the first link
	return append(fs, last.ends(table, h)...)
}

func (c *chain) sort() {
	slices.SortFunc(c.runs, func(a, b run) int { return cmp.Compare(a.first, b.first) })
}

// reach returns the first and the last page of the runs, which are sorted, and
// whether there is one between any two that is in none.
func (c *chain) reach() (first, last int64, whole bool) {
	whole = true
	for i, r := range c.runs {
		if i == 0 {
			first, last = r.first, r.first-1
		}
		whole, last = whole && r.first <= last+1, max(last, r.last)
	}
	return first, last, whole
}

// follow returns where the runs, which are sorted, do not follow one another from
// the run at on, and the last of them.
func (c *chain) follow(table int64, at run) (fs []Fault, last run) {
	for _, r := range c.runs {
		fs = append(fs, at.then(table, r)...)
		at = r
	}
	return fs, at
}

// ends checks that the head stands where the run ends.
func (r run) ends(table int64, h *Head) []Fault {
	switch {
	case h == nil:
		return []Fault{{Table: table, Relation: "heads", What: "missing"}}
	case r.last < h.Seq:
		return []Fault{gap(table, r.last+1, h.Seq)}
	case r.last > h.Seq:
		return []Fault{{Table: table, Relation: "heads", What: fmt.Sprintf("altered: at seq %d, the chain goes on to %d", h.Seq, r.last)}}
	case r.hash != h.Hash:
		return []Fault{{Table: table, Seq: h.Seq, Relation: "heads", What: "altered: its hash is not that of the last link"}}
	}
	return nil
}

// then checks that next follows the run.
func (r run) then(table int64, next run) []Fault {
	switch {
	case next.first <= r.last:
		return []Fault{{Table: table, Seq: next.first, Relation: "links", What: "there twice"}}
	case next.first > r.last+1:
		return []Fault{gap(table, r.last+1, next.first-1)}
	case next.prev != r.hash:
		return []Fault{{Table: table, Seq: next.first, Relation: "links", What: fmt.Sprintf("does not follow seq %d: one of the two was altered", r.last)}}
	}
	return nil
}

func gap(table, first, last int64) Fault {
	f := Fault{Table: table, Seq: first, Relation: "links", What: "missing"}
	if last > first {
		f.What = fmt.Sprintf("missing, up to seq %d", last)
	}
	return f
}
