package sight

import (
	"fmt"

	"croupier/games"
)

// A Refused is an event that was not asked for, with what would have been
// accepted instead.
type Refused struct {
	Err   error
	Index int            // of the event among those sent, from 0
	N     int            // events of the round so far
	Next  []games.Prompt // all that may be answered now
}

func (e *Refused) Error() string { return fmt.Sprintf("event %d: %v", e.Index, e.Err) }
func (e *Refused) Unwrap() error { return e.Err }
