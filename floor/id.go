package floor

import "croupier/sight"

// A RoundID names a round: the table and the table's own number of it, as
// "7-712".
type RoundID = sight.RoundID

// ParseRoundID reads "7-712", or fails with ErrBadID.
func ParseRoundID(s string) (RoundID, error) { return sight.ParseRoundID(s) }
