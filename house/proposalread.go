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

const (
	selectRevisions = `SELECT id, revision, content, actor, at FROM proposals WHERE id = ANY ($1) ORDER BY id DESC, revision`
	// What was priced is long, and seldom asked for.
	selectSteps = `
SELECT proposal, step, revision, digest, CASE WHEN step <> 'priced' THEN content END, coalesce(override, ''), coalesce(reason, ''), actor, at
FROM proposal_steps WHERE proposal = ANY ($1) ORDER BY proposal DESC, seq, n`
)

// proposals returns those of the ids, the newest first, as far as their own rows
// tell.
func proposals(ctx context.Context, q Querier, ids []int64) ([]Proposal, error) {
	rows, err := q.Query(ctx, selectRevisions, ids)
	if err != nil {
		return nil, err
	}
	revisions, err := pgx.CollectRows(rows, scanRevision)
	if err != nil {
		return nil, err
	}
	var list []Proposal
	for _, r := range revisions {
		if last := len(list) - 1; last >= 0 && list[last].ID == r.ID {
			r.Authors = append(list[last].Authors, r.Authors...)
			list = list[:last]
		}
		list = append(list, r)
	}
	if rows, err = q.Query(ctx, selectSteps, ids); err != nil {
		return nil, err
	}
	err = addSteps(list, rows)
	for i := range list {
		p := &list[i]
		slices.Sort(p.Authors)
		p.Authors = slices.Compact(p.Authors)
		p.State = p.stands()
	}
	return list, err
}

func scanRevision(row pgx.CollectableRow) (Proposal, error) {
	p := Proposal{Authors: []string{""}, Steps: []Step{}}
	var content []byte
	if err := row.Scan(&p.ID, &p.Revision, &content, &p.Actor, &p.At); err != nil {
		return p, err
	}
	p.Authors[0] = p.Actor
	if err := json.Unmarshal(content, &p.Draft); err != nil {
		return p, fmt.Errorf("proposal %d: %w", p.ID, fault(err))
	}
	return p, nil
}

func addSteps(list []Proposal, rows pgx.Rows) error {
	var id int64
	var s Step
	var digest []byte
	_, err := pgx.ForEachRow(rows, []any{&id, &s.Step, &s.Revision, &digest, &s.content, &s.Override, &s.Reason, &s.Actor, &s.At}, func() error {
		s.digest = [32]byte(digest)
		if err := s.read(); err != nil {
			return fmt.Errorf("proposal %d: step %s: %w", id, s.Step, fault(err))
		}
		p := &list[slices.IndexFunc(list, func(p Proposal) bool { return p.ID == id })]
		p.Steps = append(p.Steps, s)
		s = Step{}
		return nil
	})
	return err
}

// proposal returns the one of the id, or ErrNoProposal.
func proposal(ctx context.Context, q Querier, id int64) (*Proposal, error) {
	list, err := proposals(ctx, q, []int64{id})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("proposal %d: %w", id, ErrNoProposal)
	}
	return &list[0], nil
}

// Proposal returns a proposal with what it was last priced at, or ErrNoProposal.
func (o *Office) Proposal(ctx context.Context, id int64) (Proposal, error) {
	p, err := proposal(ctx, o.desk.Pool, id)
	if err != nil {
		return Proposal{}, err
	}
	if p.Prices, err = p.pricing(ctx, o.desk.Pool); err != nil {
		return Proposal{}, err
	}
	list := []Proposal{*p}
	err = o.follow(ctx, list)
	return list[0], err
}

const selectPricing = `
SELECT content FROM proposal_steps WHERE proposal = $1 AND revision = $2 AND step = 'priced' ORDER BY seq DESC, n DESC LIMIT 1`

// pricing is what the last revision was last priced at, or nil.
func (p *Proposal) pricing(ctx context.Context, q Querier) (*Pricing, error) {
	var content []byte
	err := q.QueryRow(ctx, selectPricing, p.ID, p.Revision).Scan(&content)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var was Pricing
	if err := json.Unmarshal(content, &was); err != nil {
		return nil, fmt.Errorf("proposal %d: what it was priced at: %w", p.ID, fault(err))
	}
	return &was, nil
}

// Proposals returns up to limit proposals before the id, the newest first; before
// 0 it begins with the newest of all.
func (o *Office) Proposals(ctx context.Context, before int64, limit int) ([]Proposal, error) {
	rows, err := o.desk.Pool.Query(ctx, `
		SELECT id FROM proposals WHERE revision = 1 AND ($1::bigint = 0 OR id < $1) ORDER BY id DESC LIMIT $2`, before, limit)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, err
	}
	list, err := proposals(ctx, o.desk.Pool, ids)
	if err != nil {
		return nil, err
	}
	return list, o.follow(ctx, list)
}

// follow tells of proposals that were approved what became of them.
func (o *Office) follow(ctx context.Context, list []Proposal) error {
	now := o.desk.Now()
	var tables []int64
	for i := range list {
		versions, err := list[i].made()
		if err != nil {
			return err
		}
		for _, v := range versions {
			tables = append(tables, v.Table)
		}
	}
	by, err := activations(ctx, o.desk.Pool, tables)
	if err != nil {
		return err
	}
	policy, err := PolicyInForce(ctx, o.desk.Pool)
	if err != nil {
		return err
	}
	for i := range list {
		if err := list[i].follow(by, &policy, now); err != nil {
			return err
		}
	}
	return nil
}

// made are the versions of settings the proposal's approval made.
func (p *Proposal) made() ([]settledVersion, error) {
	s := p.step(Approved)
	if s == nil {
		return nil, nil
	}
	var n note
	err := json.Unmarshal(s.content, &n)
	return n.Versions, err
}

func (p *Proposal) follow(by map[int64][]Activation, policy *Policy, now time.Time) error {
	versions, err := p.made()
	if err != nil {
		return err
	}
	var of []Term
	for _, v := range versions {
		active := ActiveVersion{Table: v.Table, Version: v.Version, State: Approved}
		for i, t := range terms(by[v.Table], now) {
			if t.Proposal == p.ID && by[v.Table][i].Version == v.Version {
				of = append(of, t)
				active.State, active.Since, active.Until = t.State, &t.Begins, t.Until
			}
		}
		p.Versions = append(p.Versions, active)
	}
	switch {
	case p.State != Scheduled:
	case p.Draft.Policy != nil && policy.Proposal == p.ID:
		p.State = Effective
	case p.Draft.Policy != nil:
		p.State = Retired
	default:
		p.State = stateOf(of)
	}
	return nil
}

var errReason = errors.New("want why, in at most 500 bytes of text that can be seen")

// reasoned refuses a step without a reason.
func reasoned(field, reason string) error {
	if reason == "" || len(reason) > 500 || !visible(reason) {
		return &SpecError{field, errReason}
	}
	return nil
}
