package house

import (
	"context"
	"fmt"
	"maps"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// Draft writes down a proposal. It fails with ErrNoTable, and with a *SpecError on
// what could not lie on a felt.
func (o *Office) Draft(ctx context.Context, c desk.Caller, d Draft) (desk.Answer, error) {
	return o.draft(ctx, c, d, nil)
}

func (o *Office) draft(ctx context.Context, c desk.Caller, d Draft, also func(*Proposal) ledger.Row) (desk.Answer, error) {
	if err := d.Check(); err != nil {
		return desk.Answer{}, err
	}
	return o.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		if _, err := d.lay(ctx, tx); err != nil {
			return nil, ledger.Page{}, err
		}
		p, err := nextProposal(ctx, tx)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		rows, err := p.revise(c, d, o.desk.Now())
		if also != nil {
			rows = append(rows, also(p))
		}
		return p, ledger.Page{Rows: rows}, err
	})
}

func nextProposal(ctx context.Context, q Querier) (*Proposal, error) {
	p := &Proposal{Steps: []Step{}, Authors: []string{}}
	if err := q.QueryRow(ctx, `SELECT coalesce(max(id), 0) + 1 FROM proposals`).Scan(&p.ID); err != nil {
		return nil, fmt.Errorf("number of the next proposal: %w", err)
	}
	return p, nil
}

// Revise writes another revision of a draft down. It fails with ErrNoProposal, with
// ErrStep once it was submitted, and as Draft does.
func (o *Office) Revise(ctx context.Context, c desk.Caller, id int64, d Draft) (desk.Answer, error) {
	if err := d.Check(); err != nil {
		return desk.Answer{}, err
	}
	return o.onProposal(ctx, c, id, func(tx pgx.Tx, p *Proposal) (page ledger.Page, err error) {
		if err := p.before("revised", Drafted, Priced); err != nil {
			return page, err
		}
		if _, err := d.lay(ctx, tx); err != nil {
			return page, err
		}
		page.Rows, err = p.revise(c, d, o.desk.Now())
		return page, err
	})
}

// A priced is what a proposal was found to be before the house was locked.
type priced struct {
	revision int
	digest   [32]byte
	pricing  *Pricing
}

// price finds out what the proposal costs the players. It must be in one of the
// states.
func (o *Office) price(ctx context.Context, id int64, step State) (*priced, error) {
	p, err := proposal(ctx, o.desk.Pool, id)
	if err != nil {
		return nil, err
	}
	if err := p.before(step, Drafted, Priced); err != nil {
		return nil, err
	}
	results, err := p.Draft.lay(ctx, o.desk.Pool)
	if err != nil {
		return nil, err
	}
	policy, err := PolicyInForce(ctx, o.desk.Pool)
	if err != nil {
		return nil, err
	}
	found := &priced{revision: p.Revision}
	if found.digest, err = p.Draft.digest(results); err != nil {
		return nil, err
	}
	found.pricing, err = o.appraise(ctx, results, &policy)
	return found, err
}

// holds fails with ErrMoved unless the proposal, the tables and the policy still
// are what was priced.
func (f *priced) holds(ctx context.Context, q Querier, p *Proposal) error {
	policy, err := PolicyInForce(ctx, q)
	if err != nil {
		return err
	}
	results, digest, err := p.laid(ctx, q)
	if err != nil {
		return err
	}
	if p.Revision != f.revision || policy.Version != f.pricing.Policy || digest != f.digest || !maps.Equal(f.pricing.bases(), basesOf(results)) {
		return p.moved()
	}
	return nil
}

// rows are those of the step that keeps what was found.
func (f *priced) rows(c desk.Caller, p *Proposal, o *Office) ([]ledger.Row, error) {
	row, err := p.take(c, Priced, f.digest, f.pricing, o.desk.Now())
	if err != nil {
		return nil, err
	}
	p.Prices = f.pricing
	after := map[string]any{"revision": p.Revision, "digest": p.step(Priced).Digest, "pass": f.pricing.Pass, "findings": f.pricing.Findings}
	return []ledger.Row{row, p.significant(c, ledger.Significant{Kind: ledger.SignificantPriced, After: after})}, nil
}

// kept reports whether the proposal's last price is the one found.
func (f *priced) kept(ctx context.Context, q Querier, p *Proposal) (bool, error) {
	was, err := p.pricing(ctx, q)
	return err == nil && was != nil && p.step(Priced).digest == f.digest && was.Policy == f.pricing.Policy &&
		maps.Equal(was.bases(), f.pricing.bases()), err
}

// Price finds out what the proposal costs the players, exactly, and what the gate
// has against it, and keeps it. Deals that were not counted yet are. It fails with
// ErrNoProposal, ErrStep, and with ErrMoved where somebody was quicker.
func (o *Office) Price(ctx context.Context, c desk.Caller, id int64) (desk.Answer, error) {
	found, refused := o.price(ctx, id, Priced)
	return o.onProposal(ctx, c, id, func(tx pgx.Tx, p *Proposal) (page ledger.Page, err error) {
		if refused != nil {
			return page, refused // unless the key was answered before
		}
		if err := p.before(Priced, Drafted, Priced); err != nil {
			return page, err
		}
		if err := found.holds(ctx, tx, p); err != nil {
			return page, err
		}
		page.Rows, err = found.rows(c, p, o)
		return page, err
	})
}

// Submit prices the proposal and passes it through the gate to another manager;
// after that it does not change any more. What the gate finds is a *GateError,
// unless it is overridden: by the caller's name and with why. It fails as Price
// does.
func (o *Office) Submit(ctx context.Context, c desk.Caller, id int64, override string) (desk.Answer, error) {
	if override != "" {
		if err := reasoned("override", override); err != nil {
			return desk.Answer{}, err
		}
	}
	found, refused := o.price(ctx, id, Submitted)
	if refused == nil && !found.pricing.Pass && override == "" {
		refused = fmt.Errorf("proposal %d: %w", id, &GateError{found.pricing.Findings})
	}
	return o.onProposal(ctx, c, id, func(tx pgx.Tx, p *Proposal) (page ledger.Page, err error) {
		if refused != nil {
			return page, refused // unless the key was answered before
		}
		if err := p.before(Submitted, Drafted, Priced); err != nil {
			return page, err
		}
		if err := found.holds(ctx, tx, p); err != nil {
			return page, err
		}
		page.Rows, err = o.submitted(ctx, tx, c, p, found, override)
		return page, err
	})
}

// submitted are the rows of a submission. Where the gate lets it pass, nothing was
// overridden.
func (o *Office) submitted(ctx context.Context, q Querier, c desk.Caller, p *Proposal, found *priced, override string) (rows []ledger.Row, err error) {
	kept, err := found.kept(ctx, q, p)
	if err != nil {
		return nil, err
	}
	if !kept {
		if rows, err = found.rows(c, p, o); err != nil {
			return nil, err
		}
	}
	row, err := p.take(c, Submitted, found.digest, note{Findings: found.pricing.Findings}, o.desk.Now())
	if err != nil {
		return nil, err
	}
	s := p.step(Submitted)
	after := map[string]any{"revision": p.Revision, "digest": s.Digest}
	rows = append(rows, row, p.significant(c, ledger.Significant{Kind: ledger.SignificantSubmitted, After: after}))
	if !found.pricing.Pass {
		s.Override, row.Values["override"] = override, override
		rows = append(rows, p.significant(c, ledger.Significant{
			Kind: ledger.SignificantOverride, Reason: override, After: map[string]any{"findings": found.pricing.Findings},
		}))
	}
	return rows, nil
}

// Withdraw takes a proposal back that is not scheduled yet. It fails with
// ErrNoProposal, ErrStep, and with a *SpecError without a reason.
func (o *Office) Withdraw(ctx context.Context, c desk.Caller, id int64, reason string) (desk.Answer, error) {
	if err := reasoned("reason", reason); err != nil {
		return desk.Answer{}, err
	}
	return o.onProposal(ctx, c, id, func(_ pgx.Tx, p *Proposal) (page ledger.Page, err error) {
		if err := p.before(Withdrawn, Drafted, Priced, Submitted, Approved); err != nil {
			return page, err
		}
		page.Rows, err = p.ended(c, Withdrawn, ledger.SignificantWithdrawn, reason, o.desk.Now())
		return page, err
	})
}
