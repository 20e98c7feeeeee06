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
func (c *chain) faults(table int64, h *Head) (fs []Fault) {
	slices.SortFunc(c.runs, func(a, b run) int { return cmp.Compare(a.first, b.first) })
	at := run{} // before the first link
	for _, r := range c.runs {
		fs = append(fs, at.then(table, r)...)
		at = r
	}
	switch {
	case h == nil:
		fs = append(fs, Fault{Table: table, Relation: "heads", What: "missing"})
	case at.last < h.Seq:
		fs = append(fs, gap(table, at.last+1, h.Seq))
	case at.last > h.Seq:
		fs = append(fs, Fault{Table: table, Relation: "heads", What: fmt.Sprintf("altered: at seq %d, the chain goes on to %d", h.Seq, at.last)})
	case at.hash != h.Hash:
		fs = append(fs, Fault{Table: table, Seq: h.Seq, Relation: "heads", What: "altered: its hash is not that of the last link"})
	}
	return fs
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
