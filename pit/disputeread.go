package pit

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
	"croupier/sight"
)

// A dispute is one as the book has it.
type dispute struct {
	table, number, round int64
	outcome              Outcome // empty while it is open
	notes                []DisputeNote
	corrections          []string
}

func (d *dispute) id() sight.RoundID { return sight.RoundID{Table: d.table, Number: d.number} }

// step adds to the dispute, and returns the row that says so.
func (d *dispute) step(step string, o Outcome, n DisputeNote) ledger.Row {
	n.Step = step
	d.notes, d.outcome = append(d.notes, n), o
	values := map[string]any{"number": d.number, "step": step, "round": d.round, "reason": n.Text}
	if o != "" {
		values["outcome"] = string(o)
	}
	return ledger.Row{Of: "disputes", Values: values}
}

// significant is the event that tells of the dispute.
func (d *dispute) significant(kind string, c desk.Caller, reason string) ledger.Significant {
	round := sight.RoundID{Table: d.table, Number: d.round}
	return ledger.Significant{Kind: kind, Subject: "round " + round.String(), Origin: c.Origin, Reason: reason}
}

// A disputeNote is what a significant event says of a dispute.
type disputeNote struct {
	Dispute string  `json:"dispute"`
	Text    string  `json:"text,omitempty"`
	Outcome Outcome `json:"outcome,omitempty"`
}

// view is the dispute as it is told.
func (d *dispute) view() Dispute {
	round := sight.RoundID{Table: d.table, Number: d.round}
	v := Dispute{ID: d.id().String(), Round: round.String(), Open: d.outcome == "", Outcome: d.outcome, Notes: d.notes, Corrections: d.corrections}
	if v.Corrections == nil {
		v.Corrections = []string{}
	}
	return v
}

// A DisputeFilter chooses disputes. A zero field does not.
type DisputeFilter struct {
	Table, Round, Number int64
	Open                 bool // those that are open only
	Limit                int  // 0 is 100
}

// selectDisputes are disputes with all that was said of each, and which corrections
// name it.
const selectDisputes = `
SELECT o.table_id, o.number, o.round, coalesce(o.outcome, ''),
	ARRAY(SELECT c.table_id || '-' || c.number FROM corrections c
		WHERE c.table_id = o.table_id AND c.round = o.round AND c.dispute = o.number AND c.step = 'opened' ORDER BY c.number),
	s.step, s.reason, s.actor, s.at, s.seq
FROM (
	SELECT d.table_id, d.number, d.round, d.at, c.outcome FROM disputes d
	LEFT JOIN disputes c ON c.table_id = d.table_id AND c.number = d.number AND c.step = 'closed'
	WHERE d.step = 'opened' AND ($1 = 0::bigint OR d.table_id = $1) AND ($2 = 0::bigint OR d.round = $2) AND ($3 = 0::bigint OR d.number = $3)
		AND NOT ($4 AND c.outcome IS NOT NULL)
	ORDER BY d.at DESC, d.table_id, d.number DESC LIMIT $5
) o
JOIN disputes s ON s.table_id = o.table_id AND s.number = o.number
ORDER BY o.at DESC, o.table_id, o.number DESC, s.seq`

func (p *Pit) disputesBy(ctx context.Context, f DisputeFilter) (list []dispute, err error) {
	rows, err := p.desk.Pool.Query(ctx, selectDisputes, f.Table, f.Round, f.Number, f.Open, mostOr(f.Limit))
	if err != nil {
		return nil, err
	}
	var d dispute
	var n DisputeNote
	into := []any{&d.table, &d.number, &d.round, &d.outcome, &d.corrections, &n.Step, &n.Text, &n.Actor, &n.At, &n.Seq}
	_, err = pgx.ForEachRow(rows, into, func() error {
		if last := len(list) - 1; last < 0 || list[last].id() != d.id() {
			list = append(list, d)
		}
		n.At = n.At.UTC()
		last := &list[len(list)-1]
		last.notes = append(last.notes, n)
		return nil
	})
	return list, err
}

// dispute reads one by table and number. It fails with ErrNoDispute.
func (p *Pit) dispute(ctx context.Context, id sight.RoundID) (dispute, error) {
	list, err := p.disputesBy(ctx, DisputeFilter{Table: id.Table, Number: id.Number})
	if err == nil && len(list) == 0 {
		err = ErrNoDispute
	}
	if err != nil {
		return dispute{}, fmt.Errorf("dispute %s: %w", id, err)
	}
	return list[0], nil
}

// Disputes returns disputes, the newest first: open ones and those that are closed.
func (p *Pit) Disputes(ctx context.Context, f DisputeFilter) ([]Dispute, error) {
	list, err := p.disputesBy(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("disputes: %w", err)
	}
	views := make([]Dispute, len(list))
	for i := range list {
		views[i] = list[i].view()
	}
	return views, nil
}
