package web

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"time"

	"croupier/house"
)

// proposalPages are of what changes what lies on the felt.
var proposalPages = []page{
	{path: "/house", name: "house/proposals", frame: "office", title: "house.proposals", styles: []string{"house"}, scripts: []string{"house/import"}, load: loadProposals},
	{path: "/house/proposals/{proposal}/edges", name: "house/proposal-edges", load: loadEdges},
	{path: "/house/proposals/new", name: "house/editor", frame: "office", title: "proposal.new", styles: []string{"house"}, scripts: []string{"house/editor"}, words: editorWords, load: loadNew},
	{path: "/house/proposals/{proposal}/edit", name: "house/editor", frame: "office", title: "proposal.edit", styles: []string{"house"}, scripts: []string{"house/editor"}, words: editorWords, load: loadEdit},
	{path: "/house/proposals/{proposal}", name: "house/proposal", frame: "office", title: "proposal.a proposal", styles: []string{"house"}, scripts: []string{"house/moment"}, load: loadProposal},
	{path: "/house/proposals/{proposal}/diff", name: "house/proposal-diff", load: loadProposalDiff},
	{path: "/house/proposals/{proposal}/backtest", name: "house/proposal-backtest", load: loadBacktest},
	{path: "/house/proposals/{proposal}/edge", name: "house/proposal-edge", frame: "office", title: "proposal.pictures", styles: []string{"house"}, load: loadProposalEdge},
	{path: "/house/edge/{picture}", name: "house/picture", media: "image/svg+xml", load: loadPicture},
	{path: "/house/tables/{table}/versions", name: "house/proposal-versions", frame: "office", title: "proposal.versions", styles: []string{"house"}, load: loadVersions},
	{path: "/house/tables/{table}/diff", name: "house/proposal-compared", load: loadVersionDiff},
	{path: "/house/tables/{table}/edge", name: "house/proposal-edge", frame: "office", title: "proposal.pictures", styles: []string{"house"}, load: loadTableEdge},
}

// proposals is what the list shows.
type proposals struct {
	List   []proposalLine
	Tables []house.Table
	Older  string // query of the page that follows; none is the last
	States []house.State
	Chosen string // state
	Table  string
	Zone   *time.Location
}

// proposalLine is a proposal in the list.
type proposalLine struct {
	house.Proposal
	Waits waits
}

// Priced reports whether what it costs is known, so that looking asks for no count.
func (p proposalLine) Priced() bool {
	return p.Draft.Change != nil && slices.ContainsFunc(p.Steps, func(s house.Step) bool { return s.Step == house.Priced && s.Revision == p.Revision })
}

// proposalStates are those a list may be held to, besides what waits.
var proposalStates = []house.State{
	house.Drafted, house.Priced, house.Submitted, house.Approved, house.Scheduled, house.Effective, house.Retired, house.Rejected, house.Withdrawn,
}

// mostProposals is how many proposals are read for a page.
const mostProposals = 100

func loadProposals(v *visit) (any, error) {
	q := v.r.URL.Query()
	c := proposals{States: proposalStates, Chosen: q.Get("state"), Table: q.Get("table")}
	tables, err := v.tables()
	if err != nil {
		return nil, err
	}
	c.Tables, c.Zone = tables, zoneOf(tables, nil)
	ask := url.Values{"limit": {strconv.Itoa(mostProposals)}}
	if before := q.Get("before"); before != "" {
		ask.Set("before", before)
	}
	var found struct{ Proposals []house.Proposal }
	if err := v.ask("/v1/proposals?"+ask.Encode(), &found); err != nil {
		return nil, err
	}
	for i := range found.Proposals {
		line := proposalLine{found.Proposals[i], v.waitsFor(&found.Proposals[i], c.Zone)}
		if c.shows(&line) {
			c.List = append(c.List, line)
		}
	}
	if n := len(found.Proposals); n == mostProposals {
		q.Set("before", strconv.FormatInt(found.Proposals[n-1].ID, 10))
		c.Older = q.Encode()
	}
	return c, nil
}

// shows reports whether the line is among what was asked for.
func (c *proposals) shows(p *proposalLine) bool {
	if c.Table != "" && !c.concerns(p) {
		return false
	}
	switch c.Chosen {
	case "":
		return true
	case "open":
		return p.Waits.Open
	case "mine":
		return p.Waits.Mine
	}
	return string(p.State) == c.Chosen
}

// concerns reports whether the proposal names the chosen table, made a version of it,
// or waits for all that stand where the table does.
func (c *proposals) concerns(p *proposalLine) bool {
	for _, t := range c.Tables {
		if strconv.FormatInt(t.ID, 10) == c.Table {
			return slices.Contains(p.Draft.Tables, t.ID) || slices.Contains(t.Pending, p.ID) ||
				slices.ContainsFunc(p.Versions, func(a house.ActiveVersion) bool { return a.Table == t.ID })
		}
	}
	return false
}

// tables are the tables of the house.
func (v *visit) tables() ([]house.Table, error) {
	var found struct{ Tables []house.Table }
	err := v.ask("/v1/tables", &found)
	slices.SortFunc(found.Tables, func(a, b house.Table) int { return cmp.Compare(a.ID, b.ID) })
	return found.Tables, err
}
