package web

import (
	"fmt"
	"slices"
	"strconv"

	"croupier/house"
	"croupier/paytables"
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

func (e *editor) lists(base *house.Settings, known []priceList) {
	for _, w := range e.Game.Wagers {
		if len(w.Rows) == 0 {
			continue
		}
		l := listField{Wager: w.Name, Optional: w.Optional(), Known: []priceList{}, Requires: map[string]string{}}
		for _, p := range known {
			if p.Wager == w.Name && p.Game == familyOf(e.Game.Name) {
				l.Known = append(l.Known, p)
			}
		}
		was := l.was(w, base)
		now := was
		if t, changed := e.Draft.Change.Paytables[w.Name]; changed {
			now = listOf(t)
		}
		l.fill(w.Rows, was, now)
		e.Lists = append(e.Lists, l)
	}
}

// was is the paytable of the base; of a table without settings, or another game, the
// one that is used where none is named; nil is not offered.
func (l *listField) was(w gameWager, base *house.Settings) *priceList {
	name, digest := base.Paytables[w.Name].Name, base.Paytables[w.Name].Digest
	if base.Paytables == nil {
		name = w.Paytable
	}
	for i := range l.Known {
		if p := l.Known[i]; p.Digest == digest || digest == "" && p.Name == name {
			p.Name = name
			return &p
		}
	}
	return nil
}

func listOf(t *paytables.Paytable) *priceList {
	if t == nil {
		return nil
	}
	p := &priceList{Name: t.Name, Digest: t.Digest().String(), Requires: t.Requires}
	for _, r := range t.Rows {
		p.Rows = append(p.Rows, priceRow{r.Name, t.Net(r).String()})
	}
	return p
}

func (l *listField) fill(rows []string, was, now *priceList) {
	old, odds := wagerRows{}, wagerRows{}
	if l.BaseOffered = was != nil; l.BaseOffered {
		old, l.Base = was.net(), was.Name
		odds, l.Name = old, was.Name
	}
	if l.Offered = now != nil; l.Offered {
		odds, l.Name = now.net(), now.Name
		if now.Requires != nil {
			l.Requires = now.Requires
		}
	}
	for _, row := range rows {
		l.Rows = append(l.Rows, rowField{row, odds[row], old[row]})
	}
}

func (e *editor) rules(base *house.Settings) {
	for _, r := range e.Game.House {
		f := ruleField{setField{At: "house." + r.Name, Name: r.Name, Base: base.House[r.Name], Choices: r.Values}, r.About}
		if f.Base == "" {
			f.Base = r.Default
		}
		f.Value = f.Base
		if value, changed := e.Draft.Change.House[r.Name]; changed {
			f.Value = value
		}
		e.Rules = append(e.Rules, f)
	}
}

// For reports whether the draft names the table.
func (e *editor) For(table int64) bool { return slices.Contains(e.Draft.Tables, table) }

// Known are the paytables one may begin with, by wager.
func (e *editor) Known() map[string][]priceList {
	by := map[string][]priceList{}
	for _, l := range e.Lists {
		by[l.Wager] = l.Known
	}
	return by
}
