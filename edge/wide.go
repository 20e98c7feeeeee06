package edge

import (
	"cmp"
	"math/big"
)

// A wide is a whole number that may need more than 64 bits, high<<32 + low.
// Sums of products may be added up in each half and put in order once.
type wide struct{ high, low int64 }

const half = 32

// wideOf splits a number; small ones are all in the low half.
func wideOf(n int64) wide {
	high := (n + 1<<(half-1)) >> half
	return wide{high, n - high<<half}
}

// add adds n times o.
func (w *wide) add(n int64, o wide) {
	w.high += n * o.high
	w.low += n * o.low
}

// ordered brings the low half into its range.
func (w wide) ordered() wide {
	carry := (w.low + 1<<(half-1)) >> half
	return wide{w.high + carry, w.low - carry<<half}
}

func (w wide) minus(o wide) wide { return wide{w.high - o.high, w.low - o.low}.ordered() }

// compare compares ordered numbers.
func (w wide) compare(o wide) int {
	return cmp.Or(cmp.Compare(w.high, o.high), cmp.Compare(w.low, o.low))
}

func (w wide) big() *big.Int {
	b := new(big.Int).Lsh(big.NewInt(w.high), half)
	return b.Add(b, big.NewInt(w.low))
}
