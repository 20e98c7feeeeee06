package pit

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/paytables"
)

// A Chain is where the chain of a table, or of the house, ends, and how far what is
// derived from it has come.
type Chain struct {
	Table   int64      `json:"table" doc:"0 is the house"`
	Name    string     `json:"name,omitempty" doc:"Of the table"`
	Seq     int64      `json:"seq" doc:"The last page; 0 before the first"`
	Hash    string     `json:"hash" doc:"Of the last page, hex. Noted elsewhere, it proves later that nothing was cut off"`
	Written *time.Time `json:"written,omitempty" doc:"When the last page was; absent before the first"`

	// Of a table.
	Resettled   int64 `json:"resettled" doc:"Up to which page rounds were settled again"`
	Waiting     int   `json:"waiting" doc:"Rounds that ended since; no more than 64 are counted"`
	RolledUp    int64 `json:"rolled_up" doc:"Up to which page reports are derived"`
	Differences int   `json:"differences" doc:"Rounds that did not come to what was posted, and that nobody has acknowledged"`
}

// What ended since is what Resettle takes next. Nearly every page answers a request;
// one that does not is told by what stands on it.
const selectChains = `
SELECT h.table_id, coalesce(t.name, ''), h.seq, encode(h.hash, 'hex'), CASE WHEN h.seq > 0 THEN coalesce(
		(SELECT at FROM requests q WHERE q.table_id = h.table_id AND q.seq = h.seq),
		(SELECT at FROM significant_events g WHERE g.table_id = h.table_id AND g.seq = h.seq LIMIT 1),
		(SELECT at FROM alerts a WHERE h.table_id = 0 AND a.seq = h.seq LIMIT 1),
		(SELECT at FROM links l WHERE l.table_id = h.table_id AND l.seq = h.seq AND l.gaming_day >= coalesce(h.gaming_day - 1, '-infinity'))) END,
	coalesce(c.seq, 0), coalesce(e.waiting, 0), coalesce((SELECT max(seq) FROM rollup_cursors u WHERE u.table_id = h.table_id), 0),
	(SELECT count(*) FROM alerts a WHERE a.kind = 'resettlement' AND a.table_no = h.table_id
		AND NOT EXISTS (SELECT FROM alert_notes k WHERE k.alert = a.id AND k.step = 'acknowledged'))
FROM heads h
LEFT JOIN tables t ON t.id = h.table_id
LEFT JOIN audit_cursors c ON c.table_id = h.table_id
LEFT JOIN (SELECT table_id, count(*) AS waiting FROM (` + selectEnded + `) s GROUP BY table_id) e ON e.table_id = h.table_id
ORDER BY h.table_id`

// Chains returns the chains of the house and of all tables, as they are at one
// moment.
func (p *Pit) Chains(ctx context.Context) ([]Chain, error) {
	rows, err := p.desk.Pool.Query(ctx, selectChains, mostEnded)
	if err != nil {
		return nil, fmt.Errorf("chains: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Chain, err error) {
		err = row.Scan(&c.Table, &c.Name, &c.Seq, &c.Hash, &c.Written, &c.Resettled, &c.Waiting, &c.RolledUp, &c.Differences)
		if c.Written != nil {
			*c.Written = c.Written.UTC()
		}
		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("chains: %w", err)
	}
	return list, nil
}

// A Verified is what a walk along a chain went through, and what it found.
type Verified struct {
	Table    int64          `json:"table" doc:"0 is the house"`
	From     string         `json:"from,omitempty" format:"date" doc:"First gaming day that was read; absent: the first there is"`
	To       string         `json:"to,omitempty" format:"date" doc:"Last gaming day that was read; absent: the last there is"`
	Pages    int64          `json:"pages"`
	Rounds   int64          `json:"rounds"`
	Rows     int64          `json:"rows" doc:"That were hashed anew"`
	Sound    bool           `json:"sound" doc:"Whether all is as it was written"`
	Faults   int64          `json:"faults" doc:"All that was found; the first thousand are listed"`
	Findings []ChainFinding `json:"findings"`
}

// A ChainFinding is a row of the book that is not as it was written, one that is missing,
// or one too many.
type ChainFinding struct {
	Seq      int64  `json:"seq,omitzero" doc:"Page of the chain; absent where it is of no page"`
	Relation string `json:"relation" example:"postings"`
	Row      string `json:"row,omitempty" example:"posting 3"`
	What     string `json:"what" example:"altered"`
	Said     string `json:"said" doc:"All of it in words" example:"table 7 seq 15: postings, posting 3: altered"`
}

const mostFindings = 1000

// VerifyChain walks the chain of a table, ledger.House included, as ledger.Verify
// does: all of it, or the gaming days from the first to the last, of which a zero one
// is no bound. It fails with ledger.ErrNoTable.
func (p *Pit) VerifyChain(ctx context.Context, table int64, from, to time.Time) (Verified, error) {
	v := Verified{Table: table, From: dayText(from), To: dayText(to), Findings: []ChainFinding{}}
	opts := ledger.VerifyOptions{Table: &table, From: from, To: to, PaytableDigest: func(kept ledger.Paytable) ([32]byte, error) {
		parsed, err := paytables.Parse(kept.Content)
		return parsed.Digest(), err
	}}
	sum, err := ledger.Verify(ctx, p.desk.Pool, opts, func(f ledger.Fault) {
		if len(v.Findings) < mostFindings {
			v.Findings = append(v.Findings, ChainFinding{f.Seq, f.Relation, f.Row, f.What, f.String()})
		}
	})
	v.Pages, v.Rounds, v.Rows, v.Faults, v.Sound = sum.Links, sum.Rounds, sum.Rows, sum.Faults, sum.Faults == 0
	return v, err
}

// dayText is the day as it is written; nothing where there is none.
func dayText(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}
