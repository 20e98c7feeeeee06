package house

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// ErrNeverInForce reports a return to settings no round was ever opened under.
var ErrNeverInForce = errors.New("the version was never in force")

// from is the moment something is asked to begin at; now where none is given.
func from(begins *time.Time, now time.Time) (time.Time, error) {
	switch {
	case begins == nil:
		return now, nil
	case begins.Before(now) || begins.After(now.AddDate(5, 0, 0)):
		return now, wrong("from", "want a moment to come, at most five years away, or nothing for now")
	}
	return begins.UTC().Truncate(time.Microsecond), nil
}

// scheduled are the rows that put what a proposal made in force.
func (p *Proposal) scheduled(c desk.Caller, versions []settledVersion, digest [32]byte, begins, now time.Time) ([]ledger.Row, error) {
	row, err := p.take(c, Scheduled, digest, note{Begins: &begins}, now)
	if err != nil {
		return nil, err
	}
	band, err := p.Draft.Band.content()
	if err != nil {
		return nil, err
	}
	rows := []ledger.Row{row}
	for _, v := range versions {
		rows = append(rows, ledger.Row{Of: "activations", Values: map[string]any{
			"table_no": v.Table, "version": v.Version, "proposal": p.ID, "begins": begins, "band": band,
		}})
	}
	after := map[string]any{"from": begins, "versions": versions}
	if p.Draft.Band != nil {
		after["band"] = p.Draft.Band
	}
	p.State = Scheduled
	if !begins.After(now) {
		p.State = Effective
	}
	return append(rows, p.significant(c, ledger.Significant{Kind: ledger.SignificantScheduled, After: after})), nil
}

// Schedule puts an approved proposal in force from a moment on, or now: at each
// table from the next round that opens. It fails with ErrNoProposal, ErrStep, with
// ErrMoved where a table was set otherwise since, and with a *SpecError.
func (o *Office) Schedule(ctx context.Context, c desk.Caller, id int64, at *time.Time) (desk.Answer, error) {
	return o.onProposal(ctx, c, id, func(tx pgx.Tx, p *Proposal) (page ledger.Page, err error) {
		now := o.desk.Now()
		begins, err := from(at, now)
		if err != nil {
			return page, err
		}
		if err := p.before(Scheduled, Approved); err != nil {
			return page, err
		}
		results, err := p.unmoved(ctx, tx)
		if err != nil {
			return page, err
		}
		if err := after(results, begins); err != nil {
			return page, err
		}
		versions, err := p.made()
		if err != nil {
			return page, err
		}
		page.Rows, err = p.scheduled(c, versions, p.step(Submitted).digest, begins, now)
		return page, err
	})
}

// A Returned is a table that was returned to an earlier version of its settings.
type Returned struct {
	Table   int64     `json:"table"`
	Before  int       `json:"before" doc:"Version that was in force; 0: none"`
	Version int       `json:"version" doc:"Version in force from now on"`
	Band    *Band     `json:"band,omitempty" doc:"When in the week it is in force, as it was approved; always where left out"`
	Begins  time.Time `json:"begins"`
	Reason  string    `json:"reason"`
	Actor   string    `json:"actor"`
}

// Return puts a version that was in force before in force again, at once: from the
// next round of the table that opens. A version that was approved for a band of the
// week returns to that band alone. It fails with ErrNoTable, ErrNoVersion,
// ErrNeverInForce, and with a *SpecError.
func (o *Office) Return(ctx context.Context, c desk.Caller, table int64, version int, reason string) (desk.Answer, error) {
	if err := reasoned("reason", reason); err != nil {
		return desk.Answer{}, err
	}
	return o.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		now := o.desk.Now()
		r := Returned{Table: table, Version: version, Begins: now, Reason: reason, Actor: c.Actor}
		var err error
		if r.Band, err = returnable(ctx, tx, table, version, now); err != nil {
			return nil, ledger.Page{}, err
		}
		band, err := r.Band.content()
		if err != nil {
			return nil, ledger.Page{}, err
		}
		if r.Before, err = InForce(ctx, tx, table, now); err != nil {
			return nil, ledger.Page{}, err
		}
		return r, ledger.Page{Rows: []ledger.Row{
			{Of: "activations", Values: map[string]any{"table_no": table, "version": version, "begins": now, "band": band, "reason": reason}},
			ledger.Significant{
				Kind: ledger.SignificantReturned, Subject: fmt.Sprintf("table %d", table), Origin: c.Origin, Reason: reason,
				Before: inBand{Version: r.Before}, After: inBand{version, r.Band},
			}.Row(),
		}}, nil
	})
}

// inBand is what a significant event says of a version in force.
type inBand struct {
	Version int   `json:"version"`
	Band    *Band `json:"band,omitempty"`
}

// returnable is the band the version was in force in; nil is always.
func returnable(ctx context.Context, q Querier, table int64, version int, now time.Time) (*Band, error) {
	if _, err := Get(ctx, q, table, now); err != nil {
		return nil, err
	}
	var known bool
	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM settings WHERE table_id = $1 AND version = $2::bigint)`, table, version).Scan(&known)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, fmt.Errorf("table %d version %d: %w", table, version, ErrNoVersion)
	}
	by, err := activations(ctx, q, []int64{table})
	if err != nil {
		return nil, err
	}
	for i, t := range terms(by[table], now) {
		if by[table][i].Version == version && t.begun(now) {
			return t.Band, nil
		}
	}
	return nil, fmt.Errorf("table %d version %d: %w", table, version, ErrNeverInForce)
}
