package games

import (
	"fmt"
	"strings"
)

// Why returns the reason of the line in words, with the clause that says so:
// "uth 12: flush pays 1.5 to 1, rounded down to 1000".
func (l *Line) Why(t *Terms) string {
	var b strings.Builder
	b.Grow(64)
	if l.Clause != "" {
		b.WriteString(l.Clause)
		b.WriteString(": ")
	}
	b.WriteString(l.Reason)
	if l.Row != "" {
		if l.Reason != "" {
			b.WriteString(", ")
		}
		b.WriteString(l.Row + " pays " + l.Odds.String() + " to 1")
	}
	if !l.Rounded.Equal(l.Exact) {
		fmt.Fprintf(&b, ", rounded %s", t.rounded())
	}
	if !l.Amount.Equal(l.Rounded) {
		fmt.Fprintf(&b, ", capped at %s a round", t.Cap)
	}
	return b.String()
}

func (t *Terms) rounded() string {
	if t.Rounding == Nearest {
		return "to the nearest " + t.Chip.String()
	}
	return string(t.Rounding) + " to " + t.Chip.String()
}
