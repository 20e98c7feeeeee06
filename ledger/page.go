package ledger

import (
	"time"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// A Page is one accepted request: one commit, one link of a table's chain. A
// page of a table opens a round, adds events to it, ends it with its entry, or
// concerns no round: an entry that moves chips between rounds, or rows alone. A
// page of the house carries what was set.
type Page struct {
	// Opening is the round this page opens. Its Number must be the head's
	// Rounds + 1; Table, GamingDay, Seq, Actor and At are the page's.
	Opening *Round
	Round   int64   // the round concerned, 0 for none; with an Opening it may be left 0
	Events  []Event // numbered by the caller; Seq, Actor, Approver and At are the page's
	Entry   *Entry  // the round's end, or chips that move between rounds

	Table     *Table // house only
	Settings  []Settings
	Paytables []Paytable

	// Rows are what else the page sets or notes, of the house or of a table.
	Rows []Row

	// Then is the page that follows in the same commit: after a reversal, that of
	// the entry that corrects. Actor, Approver, At and GamingDay are this page's.
	Then *Page

	Key    Key    // none where Key.Key is empty
	Answer Answer // stored under the key

	Actor    string // who asked
	Approver string // who approved; empty where nobody had to
	At       time.Time
	// GamingDay is the day of the round concerned, which is the day it was
	// opened on; of a page without a round, or that corrects one, the table's day
	// at the time. Only the date counts.
	GamingDay time.Time
}

// A Key is what makes a request repeatable: who sent it, the Idempotency-Key,
// and the digest of method, path and body.
type Key struct {
	Actor, Key string
	Body       [32]byte
}

// An Answer is what a request was answered.
type Answer struct {
	Status int
	Body   []byte
}

// A Round is what was fixed when a round opened.
type Round struct {
	Table, Number int64
	GamingDay     time.Time // a date
	Seq           int64     // of the page that opened it
	Game          string    // with the version of its rules, "ultimate-texas-holdem/1"
	Settings      int       // version of the table's settings
	Digest        [32]byte  // of those settings
	Currency      string
	Dealing       string // "hand" or "deck"
	Sealed        []byte // the undealt cards, encrypted; nil by hand
	Commitment    []byte // to the deck; nil by hand
	Actor         string
	At            time.Time
}

// An Event is a prompt answered, as the book has it. N counts from 1.
type Event struct {
	N int
	games.Event
	Seq             int64
	Actor, Approver string
	At              time.Time
}

// The kinds of entries a round ends in.
const (
	KindSettle = "settle"
	KindVoid   = "void"
)

// The kinds of entries that move chips between rounds. The book leaves room for
// others: see docs/book.md.
const (
	KindOpen   = "open"   // a table opens with its float
	KindFill   = "fill"   // chips come from the cage
	KindCredit = "credit" // chips go back to the cage
	KindDrop   = "drop"   // what the drop box held was counted
	KindClose  = "close"  // the float was counted and goes back
)

// The kinds of entries that correct a round after its end, on two pages of one
// commit. They name the round, and are of the gaming day they are booked on.
const (
	KindReversal   = "reversal"   // the exact opposite of the entry that stood
	KindCorrection = "correction" // what the round came to instead, which stands from now on
)

// An Entry is what a round came to, or chips that moved between rounds. Append
// asks for Kind, Currency, Reason and Lines or Postings; of a reversal or a
// correction for who opened and who approved it besides; the rest is the page's.
type Entry struct {
	Table     int64
	Seq       int64
	Round     int64
	Settings  int   // version of the table's settings the round was opened under; read only
	Reverses  int64 // seq of the entry a reversal takes back; read only
	GamingDay time.Time
	Kind      string
	Currency  string
	Actor     string
	Approver  string
	Reason    string
	At        time.Time
	Lines     []Line
	// Postings are made from the lines where they are nil.
	Postings []Posting
}

// A Line is what one wager of one seat came to, with the paytable that priced
// it, where one did.
type Line struct {
	games.Line
	Paytable *[32]byte
}

// A Posting moves chips to an account, or from it where the amount is
// negative. Line counts the entry's lines from 1.
type Posting struct {
	Line     int
	Account  string // "table 7 seat 3", "table 7 bank"
	Amount   decimal.Decimal
	Wager    string
	Row      string
	Paytable *[32]byte
}
