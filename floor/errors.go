package floor

import (
	"errors"

	"croupier/sight"
)

// Why the floor refuses.
var (
	// ErrStale reports another number of events than the request named:
	// somebody else was at the round.
	ErrStale = errors.New("the round has moved on")
	// ErrRoundOpen reports a table whose last round is not settled.
	ErrRoundOpen = errors.New("the table has an unsettled round")
	// ErrTableClosed reports a table that was not opened with its float.
	ErrTableClosed = errors.New("the table is closed")
	// ErrTableOpen reports a table that is open already.
	ErrTableOpen = errors.New("the table is open")
	// ErrTwoPersons reports chips, or a dealer, that one person alone would move.
	ErrTwoPersons = errors.New("want a dealer and a supervisor, two persons, one asking and the other authorising")
	// ErrCount reports a count of what cannot lie there.
	ErrCount = errors.New("not a count of chips")
	// ErrSlipForm reports what is not the number of a slip.
	ErrSlipForm = errors.New("want 1 to 40 letters, digits, dots, slashes and hyphens, a letter or a digit first")
	// ErrReason reports a count that differs from the book, and no word why.
	ErrReason = errors.New("want a reason for the variance")
	// ErrNoSession reports a session a table never had.
	ErrNoSession = errors.New("no such session of the table")
	// ErrNeedsSupervisor reports a large payout or a late void (table 7) that waits for
	// a supervisor to stand by.
	ErrNeedsSupervisor = errors.New("a supervisor must stand by")
	// ErrDeckDeals reports cards that were sent where the deck deals.
	ErrDeckDeals = errors.New("the deck deals: leave the cards out")
	// ErrBadID reports what is not the name of a round.
	ErrBadID = sight.ErrBadID
	// ErrNoEvents reports a change without events.
	ErrNoEvents = errors.New("no events")
	// ErrSeal reports a sealed deck the key does not open.
	ErrSeal = errors.New("the sealed deck does not open")
)

// A Refused is an event that was not asked for, with what would have been
// accepted instead.
type Refused = sight.Refused
