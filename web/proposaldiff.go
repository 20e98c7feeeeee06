package web

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"croupier/house"
)

// tableDiffs are what a proposal changes; tables that are changed alike stand together.
type tableDiffs struct {
	Alike []alike
	Of    []house.Table // of the house
}

type alike struct {
	Tables []int64
	Base   int
	Diff   *house.Diff
}

// changes asks what the proposal changes at each of its tables.
func (v *visit) changes() ([]house.TableDiff, error) {
	var found struct{ Tables []house.TableDiff }
	err := v.ask(v.proposalPath()+"/diff", &found)
	return found.Tables, err
}

func loadProposalDiff(v *visit) (any, error) {
	var d tableDiffs
	list, err := v.changes()
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		i := slices.IndexFunc(d.Alike, func(a alike) bool { return a.Base == t.Base && reflect.DeepEqual(a.Diff, t.Diff) })
		if i < 0 {
			i = len(d.Alike)
			d.Alike = append(d.Alike, alike{Base: t.Base, Diff: t.Diff})
		}
		d.Alike[i].Tables = append(d.Alike[i].Tables, t.Table)
	}
	d.Of, err = v.tables()
	return d, err
}

// loadEdges is the diff of a proposal for its line in the list: its edges, once for
// tables where they are the same; of a table that had no settings, all of them.
func loadEdges(v *visit) (any, error) {
	list, err := v.changes()
	if err != nil {
		return nil, err
	}
	var p house.Proposal
	if err := v.ask(v.proposalPath(), &p); err != nil {
		return nil, err
	}
	edges := newEdges(p.Prices, list)
	for _, t := range list {
		if t.Diff != nil {
			edges = append(edges, t.Diff.Edges...)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(edges, func(e house.EdgeDiff) bool {
		key := e.Wager + figureOf(e.Before) + ">" + figureOf(e.After)
		again := seen[key]
		seen[key] = true
		return again
	}), nil
}

// newEdges are those at tables that have nothing to be compared with.
func newEdges(priced *house.Pricing, list []house.TableDiff) (edges []house.EdgeDiff) {
	if priced == nil {
		return nil
	}
	for i := range priced.Appraisals {
		a := &priced.Appraisals[i]
		if slices.ContainsFunc(list, func(t house.TableDiff) bool { return t.Diff == nil && t.Table == a.Tables[0].Table }) {
			for _, w := range a.Report.Wagers {
				edges = append(edges, house.EdgeDiff{Wager: w.Wager, After: &house.Figure{Decimal: w.Edge, Exact: w.EVExact}})
			}
		}
	}
	return edges
}

func figureOf(f *house.Figure) string {
	if f == nil {
		return ""
	}
	return f.Exact
}

// loadVersionDiff is what differs between two versions of a table's settings.
func loadVersionDiff(v *visit) (any, error) {
	q, d := v.r.URL.Query(), &house.Diff{}
	ask := url.Values{"from": {q.Get("from")}, "to": {q.Get("to")}}
	err := v.ask("/v1/tables/"+url.PathEscape(v.r.PathValue("table"))+"/diff?"+ask.Encode(), d)
	return d, err
}

// backtested is what recorded rounds would have come to.
type backtested struct {
	house.Backtested
	Days int
	Of   []house.Table
}

func loadBacktest(v *visit) (any, error) {
	b := backtested{}
	b.Days, _ = strconv.Atoi(v.r.URL.Query().Get("days")) // the API refuses none
	if err := v.pose(v.proposalPath()+"/backtest", map[string]int{"days": b.Days}, &b.Backtested); err != nil {
		return nil, err
	}
	var err error
	b.Of, err = v.tables()
	return b, err
}
