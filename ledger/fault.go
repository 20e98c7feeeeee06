package ledger

import (
	"cmp"
	"fmt"
	"slices"
)

// A Fault is a row that is not as it was written, one that is missing, or one
// too many.
type Fault struct {
	Table    int64  // House is the house
	Seq      int64  // page of the chain; 0 where the fault is of no page
	Relation string // "postings"
	Row      string // "posting 3"; empty where a page has one such row, or it is missing
	What     string // "altered"
}

// String names the row and what is wrong with it:
// "table 7 seq 15: postings, posting 3: altered".
func (f Fault) String() string {
	where := chainName(f.Table)
	if f.Seq != 0 {
		where += fmt.Sprintf(" seq %d", f.Seq)
	}
	where += ": " + f.Relation
	if f.Row != "" {
		where += ", " + f.Row
	}
	return where + ": " + f.What
}

// chainName is the table, or the house.
func chainName(table int64) string {
	if table == House {
		return "house"
	}
	return fmt.Sprintf("table %d", table)
}

// faults are the faults found. Beyond mostFaults they are only counted, so that
// a book in ruins does not fill the memory.
type faults struct {
	kept []Fault
	n    int64
}

const mostFaults = 10_000

func (fs *faults) add(f Fault) {
	fs.n++
	if len(fs.kept) < mostFaults {
		fs.kept = append(fs.kept, f)
	}
}

// sort brings the faults into the order of the book, those of one page as found.
func (fs *faults) sort() {
	slices.SortStableFunc(fs.kept, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Seq, b.Seq))
	})
}
