package web

import (
	"net/url"
	"slices"

	"croupier/pit"
	"croupier/sight"
)

// caseworkPages are of what is found wrong, or contested, after a round was settled.
var caseworkPages = []page{
	inPit("/pit/corrections", "corrections", "pit.corrections", loadCorrections),
	inPit("/pit/corrections/{id}", "correction", "pit.correction", loadCorrection),
	inPit("/pit/disputes", "disputes", "pit.disputes", loadDisputes),
	inPit("/pit/disputes/{id}", "dispute", "pit.dispute", loadDispute),
}

// A correctionList is the corrections that were asked for.
type correctionList struct {
	*hall
	Corrections []pit.Correction `json:"corrections"`
	States      []pit.State      `json:"-"`
	Problem     *Problem         `json:"-"`
}

func loadCorrections(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	l := &correctionList{States: []pit.State{pit.Opened, pit.Approved, pit.Rejected}}
	if l.Problem, err = refused(v.ask("/v1/corrections?"+only(v.r.URL.Query(), "state", "table", "round").Encode(), l)); err != nil {
		return nil, err
	}
	l.hall = h
	for i := range l.Corrections {
		tell(h, &l.Corrections[i])
	}
	return l, nil
}

// tell puts the times of the correction in its table's zone.
func tell(h *hall, c *pit.Correction) {
	id, _ := sight.ParseRoundID(c.ID)
	c.Opened.At = h.At(id.Table, c.Opened.At)
	if c.Decided != nil {
		c.Decided.At = h.At(id.Table, c.Decided.At)
	}
}

// A correctionPage is a correction, its lines side by side.
type correctionPage struct {
	pit.Correction
	Lines    []changedLine
	Currency string
	Own      bool // whoever looks opened it
}

// A changedLine is a wager of a seat as it was settled and as it would be; either may
// be missing.
type changedLine struct {
	Seat          int
	Wager         string
	Before, After *sight.LineView
	Changed       bool
}

func loadCorrection(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	p := &correctionPage{}
	if err := v.ask("/v1/corrections/"+url.PathEscape(v.r.PathValue("id")), &p.Correction); err != nil {
		return nil, err
	}
	var round sight.View
	if err := v.ask("/v1/rounds/"+url.PathEscape(p.Round), &round); err != nil {
		return nil, err
	}
	tell(h, &p.Correction)
	p.Currency, p.Own = round.Pins.Currency, p.Correction.Opened.Actor == v.Session.Person.Name
	p.Lines = changed(p.Before, p.After)
	return p, nil
}

// changed puts the lines side by side, in the order of the corrected ones; what is
// there no more follows.
func changed(before, after []sight.LineView) (list []changedLine) {
	for i := range after {
		list = append(list, changedLine{Seat: after[i].Seat, Wager: after[i].Wager, After: &after[i], Changed: true})
	}
	for i := range before {
		b := &before[i]
		at := slices.IndexFunc(list, func(l changedLine) bool { return l.Seat == b.Seat && l.Wager == b.Wager })
		if at < 0 {
			list = append(list, changedLine{Seat: b.Seat, Wager: b.Wager, Before: b, Changed: true})
			continue
		}
		a := list[at].After
		list[at].Before, list[at].Changed = b, !a.Amount.Equal(b.Amount) || a.Outcome != b.Outcome || !a.Stake.Equal(b.Stake) || a.Row != b.Row
	}
	return list
}

// A disputeList is the disputes that were asked for.
type disputeList struct {
	*hall
	Disputes []pit.Dispute `json:"disputes"`
	Problem  *Problem      `json:"-"`
}

func loadDisputes(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	l := &disputeList{}
	if l.Problem, err = refused(v.ask("/v1/disputes?"+only(v.r.URL.Query(), "open", "table", "round").Encode(), l)); err != nil {
		return nil, err
	}
	l.hall = h
	for i := range l.Disputes {
		inZone(h, &l.Disputes[i])
	}
	return l, nil
}

func inZone(h *hall, d *pit.Dispute) {
	id, _ := sight.ParseRoundID(d.ID)
	for i := range d.Notes {
		d.Notes[i].At = h.At(id.Table, d.Notes[i].At)
	}
}

// A disputePage is a dispute, and what may become of it.
type disputePage struct {
	pit.Dispute
	Outcomes []pit.Outcome
	Own      bool // whoever looks opened it
}

func loadDispute(v *visit) (any, error) {
	h, err := v.hall()
	if err != nil {
		return nil, err
	}
	p := &disputePage{Outcomes: []pit.Outcome{pit.Stands, pit.Corrected, pit.VoidsRound}}
	if err := v.ask("/v1/disputes/"+url.PathEscape(v.r.PathValue("id")), &p.Dispute); err != nil {
		return nil, err
	}
	inZone(h, &p.Dispute)
	p.Own = p.Notes[0].Actor == v.Session.Person.Name
	return p, nil
}
