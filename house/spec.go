package house

import (
	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/paytables"
)

// A Spec is a table as it is asked for: the round file's keys, and what a
// table sets besides. What is left out takes its default; a house rule without
// one must be given.
type Spec struct {
	Name       string
	Game       string // with or without the version of its rules
	House      games.House
	Paytables  map[string]paytables.Paytable // by wager; none: the game's default
	Chip       decimal.Decimal
	Rounding   games.Rounding
	Cap        decimal.Decimal
	CapShare   games.CapShare
	Limits     map[string]Limit // by wager bet before the cards
	AnteStep   decimal.Decimal
	Seats      int
	Currency   string // ISO 4217
	Dealing    Dealing
	DealFrom   games.Side
	SettleFrom games.Side
	DealOrder  string
	TimeZone   string // IANA name
	DayStart   string // "06:00": when the gaming day begins
}

// A Limit is the least and most of a wager (table 1); zero does not bound.
type Limit struct {
	Min decimal.Decimal `json:"min,omitzero"`
	Max decimal.Decimal `json:"max,omitzero"`
}

// Dealing is who deals: a hand that keys what lies on the felt, or a sealed
// deck.
type Dealing string

// The ways of dealing.
const (
	ByHand Dealing = "hand"
	ByDeck Dealing = "deck"
)
