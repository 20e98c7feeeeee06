// Package packing finds the numbers behind the evaluator's tables: a key for
// each rank, and the offsets that lay the sums of keys side by side in a small
// array. It is run when the numbers are generated and when a test generates
// them again; the product only embeds what came out.
//
// It knows no rule of poker: which ranks a hand holds is all it looks at.
package packing

import "math/rand/v2"

// Ranks is the number of ranks, and OfRank the number of cards of each.
const (
	Ranks  = 13
	OfRank = 4
)

// A sum of keys is read as a row and a column. The row stands in the top 13
// bits, where sums wrap around. The column stands in the low 16 bits; keys keep
// it so small that seven never carry into the bits between, which belong to
// the suits, and rows are short enough to be packed tightly.
const (
	Rows      = 1 << 13
	RowShift  = 64 - 13
	columnCap = 1 << 10
	widest    = 1 << 13 // more than seven columns together
)

// Keys are the keys of the ranks from Two to Ace.
type Keys [Ranks]uint64

// Row and Column split a sum of keys.
func Row(sum uint64) int       { return int(sum >> RowShift) }
func Column(sum uint64) uint16 { return uint16(sum) }

// Sums calls visit with the key sum of each choice of n cards by rank, at most
// four of a rank, until visit says no. It says whether visit never did.
func (k *Keys) Sums(n int, visit func(sum uint64) bool) bool { return k.sums(0, n, 0, visit) }

func (k *Keys) sums(from, n int, sum uint64, visit func(uint64) bool) bool {
	if n == 0 {
		return visit(sum)
	}
	for r := from; r < Ranks; r++ {
		for of := 1; of <= min(OfRank, n); of++ {
			if !k.sums(r+1, n-of, sum+uint64(of)*k[r], visit) {
				return false
			}
		}
	}
	return true
}

// A Group is the sizes of hands that share one table.
type Group []int

// Seven and Short are the groups of the evaluator: hands of seven cards have a
// table of their own, so that what is used most stays close together.
var (
	Seven = Group{7}
	Short = Group{5, 6}
)

// Find draws keys from a fixed sequence until, in each group, no two hands
// fall on one row and column.
func Find() Keys {
	random := rand.New(rand.NewPCG(53, 52))
	seen := cells{bits: make([]uint64, Rows*widest/64)}
	for {
		var k Keys
		for r := range k {
			k[r] = random.Uint64N(Rows)<<RowShift | random.Uint64N(columnCap)
		}
		if seen.distinct(&k, Short) && seen.distinct(&k, Seven) {
			return k
		}
	}
}

// cells is a set of rows and columns: one bit each, and a list of those set.
type cells struct {
	bits   []uint64
	marked []int
}

// distinct says whether all hands of a group have a row and column of their own.
func (c *cells) distinct(k *Keys, g Group) bool {
	for _, cell := range c.marked {
		c.bits[cell/64] = 0
	}
	c.marked = c.marked[:0]
	for _, n := range g {
		if !k.Sums(n, c.mark) {
			return false
		}
	}
	return true
}

// mark adds the cell of a sum and says whether it was new.
func (c *cells) mark(sum uint64) bool {
	cell := Row(sum)*widest + int(Column(sum))
	bit := uint64(1) << (cell % 64)
	fresh := c.bits[cell/64]&bit == 0
	c.bits[cell/64] |= bit
	c.marked = append(c.marked, cell)
	return fresh
}
