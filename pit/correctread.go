package pit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/sight"
)

// A correction is one as the book has it.
type correction struct {
	table, number int64
	state         State
	round         int64
	day           time.Time // of the round
	standing      int64     // seq of the entry it takes back
	code          Code
	dispute       int64 // 0: none
	reason        string
	Proposed
	opened  Act
	decided *Act
}

// selectCorrections are corrections as they were opened, with what was decided.
const selectCorrections = `
SELECT c.table_id, c.number, coalesce(d.step, c.step), c.round, c.round_day, c.standing, c.code, coalesce(c.dispute, 0), c.reason, c.content::text,
	c.actor, c.at, c.seq, coalesce(d.actor, ''), coalesce(d.at, c.at), coalesce(d.seq, 0), coalesce(d.reason, '')
FROM (SELECT * FROM corrections WHERE step = 'opened') c
LEFT JOIN corrections d ON d.table_id = c.table_id AND d.number = c.number AND d.step <> 'opened'`

func scanCorrection(row pgx.CollectableRow) (c correction, err error) {
	var content string
	var d Act
	err = row.Scan(&c.table, &c.number, &c.state, &c.round, &c.day, &c.standing, &c.code, &c.dispute, &c.reason, &content,
		&c.opened.Actor, &c.opened.At, &c.opened.Seq, &d.Actor, &d.At, &d.Seq, &d.Reason)
	if err != nil {
		return c, err
	}
	c.opened.At, d.At = c.opened.At.UTC(), d.At.UTC()
	if c.state != Opened {
		c.decided = &d
	}
	if err := json.Unmarshal([]byte(content), &c.Proposed); err != nil {
		return c, fmt.Errorf("correction %d of table %d: %w", c.number, c.table, err)
	}
	return c, nil
}

// of is the round it corrects.
func (c *correction) of() sight.RoundID { return sight.RoundID{Table: c.table, Number: c.round} }

// row is the correction at that step.
func (c *correction) row(step State, reason string) ledger.Row {
	values := map[string]any{
		"number": c.number, "step": string(step), "round": c.round, "round_day": ledger.Date(c.day),
		"standing": c.standing, "code": string(c.code),
	}
	if c.dispute != 0 {
		values["dispute"] = c.dispute
	}
	if reason != "" {
		values["reason"] = reason
	}
	if step == Opened {
		content, err := json.Marshal(c.Proposed)
		if err != nil {
			content = []byte("!") // which Append reports
		}
		values["content"] = json.RawMessage(content)
	}
	return ledger.Row{Of: "corrections", Values: values}
}

// view is the correction as it is told.
func (c *correction) view() Correction {
	v := Correction{
		ID: sight.RoundID{Table: c.table, Number: c.number}.String(), Round: c.of().String(), GamingDay: c.day.Format(time.DateOnly),
		State: c.state, Code: c.code, Reason: c.reason, Proposed: c.Proposed,
		Standing: entryID(c.table, c.standing), Opened: c.opened, Decided: c.decided,
	}
	if c.dispute != 0 {
		v.Dispute = sight.RoundID{Table: c.table, Number: c.dispute}.String()
	}
	if c.state == Approved {
		v.Reversal, v.Correction = entryID(c.table, c.decided.Seq-1), entryID(c.table, c.decided.Seq)
	}
	return v
}

func entryID(table, seq int64) string { return sight.Ref(table, seq, "").ID }

// correction reads one by table and number.
func (p *Pit) correction(ctx context.Context, id sight.RoundID) (correction, error) {
	rows, err := p.desk.Pool.Query(ctx, selectCorrections+` WHERE c.table_id = $1 AND c.number = $2`, id.Table, id.Number)
	if err != nil {
		return correction{}, err
	}
	c, err := pgx.CollectExactlyOneRow(rows, scanCorrection)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNoCorrection
	}
	if err != nil {
		return c, fmt.Errorf("correction %s: %w", id, err)
	}
	return c, nil
}

// Correction returns a correction by the table and the table's own number of it. It
// fails with ErrNoCorrection.
func (p *Pit) Correction(ctx context.Context, id sight.RoundID) (Correction, error) {
	c, err := p.correction(ctx, id)
	if err != nil {
		return Correction{}, err
	}
	return c.view(), nil
}

// A CorrectionFilter chooses corrections. A zero field does not.
type CorrectionFilter struct {
	Table, Round int64
	State        State
	Limit        int // 0 is 100
}

const listCorrections = selectCorrections + `
WHERE ($1 = 0::bigint OR c.table_id = $1) AND ($2 = 0::bigint OR c.round = $2) AND ($3::text = '' OR coalesce(d.step, c.step) = $3)
ORDER BY c.at DESC, c.table_id, c.number DESC LIMIT $4`

// Corrections returns corrections, the newest first.
func (p *Pit) Corrections(ctx context.Context, f CorrectionFilter) ([]Correction, error) {
	rows, err := p.desk.Pool.Query(ctx, listCorrections, f.Table, f.Round, string(f.State), mostOr(f.Limit))
	if err != nil {
		return nil, fmt.Errorf("corrections: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Correction, error) {
		c, err := scanCorrection(row)
		return c.view(), err
	})
}

// mostOr is how many are listed at most.
func mostOr(limit int) int {
	if limit == 0 {
		return 100
	}
	return limit
}
