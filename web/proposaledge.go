package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"croupier/edge"
	"croupier/house"
	"croupier/paytables"
)

// appraised is what settings cost the players, whole.
type appraised struct {
	Report  edge.View
	Table   int64
	Version int    // of the table; none: what a proposal makes of it
	ID      int64  // of the proposal; none: a version of the table
	Of      string // query that names the same again
	Tables  []house.Table
}

// A wagerRows is what is asked of a wager: to be priced by its paytable, or not
// offered.
type wagerRows map[string]string

// loadProposalEdge is the edge of what a proposal makes of a table.
func loadProposalEdge(v *visit) (any, error) {
	id, err := strconv.ParseInt(v.r.PathValue("proposal"), 10, 64)
	if err != nil {
		id = 0 // the API says so
	}
	return v.appraiseProposal(id, v.r.URL.Query().Get("table"))
}

func (v *visit) appraiseProposal(id int64, table string) (*appraised, error) {
	var p house.Proposal
	if err := v.ask(fmt.Sprintf("/v1/proposals/%d", id), &p); err != nil {
		return nil, err
	}
	r := resulting(&p, table)
	if r == nil {
		return nil, &Problem{Status: http.StatusNotFound, Code: "no_table", Title: "No such table"}
	}
	a := &appraised{ID: id, Table: r.Table, Of: url.Values{"proposal": {strconv.FormatInt(id, 10)}, "table": {strconv.FormatInt(r.Table, 10)}}.Encode()}
	return a, v.appraise(a, &r.Settings, p.Draft.Change)
}

// resulting is what the proposal makes of the table, or of its first.
func resulting(p *house.Proposal, table string) *house.Resulting {
	if p.Prices == nil {
		return nil
	}
	for i := range p.Prices.Appraisals {
		for j := range p.Prices.Appraisals[i].Tables {
			if r := &p.Prices.Appraisals[i].Tables[j]; table == "" || strconv.FormatInt(r.Table, 10) == table {
				return r
			}
		}
	}
	return nil
}

// loadTableEdge is the edge of a version of a table's settings.
func loadTableEdge(v *visit) (any, error) {
	return v.appraiseVersion(v.r.PathValue("table"), v.r.URL.Query().Get("version"))
}

func (v *visit) appraiseVersion(table, version string) (*appraised, error) {
	var found struct{ Versions []house.Version }
	if err := v.ask("/v1/tables/"+url.PathEscape(table)+"/versions", &found); err != nil {
		return nil, err
	}
	for i := range found.Versions {
		if of := &found.Versions[i]; version == "" && of.State == house.Effective || strconv.Itoa(of.Version) == version {
			a := &appraised{Version: of.Version, Of: url.Values{"table": {table}, "version": {strconv.Itoa(of.Version)}}.Encode()}
			a.Table, _ = strconv.ParseInt(table, 10, 64) // the API knows it
			return a, v.appraise(a, &of.Pins.Settings, nil)
		}
	}
	return nil, &Problem{Status: http.StatusNotFound, Code: "no_version", Title: "No such version of the table's settings"}
}

// appraise asks what the settings cost; change may hold paytables the book does not
// have yet.
func (v *visit) appraise(a *appraised, s *house.Settings, change *house.Patch) (err error) {
	if a.Tables, err = v.tables(); err != nil {
		return err
	}
	priced, err := v.priced(s, change)
	if err != nil {
		return err
	}
	question := map[string]any{"game": s.Game, "house": s.House, "paytables": priced}
	return v.pose("/v1/edge", question, &a.Report)
}

// priced are the rows of the settings' paytables, by wager; nil for one that is not
// offered.
func (v *visit) priced(s *house.Settings, change *house.Patch) (map[string]wagerRows, error) {
	known, err := v.rowsByDigest(familyOf(s.Game), change)
	if err != nil {
		return nil, err
	}
	game, err := v.game(s.Game)
	if err != nil {
		return nil, err
	}
	priced := map[string]wagerRows{}
	for _, w := range game.Wagers {
		if len(w.Rows) > 0 {
			priced[w.Name] = known[s.Paytables[w.Name].Digest]
		}
	}
	return priced, nil
}

// rowsByDigest are the net odds of all paytables the house knows, and of those in the
// change.
func (v *visit) rowsByDigest(game string, change *house.Patch) (map[string]wagerRows, error) {
	list, err := v.priceLists()
	if err != nil {
		return nil, err
	}
	known := map[string]wagerRows{}
	for i := range list {
		known[list[i].Digest] = list[i].net()
	}
	if change == nil {
		return known, nil
	}
	for wager, t := range change.Paytables {
		if t != nil {
			of := *t
			of.Game, of.Wager = game, wager // a change need not say so
			known[of.Digest().String()] = netOf(t)
		}
	}
	return known, nil
}

func netOf(t *paytables.Paytable) wagerRows {
	rows := wagerRows{}
	for row, odds := range t.Prices() {
		rows[row] = odds.String()
	}
	return rows
}
