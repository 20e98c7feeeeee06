package games

import (
	"encoding/json"

	"github.com/shopspring/decimal"

	"croupier/cards"
)

// A Kind is the kind of a prompt and of the event that answers it.
type Kind string

// The kinds of events.
const (
	KindBet    Kind = "bet"    // chips on a wager before the cards; an amount replaces the last, 0 takes it away
	KindClose  Kind = "close"  // no more bets (table 5)
	KindDeal   Kind = "deal"   // cards leave the deck
	KindShow   Kind = "show"   // face-down cards become known
	KindAct    Kind = "act"    // a seat decides
	KindPay    Kind = "pay"    // a seat's wagers are taken and paid
	KindStrike Kind = "strike" // the last standing event was keyed wrongly
	KindVoid   Kind = "void"   // misdeal: stakes go back, or a seat's hand is dead
)

// What may be done where a prompt offers a choice.
const (
	DoBet    = "bet"
	DoCheck  = "check"
	DoFold   = "fold"
	DoReturn = "return" // of a void: the stakes go back
	DoDead   = "dead"   // of a void: the seat's wagers lose
)

// An Event is a prompt answered.
type Event struct {
	Step   string          `json:"step"`
	Kind   Kind            `json:"kind"`
	Place  Place           `json:"place"`
	Do     string          `json:"do,omitempty"`
	Wager  string          `json:"wager,omitempty"`
	Amount decimal.Decimal `json:"amount,omitzero"`
	Cards  cards.Cards     `json:"cards,omitempty"`
	Note   string          `json:"note,omitempty"` // why an event is struck or a round voided
	// Late marks the strike of a bet, the close or a decision after cards were
	// dealt or shown. The fold sets it; what the sender says is not asked.
	Late bool `json:"late,omitempty"`
}

// A Prompt is one thing a game asks for.
type Prompt struct {
	Step    string   `json:"step"`
	Kind    Kind     `json:"kind"`
	Place   Place    `json:"place"`
	Count   int      `json:"count,omitempty"` // of cards
	Down    bool     `json:"down,omitempty"`  // dealt face down: recorded as ?? until shown
	By      Role     `json:"by"`              // who may answer it
	Options []Option `json:"options,omitempty"`
}

// A Role is who may answer a prompt.
type Role string

// The roles of a prompt.
const (
	ByDealer     Role = "dealer"
	BySupervisor Role = "supervisor"
)

// An Option is one choice. An amount goes with an option that names a wager:
// from Min to Max, equal where the size is fixed (0 to 0 takes the wager
// away), and a multiple of Step where that is not zero.
type Option struct {
	Do    string
	Wager string
	Min   decimal.Decimal
	Max   decimal.Decimal
	Step  decimal.Decimal
}

// MarshalJSON writes the amounts of an option that names a wager, and only
// of such.
func (o Option) MarshalJSON() ([]byte, error) {
	if o.Wager == "" {
		return json.Marshal(struct {
			Do string `json:"do"`
		}{o.Do})
	}
	return json.Marshal(struct {
		Do    string          `json:"do"`
		Wager string          `json:"wager"`
		Min   decimal.Decimal `json:"min"`
		Max   decimal.Decimal `json:"max"`
		Step  decimal.Decimal `json:"step,omitzero"`
	}{o.Do, o.Wager, o.Min, o.Max, o.Step})
}
