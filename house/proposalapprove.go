package house

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// An Approval is what an approving manager says. Where it is to be in force from a
// moment on, or now, it is scheduled at once.
type Approval struct {
	Begins *time.Time
	Now    bool
}

// Approve makes what was submitted versions of the tables' settings; a policy is in
// force at once. It fails with ErrNoProposal, ErrStep, ErrOwnProposal, with
// ErrMoved where a table was set otherwise since, and with a *SpecError.
func (o *Office) Approve(ctx context.Context, c desk.Caller, id int64, a Approval) (desk.Answer, error) {
	return o.onProposal(ctx, c, id, func(tx pgx.Tx, p *Proposal) (ledger.Page, error) {
		if err := p.decidable(Approved, c.Actor); err != nil {
			return ledger.Page{}, err
		}
		if err := p.independent(ctx, tx, c.Actor); err != nil {
			return ledger.Page{}, err
		}
		results, err := p.unmoved(ctx, tx)
		if err != nil {
			return ledger.Page{}, err
		}
		if p.Draft.Policy != nil {
			return o.approvePolicy(ctx, tx, c, p, a)
		}
		return o.approve(ctx, tx, c, p, results, a)
	})
}

// decidable fails unless the proposal waits for a decision, and the person may take
// it.
func (p *Proposal) decidable(step State, person string) error {
	if err := p.before(step, Submitted); err != nil {
		return err
	}
	if p.own(person) {
		return fmt.Errorf("proposal %d is %s's own: %w", p.ID, person, ErrOwnProposal)
	}
	return nil
}

func (o *Office) approve(ctx context.Context, q Querier, c desk.Caller, p *Proposal, results []result, a Approval) (page ledger.Page, err error) {
	now := o.desk.Now()
	begins, err := from(a.Begins, now)
	if err != nil {
		return page, err
	}
	scheduled := a.Now || a.Begins != nil
	if scheduled {
		if err := after(results, begins); err != nil {
			return page, err
		}
	}
	var versions []settledVersion
	if versions, err = p.publish(ctx, q, c, &page, results); err != nil {
		return page, err
	}
	digest := p.step(Submitted).digest
	if page.Rows, err = p.approved(c, digest, versions, now); err != nil {
		return page, err
	}
	if scheduled {
		rows, err := p.scheduled(c, versions, digest, begins, now)
		return with(page, rows), err
	}
	return page, nil
}

func with(page ledger.Page, rows []ledger.Row) ledger.Page {
	page.Rows = append(page.Rows, rows...)
	return page
}

// publish puts the next version of each table's settings on the page, and the
// paytables the book does not have yet.
func (p *Proposal) publish(ctx context.Context, q Querier, c desk.Caller, page *ledger.Page, results []result) ([]settledVersion, error) {
	var versions []settledVersion
	known := map[[32]byte]bool{}
	for i := range results {
		r := &results[i]
		v := settledVersion{Table: r.table}
		err := q.QueryRow(ctx, `SELECT coalesce(max(version), 0) + 1 FROM settings WHERE table_id = $1`, r.table).Scan(&v.Version)
		if err != nil {
			return nil, fmt.Errorf("next version of table %d: %w", r.table, err)
		}
		versions = append(versions, v)
		page.Settings = append(page.Settings, ledger.Settings{
			Table: r.table, Version: v.Version, Digest: r.after.Digest, Content: r.after.Settings.Content(),
			Actor: p.Actor, Approver: c.Actor,
		})
		fresh, err := unknown(ctx, q, r.after.Paytables)
		if err != nil {
			return nil, err
		}
		for _, t := range fresh {
			if !known[t.Digest] {
				known[t.Digest] = true
				page.Paytables = append(page.Paytables, t)
			}
		}
	}
	return versions, nil
}

// approved are the rows of an approval. The author is who did it, as the event has
// it, and the approving manager who authorised it.
func (p *Proposal) approved(c desk.Caller, digest [32]byte, versions []settledVersion, now time.Time) ([]ledger.Row, error) {
	row, err := p.take(c, Approved, digest, note{Versions: versions}, now)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		p.Versions = append(p.Versions, ActiveVersion{Table: v.Table, Version: v.Version, State: Approved})
	}
	after := map[string]any{"digest": p.step(Approved).Digest, "versions": versions}
	return []ledger.Row{row, p.significant(c, ledger.Significant{
		Kind: ledger.SignificantApproved, Actor: p.Actor, Approver: c.Actor, After: after,
	})}, nil
}

// approvePolicy puts a policy in force.
func (o *Office) approvePolicy(ctx context.Context, q Querier, c desk.Caller, p *Proposal, a Approval) (page ledger.Page, err error) {
	if a.Begins != nil {
		return page, wrong("from", "a policy is in force from its approval on: leave it out")
	}
	before, err := PolicyInForce(ctx, q)
	if err != nil {
		return page, err
	}
	content, err := p.Draft.Policy.content()
	if err != nil {
		return page, err
	}
	now, digest := o.desk.Now(), p.step(Submitted).digest
	if page.Rows, err = p.approved(c, digest, nil, now); err != nil {
		return page, err
	}
	was, err := before.content()
	if err != nil {
		return page, err
	}
	rows, err := p.scheduled(c, nil, digest, now, now)
	page = with(page, rows)
	return with(page, []ledger.Row{
		{Of: "policies", Values: map[string]any{
			"version": before.Version + 1, "proposal": p.ID, "content": content, "actor": p.Actor, "approver": c.Actor,
		}},
		p.significant(c, ledger.Significant{
			Kind: ledger.SignificantPolicy, Actor: p.Actor, Approver: c.Actor, Before: was, After: content,
		}),
	}), err
}

// Reject refuses what was submitted. It fails with ErrNoProposal, ErrStep,
// ErrOwnProposal, and with a *SpecError without a reason.
func (o *Office) Reject(ctx context.Context, c desk.Caller, id int64, reason string) (desk.Answer, error) {
	if err := reasoned("reason", reason); err != nil {
		return desk.Answer{}, err
	}
	return o.onProposal(ctx, c, id, func(_ pgx.Tx, p *Proposal) (page ledger.Page, err error) {
		if err := p.decidable(Rejected, c.Actor); err != nil {
			return page, err
		}
		page.Rows, err = p.ended(c, Rejected, ledger.SignificantRejected, reason, o.desk.Now())
		return page, err
	})
}
