package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/house"
)

// aProposal is what the page of one shows.
type aProposal struct {
	house.Proposal
	Waits  waits
	Life   []lifeStep
	Tables []house.Table // of the house
	Zone   *time.Location
	Held   *house.Policy // in force, where another is proposed
}

// A lifeStep is a step of the life of a proposal, taken or not.
type lifeStep struct {
	State house.State
	Done  bool
	Now   bool // it stands here
	Actor string
	At    *time.Time
	Step  *house.Step // what was said with it
}

// Can reports whether the proposal stands in one of the states.
func (p *aProposal) Can(states ...house.State) bool { return slices.Contains(states, p.State) }

// Gated reports whether the gate refuses it as it was priced.
func (p *aProposal) Gated() bool { return p.Prices != nil && !p.Prices.Pass }

// Several reports whether the proposal is for more than one table, so that what is found
// must say at which.
func (p *aProposal) Several() bool {
	of := p.tables()
	slices.Sort(of)
	return len(slices.Compact(of)) > 1
}

// proposalPath is the path of the API of the proposal the page is of.
func (v *visit) proposalPath() string {
	return "/v1/proposals/" + url.PathEscape(v.r.PathValue("proposal"))
}

func loadProposal(v *visit) (any, error) {
	var p aProposal
	if err := v.ask(v.proposalPath(), &p.Proposal); err != nil {
		return nil, err
	}
	var err error
	if p.Tables, err = v.tables(); err != nil {
		return nil, err
	}
	p.Zone = zoneOf(p.Tables, p.tables())
	p.Waits = v.waitsFor(&p.Proposal, p.Zone)
	p.Life = life(&p.Proposal)
	if p.Draft.Policy != nil {
		p.Held = &house.Policy{}
		err = v.ask("/v1/policy", p.Held)
	}
	return &p, err
}

// tables are those the proposal names, was priced for, or made versions of.
func (p *aProposal) tables() []int64 {
	of := slices.Clone(p.Draft.Tables)
	if p.Prices != nil {
		for i := range p.Prices.Appraisals {
			for _, t := range p.Prices.Appraisals[i].Tables {
				of = append(of, t.Table)
			}
		}
	}
	return of
}

// zoneOf is the time zone of the first of the tables, or else of the house's.
func zoneOf(tables []house.Table, of []int64) *time.Location {
	for _, named := range []bool{true, false} {
		for i := range tables {
			if t := &tables[i]; t.Pins != nil && (!named || slices.Contains(of, t.ID)) {
				if z, err := time.LoadLocation(t.Pins.TimeZone); err == nil {
					return z
				}
			}
		}
	}
	return time.UTC
}

// usual are the steps of a life that nothing ends early.
var usual = []house.State{house.Drafted, house.Priced, house.Submitted, house.Approved, house.Scheduled, house.Effective, house.Retired}

// life are the steps the proposal took and those that are before it; a policy has no
// schedule.
func life(p *house.Proposal) (all []lifeStep) {
	for _, state := range usual {
		if state == house.Scheduled && p.Draft.Policy != nil {
			continue // it is in force from the approval
		}
		m := lifeStep{State: state, Now: p.State == state}
		switch {
		case state == house.Drafted:
			m.Done, m.Actor, m.At = true, p.Actor, &p.At
		case state == house.Effective || state == house.Retired:
			m.Done, m.At = lived(p, state)
		default:
			m.Step = lastStep(p, state)
		}
		all = append(all, m.told())
	}
	if over := lastStep(p, p.State); over != nil && (p.State == house.Rejected || p.State == house.Withdrawn) {
		all = slices.DeleteFunc(all, func(m lifeStep) bool { return !m.Done })
		all = append(all, lifeStep{State: p.State, Now: true, Step: over}.told())
	}
	return all
}

// told fills in who took the step, and when.
func (m lifeStep) told() lifeStep {
	if m.Step != nil {
		m.Done, m.Actor, m.At = true, m.Step.Actor, &m.Step.At
	}
	return m
}

func lastStep(p *house.Proposal, state house.State) *house.Step {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if s := &p.Steps[i]; s.Step == state && s.Revision == p.Revision {
			return s
		}
	}
	return nil
}

// lived reports whether the proposal came as far, and since when.
func lived(p *house.Proposal, state house.State) (done bool, at *time.Time) {
	done = p.State == house.Retired || p.State == state
	for i := range p.Versions {
		a := &p.Versions[i]
		if moment := map[house.State]*time.Time{house.Effective: a.Since, house.Retired: a.Until}[state]; done && moment != nil {
			return done, moment
		}
	}
	return done, nil
}

// Scope says which tables the draft is for.
func (s *shown) DraftFor(d house.Draft, tables []house.Table) (string, error) {
	switch {
	case d.Policy != nil:
		return s.Say("proposal.of policy")
	case d.All:
		return s.Say("proposal.of all")
	case d.Pit != "":
		return s.Say("proposal.of pit", "pit", d.Pit)
	}
	names := make([]string, len(d.Tables))
	for i, id := range d.Tables {
		names[i] = tableName(tables, id)
	}
	return strings.Join(names, ", "), nil
}

// TableName is what the table of the number is called.
func (s *shown) TableName(tables []house.Table, id int64) string { return tableName(tables, id) }

func tableName(tables []house.Table, id int64) string {
	for i := range tables {
		if tables[i].ID == id {
			return tables[i].Name
		}
	}
	return strconv.FormatInt(id, 10)
}

// BandSaid says when in the week something is in force; a nil one is always.
func (s *shown) BandSaid(b *house.Band) (string, error) {
	if b == nil {
		return s.Say("proposal.always")
	}
	days := make([]string, len(b.Days))
	for i, day := range b.Days {
		days[i] = s.Name("proposal", "day "+day)
	}
	if len(days) == 0 {
		days = []string{s.Name("proposal", "day all")}
	}
	return s.Say("proposal.band", "days", strings.Join(days, ", "), "from", b.From, "to", b.To, "zone", b.Zone)
}
