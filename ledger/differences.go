package ledger

import (
	"fmt"
	"slices"
)

type mark [markSize]byte

// differences names the rows of a page that are not those its marks are of. The
// marks of a page stand in the order of its rows, so where rows of one kind are
// numbered one after another, the place of a mark gives the number of its row.
func (l *storedLink) differences(table int64, rows []stored) []Fault {
	var fs []Fault
	wanted := wantedOf(l.marks)
	if len(l.marks)%markSize != 0 {
		fs = append(fs, l.fault(table, "links", "", "altered: its marks are cut"))
	}
	gone := false // all rows that know their gaming day
	for i := range relations {
		r := &relations[i]
		gone = gone || r.scope == byDay && len(wanted[r.kind]) > 0
		fs = append(fs, l.differ(table, r, wanted[r.kind], ofKind(rows, r))...)
		delete(wanted, r.kind)
	}
	switch {
	case gone && !slices.ContainsFunc(rows, func(r stored) bool { return r.of.scope == byDay }):
		fs = append(fs, l.fault(table, "links", "", "altered, or all rows of its page are gone from its gaming day"))
	case len(wanted) > 0 || len(fs) == 0:
		fs = append(fs, l.fault(table, "links", "", "altered: its marks are of no rows"))
	}
	return fs
}

func wantedOf(marks []byte) map[kind][]mark {
	wanted := map[kind][]mark{}
	for m := range slices.Chunk(marks, markSize) {
		if len(m) == markSize {
			wanted[kind(m[0])] = append(wanted[kind(m[0])], mark(m))
		}
	}
	return wanted
}

func ofKind(rows []stored, r *relation) (of []stored) {
	for i := range rows {
		if rows[i].of == r {
			of = append(of, rows[i])
		}
	}
	return of
}

// differ compares the rows of one relation with their marks.
func (l *storedLink) differ(table int64, r *relation, want []mark, have []stored) (fs []Fault) {
	first := int64(1) // lines and postings are numbered by page, others go on
	if r.kind != kindLine && r.kind != kindPosting && r.kind < kindStint {
		first = unknown
		if len(have) > 0 {
			first = have[0].number
		}
	}
	var odd []stored // rows that no mark is of
	missing := map[int64]bool{}
	for i := range want {
		missing[int64(i)] = true
	}
	for i := range have {
		at := slices.Index(want, have[i].mark())
		if at < 0 {
			odd = append(odd, have[i])
			continue
		}
		delete(missing, int64(at))
		first = have[i].number - int64(at)
	}
	if r.kind == kindSettings && len(want) > 1 {
		first = unknown // versions of several tables do not count on from one another
	}
	fs = l.alter(table, odd, missing, first)
	for i := range want {
		if missing[int64(i)] {
			fs = append(fs, l.fault(table, r.name, r.labelAt(first, i), "missing"))
		}
	}
	return fs
}

// unknown is the first number where no row is left to tell.
const unknown = -1 << 62

// labelAt names the row of mark i where the first has that number.
func (r *relation) labelAt(first int64, i int) string {
	switch {
	case r.number == "":
		return ""
	case first == unknown:
		return fmt.Sprintf("row %d of its page", i+1)
	}
	return r.label(first + int64(i))
}

// alter matches the rows that no mark is of with the marks that no row has,
// first by number, and takes the matched marks out of missing.
func (l *storedLink) alter(table int64, odd []stored, missing map[int64]bool, first int64) (fs []Fault) {
	var extra []stored
	for i := range odd {
		if at := odd[i].number - first; missing[at] {
			delete(missing, at)
			fs = append(fs, l.fault(table, odd[i].of.name, odd[i].label(), "altered"))
		} else {
			extra = append(extra, odd[i])
		}
	}
	for i := range extra {
		what := "added"
		if len(missing) > 0 {
			what = "altered"
			delete(missing, least(missing))
		}
		fs = append(fs, l.fault(table, extra[i].of.name, extra[i].label(), what))
	}
	return fs
}

func least(set map[int64]bool) int64 {
	n := int64(-1)
	for at := range set {
		if n < 0 || at < n {
			n = at
		}
	}
	return n
}
