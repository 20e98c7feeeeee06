package games

import (
	"github.com/shopspring/decimal"
)

// limit cuts the winning lines of one seat to the cap on what it may win in a
// round (table 2): losses are not netted, stakes not counted, nothing is cut
// below whole chips.
func (t *Terms) limit(lines []Line) {
	var total decimal.Decimal
	for i := range lines {
		if lines[i].Won == Win {
			total = total.Add(lines[i].Rounded)
		}
	}
	if !total.GreaterThan(t.Cap) {
		return
	}
	if t.CapShare == ProRata {
		t.shareOut(lines, total)
		return
	}
	left := t.Cap
	for i := range lines {
		if l := &lines[i]; l.Won == Win {
			if l.Amount.GreaterThan(left) {
				l.Amount = t.floor(left)
			}
			left = left.Sub(l.Amount)
		}
	}
}

// shareOut gives each winning line its part of the cap, cut to the chip, and
// the remainder to the largest; no line gets more than it won, so what a line
// cannot take goes to the next largest.
func (t *Terms) shareOut(lines []Line, total decimal.Decimal) {
	left := t.floor(t.Cap)
	for i := range lines {
		if l := &lines[i]; l.Won == Win {
			part, _ := l.Rounded.Mul(t.Cap).QuoRem(total.Mul(t.Chip), 0)
			l.Amount = part.Mul(t.Chip)
			left = left.Sub(l.Amount)
		}
	}
	for left.IsPositive() {
		i := largestShort(lines)
		if i < 0 {
			return
		}
		more := decimal.Min(left, lines[i].Rounded.Sub(lines[i].Amount))
		lines[i].Amount = lines[i].Amount.Add(more)
		left = left.Sub(more)
	}
}

// largestShort returns the winning line of the largest rounded amount that
// has not all of it, the earlier of equals, or -1.
func largestShort(lines []Line) int {
	at := -1
	for i := range lines {
		l := &lines[i]
		if l.Won == Win && l.Amount.LessThan(l.Rounded) && (at < 0 || l.Rounded.GreaterThan(lines[at].Rounded)) {
			at = i
		}
	}
	return at
}
