package floor

import (
	"time"

	"github.com/shopspring/decimal"

	"croupier/sight"
)

// A View is the round as it may be seen; the pit replays rounds in the same form.
type View = sight.View

// The parts of a View.
type (
	Status   = sight.Status
	SeatView = sight.SeatView
	LineView = sight.LineView
	EntryRef = sight.EntryRef
	DeckView = sight.DeckView
	// An EventView is an event of the record.
	EventView = sight.EventView
)

// The statuses of a round.
const (
	Betting = sight.Betting
	Dealing = sight.Dealing
	Paying  = sight.Paying
	Settled = sight.Settled
	Void    = sight.Void
)

// A PostingView is one side of a movement of chips.
type PostingView struct {
	Account  string          `json:"account" example:"table 7 bank"`
	Amount   decimal.Decimal `json:"amount"`
	Wager    string          `json:"wager,omitempty"`
	Row      string          `json:"row,omitempty"`
	Paytable string          `json:"paytable,omitempty"`
}

// An EntryView is an entry of the book.
type EntryView struct {
	ID        string        `json:"id" example:"7:15"`
	Table     int64         `json:"table"`
	Seq       int64         `json:"seq"`
	Round     string        `json:"round,omitempty" doc:"Absent where chips moved between rounds" example:"7-712"`
	GamingDay string        `json:"gaming_day" format:"date"`
	Kind      string        `json:"kind" enum:"settle,void,open,fill,credit,drop,close,reversal,correction"`
	Currency  string        `json:"currency"`
	Actor     string        `json:"actor"`
	Approver  string        `json:"approver,omitempty"`
	Reason    string        `json:"reason,omitempty"`
	Reverses  string        `json:"reverses,omitempty" doc:"The entry a reversal takes back" example:"7:15"`
	At        time.Time     `json:"at"`
	Lines     []LineView    `json:"lines"`
	Postings  []PostingView `json:"postings"`
}

// An Audit is a round with all that was recorded of it, settled again from
// its events.
type Audit struct {
	Round     View        `json:"round"`
	Events    []EventView `json:"events"`
	Entry     *EntryView  `json:"entry,omitempty"`
	Corrected []EntryView `json:"corrected,omitempty" doc:"Reversals and corrections since, in order; the last stands"`
	Resettled []LineView  `json:"resettled" doc:"The lines as the recorded events settle now"`
	Agrees    bool        `json:"agrees" doc:"Whether they are what was posted"`
}

// Entries is a page of the book.
type Entries struct {
	Entries []EntryView `json:"entries"`
	Cursor  string      `json:"cursor,omitempty" doc:"Where the next page begins; absent on the last"`
}
