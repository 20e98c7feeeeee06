package ledger

import (
	"bytes"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// A reversalFact is a row of reversals, as far as its own page can be held to it.
type reversalFact struct {
	seq, round int64
	day        []byte // as the server sends dates
}

// checkCorrections checks that each entry that corrects a round stands where it
// must: a reversal with its row, the correction on the page behind it.
func (v *verifier) checkCorrections(l *leafing) {
	of := map[int64]reversalFact{}
	for _, r := range l.facts.reversals {
		of[r.seq] = r
	}
	var day tuple
	day.date(l.day)
	for i := range l.facts.entries {
		e := &l.facts.entries[i]
		if !e.corrects() {
			continue
		}
		seq := e.seq
		if e.kind == KindCorrection {
			seq--
		}
		if r, ok := of[seq]; !ok || r.round != e.round || !bytes.Equal(r.day, day.b[4:]) {
			v.fault(l, e.seq, "entries", "", fmt.Sprintf("%s of round %d, of which nothing was taken back", e.kind, e.round))
		}
	}
}

// What a reversal says must be so in the rest of the book, whatever day that is on.
const reversalsHold = `
SELECT v.table_id, v.seq, 'reversals', 'n ' || v.n, CASE
	WHEN v.n > 1 OR NOT EXISTS (SELECT FROM entries e WHERE e.gaming_day = v.gaming_day AND e.table_id = v.table_id
		AND e.seq = v.seq AND e.kind = 'reversal' AND e.round = v.round) THEN 'is of no reversal'
	WHEN NOT EXISTS (SELECT FROM rounds r WHERE r.gaming_day = v.round_day AND r.table_id = v.table_id AND r.round = v.round)
		THEN format('of round %s, which was not opened on %s', v.round, v.round_day)
	WHEN NOT EXISTS (SELECT FROM entries o JOIN entries e ON e.gaming_day = v.gaming_day AND e.table_id = v.table_id AND e.seq = v.seq
		WHERE o.gaming_day = v.reversed_day AND o.table_id = v.table_id AND o.seq = v.reverses
		AND o.round = v.round AND o.currency = e.currency AND o.kind IN ('settle', 'void', 'correction'))
		THEN format('takes back seq %s, which is no entry of round %s', v.reverses, v.round)
	WHEN EXISTS (SELECT FROM reversals w WHERE w.table_id = v.table_id AND w.reverses = v.reverses AND (w.seq, w.n) < (v.seq, v.n))
		THEN format('seq %s was taken back before', v.reverses)
	WHEN NOT EXISTS (SELECT FROM entries e WHERE e.gaming_day = v.gaming_day AND e.table_id = v.table_id
		AND e.seq = v.seq + 1 AND e.kind = 'correction' AND e.round = v.round) THEN 'no correction follows'
	WHEN NOT EXISTS (SELECT FROM corrections c WHERE c.table_id = v.table_id AND c.seq = v.seq + 1 AND c.step = 'approved'
		AND (c.number, c.round, c.standing) = (v.correction, v.round, v.reverses)) THEN 'nobody approved it'
	WHEN EXISTS (` + opposites + ` EXCEPT ALL ` + reversed + `) OR EXISTS (` + reversed + ` EXCEPT ALL ` + opposites + `)
		THEN format('its lines are not the opposite of those of seq %s', v.reverses)
	END
FROM reversals v WHERE ($1::bigint IS NULL OR v.table_id = $1)`

const (
	alike     = `SELECT line, round, seat, wager, outcome, odds, clause, reason, row, paytable, `
	opposites = alike + `-stake, -exact, -rounded, -amount FROM lines WHERE gaming_day = v.gaming_day AND table_id = v.table_id AND seq = v.seq`
	reversed  = alike + `stake, exact, rounded, amount FROM lines WHERE gaming_day = v.reversed_day AND table_id = v.table_id AND seq = v.reverses`
)

// What was decided must have been opened so, and approved by another person; the
// entries name both.
const correctionsHold = `
SELECT c.table_id, c.seq, 'corrections', 'n ' || c.n, CASE
	WHEN NOT EXISTS (SELECT FROM corrections o WHERE o.table_id = c.table_id AND o.number = c.number AND o.step = 'opened' AND o.seq < c.seq
		AND (o.round, o.round_day, o.standing, o.code, o.dispute) IS NOT DISTINCT FROM (c.round, c.round_day, c.standing, c.code, c.dispute))
		THEN format('correction %s was not opened as it was %s', c.number, c.step)
	WHEN EXISTS (SELECT FROM corrections d WHERE d.table_id = c.table_id AND d.number = c.number AND d.step <> 'opened' AND (d.seq, d.n) < (c.seq, c.n))
		THEN format('correction %s was decided before', c.number)
	WHEN c.step = 'approved' AND EXISTS (SELECT FROM corrections o WHERE o.table_id = c.table_id AND o.number = c.number AND o.step = 'opened' AND o.actor = c.actor)
		THEN format('%s may not approve what is the own', c.actor)
	WHEN c.step = 'approved' AND NOT EXISTS (SELECT FROM reversals v
		JOIN corrections o ON o.table_id = c.table_id AND o.number = c.number AND o.step = 'opened'
		JOIN entries e ON e.gaming_day = v.gaming_day AND e.table_id = v.table_id AND e.seq IN (v.seq, v.seq + 1)
			AND e.actor = o.actor AND e.approver = c.actor
		WHERE v.table_id = c.table_id AND v.seq = c.seq - 1 AND v.correction = c.number HAVING count(*) = 2)
		THEN 'no entries of the two persons go with it'
	END
FROM corrections c WHERE ($1::bigint IS NULL OR c.table_id = $1) AND c.step <> 'opened'`

const disputesHold = `
SELECT d.table_id, d.seq, 'disputes', 'n ' || d.n, CASE
	WHEN NOT EXISTS (SELECT FROM disputes o WHERE o.table_id = d.table_id AND o.number = d.number AND o.step = 'opened' AND o.round = d.round AND o.seq < d.seq)
		THEN format('dispute %s was not opened', d.number)
	WHEN d.step = 'closed' AND EXISTS (SELECT FROM disputes o WHERE o.table_id = d.table_id AND o.number = d.number AND o.step = 'opened' AND o.actor = d.actor)
		THEN format('%s may not close what is the own', d.actor)
	WHEN EXISTS (SELECT FROM disputes c WHERE c.table_id = d.table_id AND c.number = d.number AND c.step = 'closed' AND (c.seq, c.n) < (d.seq, d.n))
		THEN format('dispute %s was closed before', d.number)
	WHEN d.outcome = 'corrected' AND NOT EXISTS (SELECT FROM corrections c WHERE c.table_id = d.table_id AND c.dispute = d.number AND c.step = 'approved' AND c.seq < d.seq)
		THEN 'no correction answers it'
	END
FROM disputes d WHERE ($1::bigint IS NULL OR d.table_id = $1) AND d.step <> 'opened'`

// corrected names what is wrong with corrections and disputes, which reach from day
// to day.
func (v *verifier) corrected(ctx context.Context) error {
	for _, sql := range []string{reversalsHold, correctionsHold, disputesHold} {
		sql = `SELECT * FROM (` + sql + `) AS f (table_id, seq, relation, row, what) WHERE what IS NOT NULL`
		faults, err := query(ctx, v.tx, sql, pgx.RowToStructByPos[Fault], v.opts.Table)
		if err != nil {
			return fmt.Errorf("corrections: %w", err)
		}
		for _, f := range faults {
			v.faults.add(f)
		}
	}
	return nil
}
