// Package sight is a round as it may be seen: what its record, folded as far as one
// looks, shows on the felt. It runs nothing and reads no database.
package sight

import (
	"time"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
)

// A View is the round as it may be seen: what lies on the felt, what it asks
// next, and what each wager came to. Cards nobody has turned print ??.
type View struct {
	ID        string         `json:"id" doc:"Table and the table's own number" example:"7-712"`
	Table     int64          `json:"table"`
	Game      string         `json:"game" doc:"With the version of its rules" example:"ultimate-texas-holdem/1"`
	GamingDay string         `json:"gaming_day" format:"date"`
	Pins      house.Pins     `json:"pins" doc:"What was fixed when the round opened"`
	N         int            `json:"n" doc:"Events so far: the number the next request must name"`
	Status    Status         `json:"status" enum:"betting,dealing,paying,settled,void"`
	Board     cards.Cards    `json:"board" doc:"Cards as text, ?? face down" example:"As Kd 7c"`
	Dealer    cards.Cards    `json:"dealer" doc:"Cards as text, ?? face down" example:"?? ??"`
	Seats     []SeatView     `json:"seats" doc:"The seats with a stake"`
	Next      []games.Prompt `json:"next" doc:"All that may be answered now; empty when the round is over"`
	Run       []games.Prompt `json:"run,omitempty" doc:"The deals that next begins, as they may be answered in one request: face down to one place after the other, or what is burned and the deal after it"`
	Back      []games.Event  `json:"back,omitempty" doc:"What is taken back in one go, the latest first, by a strike each, without notes; absent where nothing can be"`
	Lines     []LineView     `json:"lines" doc:"What each wager came to, for the seats that are paid"`
	Entry     *EntryRef      `json:"entry,omitempty" doc:"The entry of the book the round ended in"`
	Corrected *EntryRef      `json:"corrected,omitempty" doc:"The entry that stands instead, where the round was corrected since"`
	Deck      *DeckView      `json:"deck,omitempty" doc:"Where a deck deals: what was committed to, opened once the round is over"`
}

// A Status is how far a round has come.
type Status string

// The statuses of a round.
const (
	Betting Status = "betting"
	Dealing Status = "dealing"
	Paying  Status = "paying"
	Settled Status = "settled"
	Void    Status = "void"
)

// A SeatView is a seat with a stake.
type SeatView struct {
	Seat   int               `json:"seat"`
	Cards  cards.Cards       `json:"cards" doc:"Cards as text, ?? face down" example:"?? ??"`
	Bets   map[string]string `json:"bets" doc:"Stake by wager" example:"{\"ante\":\"10\",\"blind\":\"10\"}"`
	Folded bool              `json:"folded"`
	Paid   bool              `json:"paid"`
	Ruling string            `json:"ruling,omitempty" enum:"dead,void" doc:"What a ruling made of the seat"`
	Hand   string            `json:"hand,omitempty" doc:"Category of the best five, once shown" example:"flush"`
	Best   cards.Cards       `json:"best,omitempty" doc:"The five cards that count"`
}

// A LineView is what one wager of a seat came to, net for the player.
type LineView struct {
	Seat     int             `json:"seat"`
	Wager    string          `json:"wager"`
	Stake    decimal.Decimal `json:"stake"`
	Outcome  games.WinLose   `json:"outcome" enum:"win,lose,push,void"`
	Odds     decimal.Decimal `json:"odds" doc:"Net, to 1"`
	Exact    decimal.Decimal `json:"exact" doc:"Stake times odds"`
	Rounded  decimal.Decimal `json:"rounded" doc:"Brought to whole chips"`
	Amount   decimal.Decimal `json:"amount" doc:"Paid to the seat; negative is taken from it"`
	Row      string          `json:"row,omitempty" doc:"Of the paytable"`
	Paytable string          `json:"paytable,omitempty" doc:"Digest of the paytable that priced it"`
	Clause   string          `json:"clause,omitempty" doc:"The rule that says so" example:"uth 12"`
	Why      string          `json:"why" example:"uth 12: flush pays 1.5 to 1"`
}

// An EntryRef names an entry of the book.
type EntryRef struct {
	ID   string `json:"id" doc:"Table and seq" example:"7:15"`
	Seq  int64  `json:"seq" doc:"The table's own gapless number: its place in the chain"`
	Kind string `json:"kind" enum:"settle,void,open,fill,credit,drop,close,reversal,correction"`
}

// A DeckView is the commitment to a deck and, once the round is over, what
// opens it: sha256(nonce + " " + cards) is the commitment, all in hex and text.
type DeckView struct {
	Commitment string      `json:"commitment" doc:"SHA-256, hex, of the nonce, a space and the cards as text"`
	Nonce      string      `json:"nonce,omitempty"`
	Cards      cards.Cards `json:"cards,omitempty"`
}

// An EventView is an event of the record.
type EventView struct {
	N   int   `json:"n" doc:"Counted from 1"`
	Seq int64 `json:"seq" doc:"The link of the chain it stands in"`
	games.Event
	Actor    string    `json:"actor"`
	Approver string    `json:"approver,omitempty"`
	At       time.Time `json:"at"`
}

// Event is the event as it is told.
func Event(e ledger.Event) EventView {
	return EventView{N: e.N, Seq: e.Seq, Event: e.Event, Actor: e.Actor, Approver: e.Approver, At: e.At}
}
