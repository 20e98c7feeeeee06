package house

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"croupier/desk"
	"croupier/ledger"
)

// A Draft is what a proposal says: a change of tables' settings, or the policy of
// the house. It is stored as JSON, revision by revision, and exported as such.
type Draft struct {
	Title string `json:"title" maxLength:"120" doc:"What it is for, in a line" example:"Trips 3 at night"`

	// The tables it is for, said in one of three ways.
	Tables []int64 `json:"tables,omitempty" doc:"By number"`
	Pit    string  `json:"pit,omitempty" doc:"All tables that stand in the pit when it is priced"`
	All    bool    `json:"all,omitempty" doc:"All tables with settings in force or scheduled"`

	Change *Patch  `json:"change,omitempty" doc:"Of the settings; what is left out stays as it is"`
	Band   *Band   `json:"band,omitempty" doc:"When in the week it is in force; always where left out"`
	Policy *Policy `json:"policy,omitempty" doc:"The whole policy of the house"`
}

// maxTitle is the most bytes of a title.
const maxTitle = 120

// Check fails with a *SpecError on a draft that cannot mean anything, whatever
// tables there are.
func (d *Draft) Check() error {
	scopes := 0
	for _, given := range []bool{len(d.Tables) > 0, d.Pit != "", d.All} {
		if given {
			scopes++
		}
	}
	switch {
	case d.Title == "" || len(d.Title) > maxTitle || !visible(d.Title):
		return wrong("title", "want 1 to %d bytes of text that can be seen", maxTitle)
	case (d.Change == nil) == (d.Policy == nil):
		return wrong("change", "want a change of settings, or a policy, and not both")
	case d.Policy != nil && (scopes > 0 || d.Band != nil):
		return wrong("policy", "is the whole house's and always in force: leave out tables, pit, all and band")
	case d.Policy != nil:
		return within("policy", d.Policy.Check())
	case scopes != 1:
		return wrong("tables", "want the tables it is for, said in one way: tables, pit or all")
	case d.Band != nil:
		if err := d.Band.Check(); err != nil {
			return err
		}
	}
	sorted := slices.Sorted(slices.Values(d.Tables))
	if len(slices.Compact(sorted)) < len(d.Tables) {
		return wrong("tables", "a table is there twice")
	}
	return nil
}

// within puts what an error is about below a field.
func within(field string, err error) error {
	var s *SpecError
	if errors.As(err, &s) {
		return &SpecError{field + "." + s.Field, s.Err}
	}
	return err
}

// content is the draft as it is stored.
func (d *Draft) content() (json.RawMessage, error) {
	kept := *d
	if d.Policy != nil {
		kept.Policy = d.Policy.held()
	}
	b, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("draft: %w", err)
	}
	return b, nil
}

// names reports whether the draft is for the table, which stands in the pit.
func (d *Draft) names(table int64, pit string, inForce bool) bool {
	return slices.Contains(d.Tables, table) || inForce && d.Change != nil && (d.All || d.Pit != "" && d.Pit == pit)
}

// revise makes the draft the proposal's next revision and returns its rows.
func (p *Proposal) revise(c desk.Caller, d Draft, now time.Time) ([]ledger.Row, error) {
	content, err := d.content()
	if err != nil {
		return nil, err
	}
	p.Revision++
	p.Draft, p.Actor, p.At, p.State = d, c.Actor, now, Drafted
	if !slices.Contains(p.Authors, c.Actor) {
		p.Authors = append(p.Authors, c.Actor)
	}
	return []ledger.Row{
		{Of: "proposals", Values: map[string]any{"id": p.ID, "revision": p.Revision, "content": content}},
		p.significant(c, ledger.Significant{
			Kind: ledger.SignificantDraft, After: map[string]any{"revision": p.Revision, "draft": content},
		}),
	}, nil
}
