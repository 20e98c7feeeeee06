package house

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
)

// A Pricing is what a proposal costs the players, exactly, and what the gate has
// against it.
type Pricing struct {
	Policy     int         `json:"policy" doc:"Version of the policy it was judged by; 0 is the one the program ships with"`
	Pass       bool        `json:"pass" doc:"Whether the gate lets it through"`
	Findings   []Finding   `json:"findings" doc:"All that stands against it"`
	Appraisals []Appraised `json:"appraisals" doc:"One for all tables that come to be priced alike"`
}

// An Appraised is what settings cost the players. The chart of hands before the
// flop is left out: POST /v1/edge has it.
type Appraised struct {
	Report edge.View   `json:"report"`
	Tables []Resulting `json:"tables"`
}

// A Resulting is what a proposal makes of a table.
type Resulting struct {
	Table    int64    `json:"table"`
	Base     int      `json:"base" doc:"Version the change is made to; 0: the table has none"`
	Digest   string   `json:"digest" doc:"SHA-256, hex, of the settings"`
	Settings Settings `json:"settings"`
	Exposure string   `json:"exposure" doc:"The most one seat can win in a round at the limits, before rounding"`
}

// A GateError is what the gate refuses a proposal for. It is ErrGate.
type GateError struct{ Findings []Finding }

func (e *GateError) Error() string {
	var reasons []string
	for _, f := range e.Findings {
		reasons = append(reasons, f.Reason)
	}
	return fmt.Sprintf("%s: %v; a manager may override it with a reason", strings.Join(reasons, "; "), ErrGate)
}

func (e *GateError) Unwrap() error { return ErrGate }

// appraise prices what a draft makes of tables and holds it to the policy. Deals
// of games that are not on the shelf are counted, which takes seconds: it must not
// be called while a chain is locked.
func (o *Office) appraise(ctx context.Context, results []result, policy *Policy) (*Pricing, error) {
	p := &Pricing{Policy: policy.Version, Findings: []Finding{}, Appraisals: []Appraised{}}
	at := map[string]int{} // by what is priced, and what it is measured against
	for i := range results {
		r := &results[i]
		reports, err := o.reports(ctx, r.before, r.after)
		if err != nil {
			return nil, ofTable(r.table, err)
		}
		key := r.before.priced() + r.after.priced()
		n, ok := at[key]
		if !ok {
			n, at[key] = len(p.Appraisals), len(p.Appraisals)
			view := reports[1].View(r.after.Settings.House)
			view.Preflop = []edge.HandView{}
			p.Appraisals = append(p.Appraisals, Appraised{Report: view})
		}
		p.Appraisals[n].Tables = append(p.Appraisals[n].Tables, r.resulting(reports[1]))
		p.find(r, reports, policy)
	}
	p.Pass = len(p.Findings) == 0
	return p, nil
}

func (r *result) resulting(report *edge.Report) Resulting {
	return Resulting{
		Table: r.table, Base: r.version, Digest: hex.EncodeToString(r.after.Digest[:]), Settings: r.after.Settings,
		Exposure: r.after.exposure(report),
	}
}

// bases are the versions the changes are made to, by table.
func (p *Pricing) bases() map[int64]int {
	by := map[int64]int{}
	for i := range p.Appraisals {
		for _, t := range p.Appraisals[i].Tables {
			by[t.Table] = t.Base
		}
	}
	return by
}

func basesOf(results []result) map[int64]int {
	by := map[int64]int{}
	for i := range results {
		by[results[i].table] = results[i].version
	}
	return by
}

// find adds what stands against the settings of a table. A game is measured only
// against itself.
func (p *Pricing) find(r *result, reports [2]*edge.Report, policy *Policy) {
	before := reports[0]
	if before != nil && family(before.Game) != family(reports[1].Game) {
		before = nil
	}
	for _, f := range edge.Judge(reports[1], policy.of(r.after.Game), before).Findings {
		p.found(r.table, newFinding(f))
	}
	for _, err := range r.after.Unmet {
		p.found(r.table, unmet(err))
	}
}

// found adds a finding, once for all tables it is true of.
func (p *Pricing) found(table int64, f Finding) {
	for i := range p.Findings {
		if had := &p.Findings[i]; had.Wager == f.Wager && had.Code == f.Code && had.Reason == f.Reason {
			had.Tables = append(had.Tables, table)
			return
		}
	}
	f.Tables = []int64{table}
	p.Findings = append(p.Findings, f)
}

// reports are what two felts cost their players; that of a nil felt is nil.
func (o *Office) reports(ctx context.Context, before, after *Felt) (reports [2]*edge.Report, err error) {
	for i, f := range []*Felt{before, after} {
		if f == nil {
			continue
		}
		if reports[i], err = o.report(ctx, f); err != nil {
			return reports, err
		}
	}
	return reports, nil
}

// report is what the felt costs its players.
func (o *Office) report(ctx context.Context, f *Felt) (*edge.Report, error) {
	key := f.priced()
	if r := o.known.of(key); r != nil {
		return r, nil
	}
	edition, err := all.Find(f.Game.Name)
	if err != nil {
		return nil, err
	}
	setup := games.Setup{House: f.Settings.House, DealOrder: f.Settings.DealOrder}
	counts, err := o.shelf.Counts(ctx, edition, setup, edge.Options{})
	if counts == nil { // counts that could not be kept are counts
		return nil, err
	}
	r, err := price(counts, f.Paytables)
	if err == nil {
		o.known.keep(key, r)
	}
	return r, err
}

// priced names what the edge of a felt depends on; that of a nil felt is empty.
func (f *Felt) priced() string {
	if f == nil {
		return ""
	}
	parts := []string{f.Game.Name, f.Settings.DealOrder}
	for rule, value := range f.Settings.House {
		parts = append(parts, rule+"="+value)
	}
	for wager, digest := range f.Digests {
		parts = append(parts, fmt.Sprintf("%s:%x", wager, *digest))
	}
	slices.Sort(parts)
	return fmt.Sprintf("%q", parts)
}
