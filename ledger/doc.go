// Package ledger keeps the book: the rounds of every table, their events, and
// the double-entry postings they end in, each request chained to the one before.
//
// It knows rows, sums and hashes, and no rule of any game. Nothing in the book
// is changed or deleted. Transactions belong to the caller: what takes a pgx.Tx
// neither begins nor commits.
package ledger

import "errors"

// Refusals, to be compared with errors.Is.
var (
	// ErrNoTable: the book has no table of that number.
	ErrNoTable = errors.New("no such table")
	// ErrNoRound: the table has opened no round of that number.
	ErrNoRound = errors.New("no such round")
	// ErrKeyReused: the actor used the key before, for a request with another body.
	ErrKeyReused = errors.New("idempotency key was used for another request")
	// ErrStale: the table's chain has moved on since its head was read, or a
	// row of that number is in the book already.
	ErrStale = errors.New("the table has moved on")
	// ErrPosted: the round has its entry already.
	ErrPosted = errors.New("the round is settled already")
	// ErrUnbalanced: the postings of an entry do not sum to zero.
	ErrUnbalanced = errors.New("postings do not sum to zero")
	// ErrCorrection: the entry was taken back before, or a correction or a dispute
	// goes another way than opened, then decided, and by two persons.
	ErrCorrection = errors.New("not the next step of a correction or a dispute")
	// ErrAppendOnly: something tried to change or delete what is written.
	ErrAppendOnly = errors.New("the book is append-only")
	// ErrNoMonth: no partitions were made for the gaming day; see EnsureMonth.
	ErrNoMonth = errors.New("the book has no pages for that month")
	// ErrCursor: a text that no page of Entries returned.
	ErrCursor = errors.New("not a cursor")
	// ErrTaken: the house has a table of that name, settings of that version or
	// that paytable already.
	ErrTaken = errors.New("the house has it already")
	// ErrDealing: the person deals at a table already.
	ErrDealing = errors.New("the person deals at a table already")
	// ErrSlip: the house has used the number of the slip before.
	ErrSlip = errors.New("the number of the slip was used before")
	// ErrDayClosed: the gaming day of the table was closed, and takes no round and
	// no entry.
	ErrDayClosed = errors.New("the gaming day is closed")
	// ErrDayOpen: a round of the gaming day to be closed is not settled.
	ErrDayOpen = errors.New("a round of the gaming day is open")
	// ErrPage: a page that cannot be written as it is; the text says why.
	ErrPage = errors.New("not a page of the book")
)

// House is the number of the house's own chain, where tables, settings and
// paytables are written. Tables are numbered from 1.
const House = 0
