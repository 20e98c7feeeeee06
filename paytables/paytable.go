// Package paytables is what a wager's rows pay: tables with a name, decimal
// odds and a digest of their content, and the ones that ship with the program.
// It knows no database, and of a game only which rows it asks to be priced.
//
// A paytable is a JSON object: its rows by name, each with its odds as a
// decimal string, and beside them
//
//	name      what the house calls it
//	game      without the version of its rules: "ultimate-texas-holdem"
//	wager     the spot on the layout it prices
//	form      "to" or "for", as its odds are printed (table 3)
//	requires  house rules it is only safe under, by name (none where left out)
//
// Keys that begin with _ are remarks. All others are rows, so that a paytable
// written inside a round or a table's settings, where game and wager are known,
// is the same object with those keys left out.
package paytables

import (
	"github.com/shopspring/decimal"

	"croupier/games"
)

// A Paytable is what the rows of one wager of one game pay.
type Paytable struct {
	Name     string // none where it was written inline
	Game     string // without the version of its rules
	Wager    string
	Form     Form
	Rows     []Row
	Requires games.House // house rules it needs, by name
}

// A Form is how odds are printed (table 3).
type Form string

// Odds "to" are what is won on top of the stake, odds "for" include the stake.
const (
	To  Form = "to"
	For Form = "for"
)

// A Row is the odds of one row, as printed.
type Row struct {
	Name string
	Odds decimal.Decimal
}

// Limits of a paytable's content.
const (
	MaxRows = 64
	MaxName = 80 // bytes of a name of a table, wager, row or rule
)

// Why a paytable is refused. A paytable that does not price exactly the rows
// of its game is refused with games.ErrRow.
var (
	ErrForm     = games.NewRefusal("paytable_form", "not a paytable")
	ErrUnknown  = games.NewRefusal("unknown_paytable", "no such paytable")
	ErrOther    = games.NewRefusal("paytable_other", "a paytable of another game or wager")
	ErrRequires = games.NewRefusal("paytable_requires", "the paytable is not offered under this house rule")
)

var one = decimal.NewFromInt(1)

// Net returns the odds of a row of the table as what is won on top of the
// stake, the only form used inside (table 3).
func (t *Paytable) Net(r Row) games.Odds {
	if t.Form == For {
		return r.Odds.Sub(one)
	}
	return r.Odds
}

// Prices returns the net odds by row, as games.Prices has them for the wager.
func (t *Paytable) Prices() map[string]games.Odds {
	prices := make(map[string]games.Odds, len(t.Rows))
	for _, row := range t.Rows {
		prices[row.Name] = t.Net(row)
	}
	return prices
}
