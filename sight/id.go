package sight

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A RoundID names a round: the table and the table's own number of it, as
// "7-712".
type RoundID struct {
	Table, Number int64
}

// String returns the id as "7-712".
func (id RoundID) String() string { return fmt.Sprintf("%d-%d", id.Table, id.Number) }

// ErrBadID reports what is not the name of a round.
var ErrBadID = errors.New("not the id of a round")

// ParseRoundID reads "7-712", or fails with ErrBadID.
func ParseRoundID(s string) (RoundID, error) {
	table, number, ok := strings.Cut(s, "-")
	t, err1 := strconv.ParseInt(table, 10, 64)
	n, err2 := strconv.ParseInt(number, 10, 64)
	id := RoundID{t, n}
	if !ok || err1 != nil || err2 != nil || t < 1 || n < 1 || id.String() != s {
		return RoundID{}, fmt.Errorf("%.40q, want a table and a number such as 7-712: %w", s, ErrBadID)
	}
	return id, nil
}
