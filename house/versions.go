package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Version is one of the versions of a table's settings.
type Version struct {
	Version  int       `json:"version"`
	State    State     `json:"state" enum:"approved,scheduled,in-force,retired"`
	Pins     Pins      `json:"settings"`
	Actor    string    `json:"actor" doc:"Who proposed it"`
	Approver string    `json:"approver,omitempty" doc:"Who approved it; none: set before there were persons"`
	At       time.Time `json:"at" doc:"When it was approved"`
	Terms    []Term    `json:"terms" doc:"When it was, is or will be in force; the newest decision first"`
}

// A Term is a time in which a version is in force: one activation, as long as no
// later one ends it.
type Term struct {
	Begins   time.Time  `json:"begins"`
	Until    *time.Time `json:"until,omitempty" doc:"From when a later decision counts"`
	Band     *Band      `json:"band,omitempty" doc:"When in the week it is in force; always where left out"`
	State    State      `json:"state" enum:"scheduled,in-force,retired"`
	Proposal int64      `json:"proposal,omitempty" doc:"None: a return"`
	Reason   string     `json:"reason,omitempty"`
	Actor    string     `json:"actor"`
	At       time.Time  `json:"at"`
}

// An ActiveVersion is a version a proposal made, and when it is in force.
type ActiveVersion struct {
	Table   int64      `json:"table"`
	Version int        `json:"version"`
	State   State      `json:"state" enum:"approved,scheduled,in-force,retired"`
	Since   *time.Time `json:"since,omitempty"`
	Until   *time.Time `json:"until,omitempty"`
}

// term is when the activation is in force, where the first of the later ones that
// hold always begins at the moment until; nil: there is none.
func (a *Activation) term(until *time.Time, now time.Time) Term {
	t := Term{a.Begins, until, a.Band, Effective, a.Proposal, a.Reason, a.Actor, a.At}
	switch {
	case until != nil && !until.After(a.Begins), until != nil && !until.After(now):
		t.State = Retired
	case a.Begins.After(now):
		t.State = Scheduled
	}
	return t
}

// terms are those of a table's activations, newest first.
func terms(newest []Activation, now time.Time) []Term {
	var until *time.Time
	list := make([]Term, len(newest))
	for i := range newest {
		a := &newest[i]
		list[i] = a.term(until, now)
		if a.Band == nil && (until == nil || a.Begins.Before(*until)) {
			until = &a.Begins
		}
	}
	return list
}

// begun reports whether rounds were, or could have been, opened in the term.
func (t *Term) begun(now time.Time) bool {
	return !t.Begins.After(now) && (t.Until == nil || t.Until.After(t.Begins))
}

// stateOf is the state of what was approved and has the terms.
func stateOf(terms []Term) State {
	state := Approved
	for _, s := range []State{Retired, Scheduled, Effective} {
		if slices.ContainsFunc(terms, func(t Term) bool { return t.State == s }) {
			state = s
		}
	}
	return state
}

const columnsOfActivation = `seq, table_no, version, coalesce(proposal, 0), begins, band, coalesce(reason, ''), actor, at`

// activations are all of the tables, newest first, by table.
func activations(ctx context.Context, q Querier, tables []int64) (map[int64][]Activation, error) {
	rows, err := q.Query(ctx, `SELECT `+columnsOfActivation+` FROM activations WHERE table_no = ANY ($1) ORDER BY seq DESC, n DESC`, tables)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanActivation)
	by := map[int64][]Activation{}
	for i := range list {
		by[list[i].Table] = append(by[list[i].Table], list[i])
	}
	return by, err
}

const selectVersions = `SELECT version, content, actor, coalesce(approver, ''), at FROM settings WHERE table_id = $1 ORDER BY version DESC`

// Versions returns the versions of the table's settings, the newest first, or
// ErrNoTable.
func (o *Office) Versions(ctx context.Context, table int64) ([]Version, error) {
	if _, err := o.Table(ctx, table); err != nil {
		return nil, err
	}
	rows, err := o.desk.Pool.Query(ctx, selectVersions, table)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanVersion)
	if err != nil {
		return nil, fmt.Errorf("versions of table %d: %w", table, err)
	}
	by, err := activations(ctx, o.desk.Pool, []int64{table})
	if err != nil {
		return nil, err
	}
	all := terms(by[table], o.desk.Now())
	for i := range list {
		v := &list[i]
		v.Terms = []Term{}
		for j := range all {
			if by[table][j].Version == v.Version {
				v.Terms = append(v.Terms, all[j])
			}
		}
		v.State = stateOf(v.Terms)
	}
	return list, nil
}

func scanVersion(row pgx.CollectableRow) (Version, error) {
	var v Version
	var content []byte
	if err := row.Scan(&v.Version, &content, &v.Actor, &v.Approver, &v.At); err != nil {
		return v, err
	}
	var s Settings
	err := json.Unmarshal(content, &s)
	v.Pins = s.Pins()
	return v, err
}

// ErrNoVersion reports a version a table's settings do not have.
var ErrNoVersion = errors.New("no such version of the table's settings")

// Diff returns what differs between two versions of the table's settings. It fails
// with ErrNoVersion. Deals that were not counted yet are.
func (o *Office) Diff(ctx context.Context, table int64, from, to int) (Diff, error) {
	var felts [2]*Felt
	for i, version := range []int{from, to} {
		var err error
		if felts[i], err = LoadFelt(ctx, o.desk.Pool, table, version); err != nil {
			if errors.Is(err, ErrNoTable) {
				err = fmt.Errorf("table %d version %d: %w", table, version, ErrNoVersion)
			}
			return Diff{}, err
		}
	}
	reports, err := o.reports(ctx, felts[0], felts[1])
	if err != nil {
		return Diff{}, err
	}
	return Compare(felts[0], felts[1], reports), nil
}
