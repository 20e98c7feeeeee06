package ledger

import (
	"bytes"
	"crypto/sha256"
	"strconv"
)

// A stored row is one as it was read: the page it says it is on, the number it
// has there, and the hash of its columns.
type stored struct {
	of          *relation
	seq, number int64
	hash        digest
}

func (r *stored) mark() mark { return mark(appendMark(nil, r.of.kind, r.hash)) }

// label names the row among those of its kind on a page.
func (r *stored) label() string { return r.of.label(r.number) }

func (r *relation) label(number int64) string {
	if r.number == "" {
		return ""
	}
	return r.number + " " + strconv.FormatInt(number, 10)
}

// A storedLink is a link as it was read.
type storedLink struct {
	seq              int64
	own              []byte // its canonical bytes before the marks
	marks            []byte
	prev, leaf, hash digest
}

// check compares the rows of a page with the link and returns what is wrong, the
// rows first.
func (l *storedLink) check(table int64, rows []stored) []Fault {
	var s seal
	for i := range rows {
		s.rows = append(s.rows, rows[i].hash)
		s.marks = appendMark(s.marks, rows[i].of.kind, rows[i].hash)
	}
	own := tuple{b: bytes.Clone(l.own)}
	own.value(s.marks)
	var fs []Fault
	switch same := bytes.Equal(s.marks, l.marks); {
	case leafOf(sha256.Sum256(own.b), s.rows) != l.leaf && same:
		fs = append(fs, l.fault(table, "links", "", "altered"))
	case leafOf(sha256.Sum256(own.b), s.rows) != l.leaf:
		fs = l.differences(table, rows)
	case !same:
		fs = append(fs, l.fault(table, "links", "", "altered: its marks are not those of its rows"))
	}
	if linkOf(l.prev, table, l.seq, l.leaf) != l.hash {
		fs = append(fs, l.fault(table, "links", "", "altered: its hash is not that of what it links"))
	}
	return fs
}

func (l *storedLink) fault(table int64, relation, row, what string) Fault {
	return Fault{Table: table, Seq: l.seq, Relation: relation, Row: row, What: what}
}
