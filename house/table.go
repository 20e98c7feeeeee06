// Package house is what management sets: tables, the versions of their
// settings, and the paytables they use. It knows no round and no HTTP.
package house

import (
	"time"

	"croupier/games"
)

// A Table is a table of the house under the settings that serve its next
// round.
type Table struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Version int       `json:"version,omitempty" doc:"Of the settings in force now; none where none are"`
	Pins    *Pins     `json:"settings,omitempty" doc:"In force now; none are before a proposal with them was approved and scheduled"`
	Pending []int64   `json:"pending,omitempty" doc:"Proposals for the table that wait for somebody"`
	Dealer  string    `json:"dealer,omitempty" doc:"Who deals; nobody where the table is closed"`
	Round   string    `json:"round,omitempty" doc:"The unsettled round, if any" example:"7-712"`
	Created time.Time `json:"created"`
	Actor   string    `json:"actor"`
}

// pit is the part of the floor the table stands in.
func (t *Table) pit() string {
	if t.Pins == nil {
		return ""
	}
	return t.Pins.Pit
}

// Pins are settings with the digest a round is pinned by.
type Pins struct {
	Digest string `json:"digest" doc:"SHA-256, hex"`
	Settings
}

// Settings are all a table sets for its rounds, every default filled in.
type Settings struct {
	Pit        string              `json:"pit,omitempty" doc:"The part of the floor it stands in"`
	Game       string              `json:"game" example:"ultimate-texas-holdem/1"`
	House      games.House         `json:"house"`
	Paytables  map[string]Paytable `json:"paytables" doc:"By wager"`
	Limits     map[string]Limit    `json:"limits" doc:"By wager bet before the cards"`
	AnteStep   string              `json:"ante_step,omitempty"`
	Chip       string              `json:"chip"`
	Rounding   games.Rounding      `json:"rounding" enum:"down,nearest,up"`
	Cap        string              `json:"cap,omitempty"`
	LargeWin   string              `json:"large_win,omitempty" doc:"What a seat wins in a round from this on is a significant event"`
	ApproveWin string              `json:"approve_win,omitempty" doc:"What a seat wins in a round from this on is paid when a supervisor stands by"`
	CapShare   games.CapShare      `json:"cap_share" enum:"by-order,pro-rata"`
	Seats      int                 `json:"seats"`
	DealFrom   games.Side          `json:"deal_from" enum:"first,last"`
	SettleFrom games.Side          `json:"settle_from" enum:"first,last"`
	DealOrder  string              `json:"deal_order"`
	Dealing    Dealing             `json:"dealing" enum:"hand,deck"`
	Currency   string              `json:"currency"`
	TimeZone   string              `json:"time_zone"`
	DayStart   string              `json:"day_start"`
	Language   string              `json:"language,omitempty" enum:"en,ko,ru" doc:"What the table's screens speak where a person chose none"`
}

// A Paytable names a paytable in force: its content is its digest.
type Paytable struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}
