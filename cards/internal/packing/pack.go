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
		taken   [Slots]bool
		width   int
	)
	for _, row := range rowsOf(k, g) {
		offset, ok := firstFit(&taken, row.columns)
		if !ok {
			return offsets, 0, ErrFull
		}
		offsets[row.number] = uint16(offset)
		for _, c := range row.columns {
			taken[offset+int(c)] = true
			width = max(width, offset+int(c)+1)
		}
	}
	return offsets, width, nil
}

// firstFit is the lowest offset, perhaps below zero, at which all columns of a
// row fall on free slots.
func firstFit(taken *[Slots]bool, columns []uint16) (int, bool) {
	first, last := int(slices.Min(columns)), int(slices.Max(columns))
	for offset := -first; offset+last < Slots; offset++ {
		if !slices.ContainsFunc(columns, func(c uint16) bool { return taken[offset+int(c)] }) {
			return offset, true
		}
	}
	return 0, false
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
