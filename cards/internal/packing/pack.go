package packing

import (
	"errors"
	"slices"
)

// Slots is the size of a table that a row and column are laid into.
const Slots = 1 << 16

// ErrFull is the error of Pack when a row finds no place.
var ErrFull = errors.New("no offset is free for a row")

// Offsets holds for each row how far its columns are moved, modulo Slots.
type Offsets [Rows]uint16

// Pack moves the rows of a group against each other until no two hands share
// a slot (Tarjan and Yao's row displacement): the longest row first, each to
// the first offset at which all its columns are free. It also gives the number
// of slots from the first to the last in use.
func Pack(k *Keys, g Group) (Offsets, int, error) {
	var (
		offsets Offsets
		slots   slots
	)
	for _, row := range rowsOf(k, g) {
		offset, ok := slots.firstFit(row.columns)
		if !ok {
			return offsets, 0, ErrFull
		}
		offsets[row.number] = uint16(offset)
		slots.take(offset, row.columns)
	}
	return offsets, slots.width, nil
}

// slots is a table that is being filled.
type slots struct {
	taken [Slots]bool
	free  int // the first slot that is not taken
	width int // one more than the last slot that is
}

// firstFit is the lowest offset, perhaps below zero, at which all columns of a
// row fall on free slots.
func (s *slots) firstFit(columns []uint16) (int, bool) {
	first, last := int(slices.Min(columns)), int(slices.Max(columns))
	for offset := s.free - first; offset+last < Slots; offset++ {
		if s.fits(offset, columns) {
			return offset, true
		}
	}
	return 0, false
}

func (s *slots) fits(offset int, columns []uint16) bool {
	for _, c := range columns {
		if s.taken[offset+int(c)] {
			return false
		}
	}
	return true
}

// take fills the slots of a row.
func (s *slots) take(offset int, columns []uint16) {
	for _, c := range columns {
		s.taken[offset+int(c)] = true
		s.width = max(s.width, offset+int(c)+1)
	}
	for s.free < Slots && s.taken[s.free] {
		s.free++
	}
}

// A row is a row that hands fall on, with their columns.
type row struct {
	number  int
	columns []uint16
}

// rowsOf gathers the rows in use, the longest first, then by number.
func rowsOf(k *Keys, g Group) []row {
	rows := make([]row, Rows)
	for _, n := range g {
		k.Sums(n, func(sum uint64) bool {
			r := &rows[Row(sum)]
			r.columns = append(r.columns, Column(sum))
			return true
		})
	}
	for i := range rows {
		rows[i].number = i
	}
	rows = slices.DeleteFunc(rows, func(r row) bool { return len(r.columns) == 0 })
	slices.SortStableFunc(rows, func(a, b row) int { return len(b.columns) - len(a.columns) })
	return rows
}
