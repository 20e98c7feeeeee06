package house

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// ErrNoSigningKey reports a house that has no key to sign with.
var ErrNoSigningKey = errors.New("this server has no key to sign with")

// Export returns the last revision of the proposal as a file signed with the
// house's key. It fails with ErrNoProposal or ErrNoSigningKey.
func (o *Office) Export(ctx context.Context, id int64) ([]byte, error) {
	p, err := proposal(ctx, o.desk.Pool, id)
	if err != nil {
		return nil, err
	}
	if o.keys.Own == nil {
		return nil, ErrNoSigningKey
	}
	content, err := p.Draft.content()
	if err != nil {
		return nil, err
	}
	return Sign(ProposalFormat, o.keys.Own, content)
}

// Open returns the draft a signed file holds, as JSON, and whose key signed it. It
// fails as the function Open does.
func (o *Office) Open(file []byte) (content []byte, signer ed25519.PublicKey, err error) {
	return Open(ProposalFormat, o.keys.Trusted, file)
}

// Import writes down as a draft what came in a file signed by the signer. It fails
// as Draft does.
func (o *Office) Import(ctx context.Context, c desk.Caller, d Draft, signer ed25519.PublicKey) (desk.Answer, error) {
	return o.draft(ctx, c, d, func(p *Proposal) ledger.Row {
		return p.significant(c, ledger.Significant{
			Kind: ledger.SignificantImport, After: map[string]string{"signer": hex.EncodeToString(signer)},
		})
	})
}

// A TableDiff is what a proposal changes at a table.
type TableDiff struct {
	Table int64 `json:"table"`
	Base  int   `json:"base" doc:"Version the change is made to; 0: the table has none, and all is new"`
	Diff  *Diff `json:"diff,omitempty"`
}

// ProposalDiff returns what the proposal changes at each of its tables: at the
// versions it was priced on or, before that, at those it would change now. It fails
// with ErrNoProposal. Deals that were not counted yet are.
func (o *Office) ProposalDiff(ctx context.Context, id int64) ([]TableDiff, error) {
	_, results, err := o.results(ctx, id)
	if err != nil {
		return nil, err
	}
	return o.diffs(ctx, results)
}

func (o *Office) diffs(ctx context.Context, results []result) ([]TableDiff, error) {
	diffs := []TableDiff{}
	for i := range results {
		r := &results[i]
		d := TableDiff{Table: r.table, Base: r.version}
		if r.before != nil {
			reports, err := o.reports(ctx, r.before, r.after)
			if err != nil {
				return nil, ofTable(r.table, err)
			}
			compared := Compare(r.before, r.after, reports)
			d.Diff = &compared
		}
		diffs = append(diffs, d)
	}
	return diffs, nil
}

// results are what the proposal made of its tables, or would make now where it was
// not priced yet.
func (o *Office) results(ctx context.Context, id int64) (*Proposal, []result, error) {
	p, err := proposal(ctx, o.desk.Pool, id)
	if err != nil {
		return nil, nil, err
	}
	was, err := p.pricing(ctx, o.desk.Pool)
	if err != nil {
		return nil, nil, err
	}
	if was == nil {
		results, err := p.Draft.lay(ctx, o.desk.Pool)
		return p, results, err
	}
	var bases []base
	for i := range was.Appraisals {
		for _, t := range was.Appraisals[i].Tables {
			bases = append(bases, base{table: t.Table, version: t.Base})
		}
	}
	results, err := p.Draft.layOn(ctx, o.desk.Pool, bases)
	return p, results, err
}

// Backtest settles the recorded rounds of the proposal's tables again under what it
// makes of them; a span of one table leaves the others out. It fails with
// ErrNoProposal, and with a *SpecError where the proposal changes no table.
func (o *Office) Backtest(ctx context.Context, id int64, span ledger.Span) (b Backtested, err error) {
	p, results, err := o.results(ctx, id)
	if err != nil {
		return b, err
	}
	if p.Draft.Change == nil {
		return b, fmt.Errorf("proposal %d: %w", id, wrong("policy", "a policy changes no table, so there is nothing to settle again"))
	}
	after := map[int64]*Felt{}
	for i := range results {
		after[results[i].table] = results[i].after
	}
	tx, err := o.desk.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return b, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it wrote nothing
	return Backtest(ctx, tx, span,
		func(table int64, version int) (*Felt, error) { return LoadFelt(ctx, tx, table, version) },
		func(table int64, _ *Felt) (*Felt, error) { return after[table], nil })
}
