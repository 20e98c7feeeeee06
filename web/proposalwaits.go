package web

import (
	"slices"
	"strings"
	"time"

	"croupier/house"
)

// waits is what a proposal waits for, and for whom.
type waits struct {
	Text string
	Open bool // somebody must do something
	Mine bool // whoever is signed in may
	Own  bool // whoever is signed in wrote or submitted it
}

// waitsFor says what the proposal waits for. The API decides who may; this says it
// before it refuses.
func (v *visit) waitsFor(p *house.Proposal, zone *time.Location) waits {
	w := waits{Own: v.own(p)}
	say := func(key string, pairs ...any) string {
		a, _ := args(pairs...) // names and values in turn
		return v.Words.Say(key, a)
	}
	switch p.State {
	case house.Drafted, house.Priced:
		w.Open, w.Mine = true, v.Session.May("proposal.submit")
		w.Text = say("proposal.waits submit", "who", strings.Join(p.Authors, ", "))
	case house.Submitted:
		w.Open, w.Mine = true, v.Session.May("proposal.approve") && !w.Own
		if w.Text = say("proposal.waits other", "who", strings.Join(p.Authors, ", ")); w.Mine {
			w.Text = say("proposal.waits you")
		}
	case house.Approved:
		w.Open, w.Mine = true, v.Session.May("proposal.submit")
		w.Text = say("proposal.waits schedule")
	case house.Scheduled:
		w.Text = v.since("proposal.waits begins", p.Versions, zone)
	case house.Effective:
		w.Text = v.since("proposal.since", p.Versions, zone)
	}
	return w
}

// since says the first moment a version is in force from.
func (v *visit) since(key string, versions []house.ActiveVersion, zone *time.Location) string {
	var first *time.Time
	for _, a := range versions {
		if a.Since != nil && (first == nil || a.Since.Before(*first)) {
			first = a.Since
		}
	}
	if first == nil {
		return ""
	}
	return v.Words.Say(key, map[string]any{"at": v.Words.Moment(first.In(zone))})
}

// own reports whether whoever is signed in wrote a revision of the proposal, or
// submitted it.
func (v *visit) own(p *house.Proposal) bool {
	name := v.Session.Person.Name
	return slices.Contains(p.Authors, name) || slices.ContainsFunc(p.Steps, func(s house.Step) bool {
		return s.Step == house.Submitted && s.Revision == p.Revision && s.Actor == name
	})
}
