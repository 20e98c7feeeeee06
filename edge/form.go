package edge

import (
	"fmt"

	"github.com/shopspring/decimal"
)

// A form is a value as a linear function of the prices: a number, and for each
// priced row of the base game how many units it pays. All numbers are whole:
// they are counted in parts of a unit, forms.unit of them.
type form []int64

// forms are what the base game comes to at each leaf in each column.
type forms struct {
	unit   int64 // parts of one unit
	dims   int   // 1 and the number of rows
	rows   []int // the prices of the question that are dimensions 1, 2, ...
	leaves [][]form
}

// mostParts bounds the parts of a unit, so that sums over a state's deals fit.
const mostParts = 1 << 20

func newForms(t *table, root *Node) (*forms, error) {
	f := &forms{dims: 1, unit: 1}
	for i, p := range t.question.rows {
		for k, w := range t.compared {
			if t.base[k] && t.question.wagers[w] == p.wager {
				f.rows = append(f.rows, i)
				f.dims++
			}
		}
	}
	for !f.whole(t, root) {
		if f.unit *= 10; f.unit > mostParts {
			return nil, fmt.Errorf("%s: the rules fix odds with too many decimals: %w", t.question.game.Name, ErrShape)
		}
	}
	return f, nil
}

// whole fills the forms in the present unit and reports whether all parts are
// whole.
func (f *forms) whole(t *table, root *Node) bool {
	f.leaves = nil
	unit := decimal.NewFromInt(f.unit)
	for _, leaf := range root.leaves {
		var columns []form
		for _, c := range t.columns {
			v := make(form, f.dims)
			for k, w := range t.compared {
				if !t.base[k] || leaf.Stakes[w].IsZero() {
					continue
				}
				o := c.outcomes[index(leaf.Folded)][k]
				part := leaf.Stakes[w].Mul(unit)
				if o.row == fixed {
					part = part.Mul(o.odds)
				}
				if !part.IsInteger() {
					return false
				}
				v[f.dim(o.row)] += part.IntPart()
			}
			columns = append(columns, v)
		}
		f.leaves = append(f.leaves, columns)
	}
	return true
}

// dim is the dimension of a row, 0 for fixed odds.
func (f *forms) dim(row int) int {
	for i, r := range f.rows {
		if r == row {
			return i + 1
		}
	}
	return 0
}

func index(folded bool) int {
	if folded {
		return 1
	}
	return 0
}

// add adds n times o.
func (v form) add(n int64, o form) {
	for i := range v {
		v[i] += n * o[i]
	}
}

// A bounds is what is known of the value of a choice, whatever the prices:
// it is at most upper, and at least each of lowers.
type bounds struct {
	upper  form
	lowers []form
}

// settled returns the choice that is best at every price there can be, if
// there is one. Of equal ones the first is taken; a later choice must be better
// even where no row pays.
func settled(choices []bounds) (int, bool) {
	for j := range choices {
		if beatsAll(choices, j) {
			return j, true
		}
	}
	return 0, false
}

func beatsAll(choices []bounds, j int) bool {
	for i := range choices {
		if i != j && !beats(&choices[j], &choices[i], j > i) {
			return false
		}
	}
	return true
}

// beats reports whether b is at least o, at every price of zero or more.
func beats(b, o *bounds, strictly bool) bool {
	for _, lower := range b.lowers {
		if atLeast(lower, o.upper) && (!strictly || lower[0] > o.upper[0]) {
			return true
		}
	}
	return false
}

func atLeast(a, b form) bool {
	for i := range a {
		if a[i] < b[i] {
			return false
		}
	}
	return true
}
