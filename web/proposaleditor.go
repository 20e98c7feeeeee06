package web

import (
	"fmt"
	"slices"
	"strconv"

	"croupier/house"
)

// editorWords are what the editor's scripts say.
var editorWords = []string{"proposal", "wager", "hand", "outcome"}

// editor is a draft being written. Each field has the value it would have and the one it
// would be changed from: what differs is the change.
type editor struct {
	ID      int64 // of the proposal whose next revision it is; none: a new one
	Draft   house.Draft
	Table   house.Table // it starts from
	Version int         // of the table's settings, which are changed; none: it has none
	Tables  []house.Table
	Pits    []string
	Games   []houseGame
	Game    *houseGame
	Another bool // another game than the table's
	Lists   []listField
	Rules   []ruleField
	Limits  []limitField
	More    []setField
	Terms   []setField
	Zone    string
	Days    []dayField
}

// A setField is a setting: where it stands in the change, what it is and what it was.
type setField struct {
	At, Name    string
	Value, Base string
	Choices     []string // none: it is written
	Amount      bool
	Whole       bool // a number
}

// A listField is the paytable of a wager.
type listField struct {
	Wager       string
	Optional    bool
	Offered     bool
	BaseOffered bool
	Name, Base  string
	Rows        []rowField
	Known       []priceList
	Requires    map[string]string
}

type rowField struct{ Row, Value, Base string }

// A ruleField is a house rule.
type ruleField struct {
	setField
	About string
}

type limitField struct {
	Wager    string
	Min, Max setField
}

type dayField struct {
	Day string
	On  bool
}

// weekDays are the days of a band, from Monday.
var weekDays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// loadNew begins a draft with the settings of the table that is named, or of the first
// that has any.
func loadNew(v *visit) (any, error) {
	q := v.r.URL.Query()
	e := &editor{}
	if err := e.read(v); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(e.Tables, func(t house.Table) bool {
		return q.Get("table") == strconv.FormatInt(t.ID, 10) || q.Get("table") == "" && t.Version > 0
	})
	if i < 0 {
		return e, nil // no table has settings
	}
	e.Table = e.Tables[i]
	e.Draft = house.Draft{Tables: []int64{e.Table.ID}, Change: &house.Patch{Game: q.Get("game")}}
	return e, e.write(v)
}

// loadEdit goes on with the last revision of a proposal.
func loadEdit(v *visit) (any, error) {
	e := &editor{}
	if err := e.read(v); err != nil {
		return nil, err
	}
	var p house.Proposal
	if err := v.ask(v.proposalPath(), &p); err != nil {
		return nil, err
	}
	if e.ID, e.Draft = p.ID, p.Draft; e.Draft.Change == nil {
		return nil, &Problem{Status: 422, Code: "proposal_step", Title: "A policy is changed on its own page"}
	}
	i := slices.IndexFunc(e.Tables, func(t house.Table) bool {
		return slices.Contains(e.Draft.Tables, t.ID) || len(e.Draft.Tables) == 0 && t.Pins != nil && (e.Draft.All || t.Pins.Pit == e.Draft.Pit)
	})
	if i >= 0 {
		e.Table = e.Tables[i]
	}
	return e, e.write(v)
}

func (e *editor) read(v *visit) (err error) {
	if e.Tables, err = v.tables(); err != nil {
		return err
	}
	for i := range e.Tables {
		if pins := e.Tables[i].Pins; pins != nil && pins.Pit != "" && !slices.Contains(e.Pits, pins.Pit) {
			e.Pits = append(e.Pits, pins.Pit)
		}
	}
	slices.Sort(e.Pits)
	e.Games, err = v.allGames()
	return err
}

// write fills the fields in.
func (e *editor) write(v *visit) error {
	base, err := e.base(v)
	if err != nil {
		return err
	}
	name := e.Draft.Change.Game
	if name == "" {
		name = base.Game
	}
	if e.Game, err = v.game(name); err != nil {
		return err
	}
	if familyOf(name) != familyOf(base.Game) {
		base.House, base.Paytables, base.Limits, base.DealOrder = nil, nil, nil, ""
		e.Another = base.Game != ""
	}
	known, err := v.priceLists()
	if err != nil {
		return err
	}
	e.lists(base, known)
	e.rules(base)
	e.limits(base)
	e.settings(base)
	e.band(base)
	return nil
}

// base are the settings a change of the table would be made to: the newest that hold
// always.
func (e *editor) base(v *visit) (*house.Settings, error) {
	var found struct{ Versions []house.Version }
	if e.Table.ID == 0 {
		return &house.Settings{}, nil
	}
	if err := v.ask(fmt.Sprintf("/v1/tables/%d/versions", e.Table.ID), &found); err != nil {
		return nil, err
	}
	var newest *house.Version
	var decided *house.Term
	for i := range found.Versions {
		for j := range found.Versions[i].Terms {
			t := &found.Versions[i].Terms[j]
			if t.Band == nil && (decided == nil || t.At.After(decided.At)) {
				newest, decided = &found.Versions[i], t
			}
		}
	}
	if newest == nil {
		return &house.Settings{}, nil
	}
	e.Version = newest.Version
	return &newest.Pins.Settings, nil
}

// For reports whether the draft names the table.
func (e *editor) For(table int64) bool { return slices.Contains(e.Draft.Tables, table) }

// Fresh reports whether nothing of what is in force has to do with the draft: the table
// has no settings, or gets another game.
func (e *editor) Fresh() bool { return e.Another || e.Version == 0 }

// Known are the paytables one may begin with, by wager.
func (e *editor) Known() map[string][]priceList {
	by := map[string][]priceList{}
	for _, l := range e.Lists {
		by[l.Wager] = l.Known
	}
	return by
}
