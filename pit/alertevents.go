package pit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/edge"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
)

// An eventNote is what an alert says of the significant event it is raised for.
type eventNote struct {
	Event    string `json:"event"` // chain, page, number there
	Actor    string `json:"actor"`
	Approver string `json:"approver,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Before   any    `json:"before,omitempty"`
	After    any    `json:"after,omitempty"`
}

// alerting are the kinds of significant events that are alerts, and of which kind.
var alerting = map[string]string{
	ledger.SignificantLargeWin: AlertLargeWin, ledger.SignificantApprovedWin: AlertApprovedWin, ledger.SignificantVoid: AlertVoid,
	ledger.SignificantCorrection: AlertCorrection, ledger.SignificantOverride: AlertOverride, ledger.SignificantClockJump: AlertClock,
}

// lookAtEvents raises what the significant events call for that were written since
// the last look.
func (p *Pit) lookAtEvents(ctx context.Context, s *scene) error {
	pages, err := unseen(ctx, p.desk.Pool)
	if err != nil || len(pages) == 0 {
		return err
	}
	events, err := ledger.SignificantsWithin(ctx, p.desk.Pool, pages)
	if err != nil {
		return err
	}
	var found []alarm
	for i := range events {
		of, err := p.ofEvent(ctx, s, &events[i])
		if err != nil {
			return err
		}
		found = append(found, of...)
	}
	if err := p.raise(ctx, found...); err != nil {
		return err
	}
	return p.seen(ctx, pages)
}

// unseen are the pages of each chain after its cursor, no more than a look takes.
func unseen(ctx context.Context, q house.Querier) ([]ledger.Reach, error) {
	const most = 1000
	rows, err := q.Query(ctx, `
		SELECT h.table_id, coalesce(c.seq, 0), least(h.seq, coalesce(c.seq, 0) + $1)
		FROM heads h LEFT JOIN alert_cursors c USING (table_id) WHERE h.seq > coalesce(c.seq, 0)`, most)
	if err != nil {
		return nil, fmt.Errorf("pages to look at: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[ledger.Reach])
}

const moveAlertCursors = `
INSERT INTO alert_cursors (table_id, seq) SELECT * FROM unnest($1::bigint[], $2::bigint[])
ON CONFLICT (table_id) DO UPDATE SET seq = greatest(alert_cursors.seq, excluded.seq)`

// seen moves the cursors behind the pages.
func (p *Pit) seen(ctx context.Context, pages []ledger.Reach) error {
	// Processes must not wait for each other in a ring.
	slices.SortFunc(pages, func(a, b ledger.Reach) int { return cmp.Compare(a.Chain, b.Chain) })
	chains, upto := make([]int64, len(pages)), make([]int64, len(pages))
	for i, r := range pages {
		chains[i], upto[i] = r.Chain, r.Upto
	}
	_, err := p.desk.Pool.Exec(ctx, moveAlertCursors, chains, upto)
	return err
}

// ofEvent is what the event calls for: none, an alert, or one of its dealer
// besides.
func (p *Pit) ofEvent(ctx context.Context, s *scene, e *ledger.SignificantEvent) ([]alarm, error) {
	kind, ok := alerting[e.Kind]
	if !ok || kind == AlertOverride && !favoursPlayer(e) {
		return nil, nil
	}
	id := fmt.Sprintf("%d:%d:%d", e.Table, e.Seq, e.N)
	found := []alarm{{
		cause: "event " + id, kind: kind, pit: s.pit(e.Table), table: e.Table, subject: e.Subject,
		content: eventNote{id, e.Actor, e.Approver, e.Reason, e.Before, e.After},
	}}
	if e.Kind != ledger.SignificantCorrection {
		return found, nil
	}
	more, err := p.ofDealer(ctx, s, e)
	return append(found, more...), err
}

// favoursPlayer reports whether the gate was overridden for such a bet.
func favoursPlayer(e *ledger.SignificantEvent) bool {
	var after struct {
		Findings []house.Finding `json:"findings"`
	}
	content, _ := e.After.(json.RawMessage)
	if err := json.Unmarshal(content, &after); err != nil {
		return true // not told in the form that is known: somebody should look
	}
	return slices.ContainsFunc(after.Findings, func(f house.Finding) bool { return f.Code == edge.FavoursPlayer })
}

// A dealerNote is what an alert says of a dealer whose rounds are corrected again
// and again.
type dealerNote struct {
	Dealer      string    `json:"dealer"`
	Corrections int       `json:"corrections"`
	Shift       time.Time `json:"shift"` // when it began
	Threshold   int       `json:"threshold"`
}

// Of the dealer who opened the corrected round, the corrections approved since $4,
// this one included.
const correctionsOfDealer = `
SELECT dealt.actor, (
	SELECT count(*) FROM corrections c JOIN rounds r ON r.gaming_day = c.round_day AND r.table_id = c.table_id AND r.round = c.round
	WHERE c.step = 'approved' AND c.at BETWEEN $3 AND $4 AND r.actor = dealt.actor
)
FROM (SELECT actor FROM rounds WHERE table_id = $1 AND round = $2 AND gaming_day =
	(SELECT gaming_day FROM days WHERE table_id = $1 AND round <= $2 ORDER BY round DESC LIMIT 1)) dealt`

// ofDealer is an alert of the dealer whose rounds were corrected as often in the
// shift as the threshold has it.
func (p *Pit) ofDealer(ctx context.Context, s *scene, e *ledger.SignificantEvent) ([]alarm, error) {
	t, pins := s.thresholds(e.Table), s.tables[e.Table].Pins
	var id sight.RoundID
	if n, _ := fmt.Sscanf(e.Subject, "round %d-%d", &id.Table, &id.Number); n != 2 || t.Corrections == 0 || pins == nil {
		return nil, nil
	}
	shift, err := pins.Shift(e.At, p.shift)
	if err != nil {
		return nil, err
	}
	n := dealerNote{Shift: shift.UTC(), Threshold: t.Corrections}
	err = p.desk.Pool.QueryRow(ctx, correctionsOfDealer, id.Table, id.Number, shift, e.At).Scan(&n.Dealer, &n.Corrections)
	if err != nil {
		return nil, fmt.Errorf("corrections of the dealer of round %s: %w", id, err)
	}
	if n.Corrections < t.Corrections {
		return nil, nil
	}
	f := s.alarm(AlertCorrections, fmt.Sprintf("corrections of %s in the shift of %s", n.Dealer, when(shift)), e.Table, n)
	f.subject = "person " + n.Dealer
	return []alarm{f}, nil
}
