package house

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// onProposal runs one changing request about a proposal, as it stands under the
// house's lock, and answers with it.
func (o *Office) onProposal(ctx context.Context, c desk.Caller, id int64, do func(pgx.Tx, *Proposal) (ledger.Page, error)) (desk.Answer, error) {
	return o.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		p, err := proposal(ctx, tx, id)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		page, err := do(tx, p)
		return p, page, err
	})
}

// before fails with ErrStep unless the proposal stands in one of the states from
// which the step is taken.
func (p *Proposal) before(step State, states ...State) error {
	for _, s := range states {
		if p.stands() == s {
			return nil
		}
	}
	return fmt.Errorf("proposal %d is %s: to be %s it must be %s: %w", p.ID, p.stands(), step, either(states), ErrStep)
}

func either(states []State) string {
	text := string(states[0])
	for _, s := range states[1:] {
		text += " or " + string(s)
	}
	return text
}

// unmoved returns what the proposal makes of the tables, or ErrMoved where that is
// not what was submitted, no longer a change of what it was a change of, or another
// policy is in force than the gate held it to.
func (p *Proposal) unmoved(ctx context.Context, q Querier) ([]result, error) {
	results, digest, err := p.laid(ctx, q)
	if err != nil {
		return nil, err
	}
	was, err := p.pricing(ctx, q)
	if err != nil {
		return nil, err
	}
	policy, err := PolicyInForce(ctx, q)
	if err != nil {
		return nil, err
	}
	if was.Policy != policy.Version || p.step(Submitted).digest != digest || !maps.Equal(was.bases(), basesOf(results)) {
		return nil, p.moved()
	}
	return results, nil
}

// laid is what the proposal makes of the tables under the lock. It could be laid
// when it was drafted, so where it cannot the tables are set otherwise.
func (p *Proposal) laid(ctx context.Context, q Querier) ([]result, [32]byte, error) {
	results, err := p.Draft.lay(ctx, q)
	if errors.Is(err, ErrSpec) {
		return nil, [32]byte{}, fmt.Errorf("%w: %w", p.moved(), err)
	}
	if err != nil {
		return nil, [32]byte{}, err
	}
	digest, err := p.Draft.digest(results)
	return results, digest, err
}

func (p *Proposal) moved() error {
	then := "price it again"
	if p.step(Submitted) != nil {
		then = "withdraw it and draft another"
	}
	return fmt.Errorf("proposal %d: %w: %s", p.ID, ErrMoved, then)
}

// take adds a step to the proposal and returns its row.
func (p *Proposal) take(c desk.Caller, step State, digest [32]byte, content any, now time.Time) (ledger.Row, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return ledger.Row{}, fmt.Errorf("proposal %d: step %s: %w", p.ID, step, err)
	}
	s := Step{
		Step: step, Revision: p.Revision, Digest: hex.EncodeToString(digest[:]), Actor: c.Actor, At: now,
		digest: digest, content: text,
	}
	if n, ok := content.(note); ok {
		s.Findings, s.Begins = n.Findings, n.Begins
	}
	p.Steps = append(p.Steps, s)
	p.State = p.stands()
	return ledger.Row{Of: "proposal_steps", Values: map[string]any{
		"proposal": p.ID, "step": string(step), "revision": p.Revision, "digest": digest[:], "content": json.RawMessage(text),
	}}, nil
}

// significant is the row of an event about the proposal.
func (p *Proposal) significant(c desk.Caller, s ledger.Significant) ledger.Row {
	s.Subject, s.Origin = fmt.Sprintf("proposal %d", p.ID), c.Origin
	return s.Row()
}

// ended are the rows of a step that ends a proposal, and why.
func (p *Proposal) ended(c desk.Caller, step State, kind, reason string, now time.Time) ([]ledger.Row, error) {
	digest, err := p.lastDigest()
	if err != nil {
		return nil, err
	}
	row, err := p.take(c, step, digest, note{}, now)
	if err != nil {
		return nil, err
	}
	row.Values["reason"] = reason
	p.Steps[len(p.Steps)-1].Reason = reason
	return []ledger.Row{row, p.significant(c, ledger.Significant{Kind: kind, Reason: reason})}, nil
}

// lastDigest is that of the last step; of a draft that was never priced, which
// made nothing of any table yet, that of its content.
func (p *Proposal) lastDigest() ([32]byte, error) {
	if len(p.Steps) > 0 {
		return p.Steps[len(p.Steps)-1].digest, nil
	}
	content, err := p.Draft.content()
	if err != nil {
		return [32]byte{}, err
	}
	return ledger.ContentDigest(content)
}
