package edge

import (
	"cmp"
	"math/big"
)

// A wide is a whole number of more than 64 bits, high<<32 + low. Sums of
// products may be added up in each half and brought into order once.
type wide struct{ high, low int64 }

const half = 32

// of splits a number.
func wideOf(n int64) wide { return wide{n >> half, n & (1<<half - 1)} }

// add adds n times o.
func (w *wide) add(n int64, o wide) {
	w.high += n * o.high
	w.low += n * o.low
}

// settle brings the low half into its range.
func (w wide) settle() wide { return wide{w.high + w.low>>half, w.low & (1<<half - 1)} }

func (w wide) minus(o wide) wide { return wide{w.high - o.high, w.low - o.low}.settle() }

// compare compares settled numbers.
func (w wide) compare(o wide) int {
	return cmp.Or(cmp.Compare(w.high, o.high), cmp.Compare(w.low, o.low))
}

func (w wide) big() *big.Int {
	b := new(big.Int).Lsh(big.NewInt(w.high), half)
	return b.Add(b, big.NewInt(w.low))
}
