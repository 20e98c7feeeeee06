package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// An approval is what rows of a relation of the house must keep to beyond their
// own columns: that two persons, and the right ones, stand behind them. The
// triggers of the database hold the same; whoever switched them off is found here.
type approval struct {
	relation string
	faults   string // page, row and what is wrong of each that does not
}

// Nobody could approve before there were persons.
const approvedSettings = `
SELECT seq, 'version ' || version, format('settings of table %s: ', table_id)
	|| CASE WHEN approver IS NULL THEN 'nobody approved them' ELSE actor || ' approved the own' END
FROM settings WHERE approver = actor OR approver IS NULL AND seq >= (SELECT min(seq) FROM persons)`

const approvedSteps = `
SELECT seq, 'n ' || n, format('%s may not approve what is the own', actor) FROM proposal_steps s
WHERE step = 'approved' AND (
	EXISTS (SELECT FROM proposals p WHERE p.id = s.proposal AND p.actor = s.actor)
	OR EXISTS (SELECT FROM proposal_steps t WHERE t.proposal = s.proposal AND t.step = 'submitted' AND t.actor = s.actor))
UNION ALL
SELECT seq, 'n ' || n, format('proposal %s was not submitted as it was approved', proposal) FROM proposal_steps s
WHERE step = 'approved' AND (
	NOT EXISTS (SELECT FROM proposal_steps t WHERE t.proposal = s.proposal AND t.step = 'submitted'
		AND t.revision = s.revision AND t.digest = s.digest AND (t.seq, t.n) < (s.seq, s.n))
	OR EXISTS (SELECT FROM proposals p WHERE p.id = s.proposal AND p.revision > s.revision))
UNION ALL
SELECT seq, 'n ' || n, format('the account of %s was set by whose proposal it is', actor) FROM proposal_steps s
WHERE step = 'approved' AND EXISTS (SELECT FROM (
	(SELECT p.actor FROM persons p WHERE p.name = s.actor AND p.seq <= s.seq ORDER BY p.version DESC LIMIT 1)
	UNION ALL (SELECT DISTINCT ON (c.kind) c.actor FROM secrets c WHERE c.person = s.actor AND c.seq <= s.seq ORDER BY c.kind, c.version DESC)) AS made
	WHERE made.actor IN (SELECT p.actor FROM proposals p WHERE p.id = s.proposal
		UNION SELECT t.actor FROM proposal_steps t WHERE t.proposal = s.proposal AND t.step = 'submitted'))
UNION ALL
SELECT seq, 'n ' || n, format('%s was no manager', actor) FROM proposal_steps s
WHERE step IN ('submitted', 'approved') AND NOT EXISTS (SELECT FROM (
	SELECT roles, active FROM persons p WHERE p.name = s.actor AND p.seq <= s.seq ORDER BY p.version DESC LIMIT 1) AS latest
	WHERE active AND 'manager' = ANY (string_to_array(roles, ',')))`

const approvedActivations = `
SELECT seq, 'n ' || n, format('version %s of table %s: nobody approved it', version, table_no) FROM activations a
WHERE proposal IS NULL AND NOT EXISTS (SELECT FROM activations b
		WHERE b.table_no = a.table_no AND b.version = a.version AND (b.seq, b.n) < (a.seq, a.n) AND b.begins <= a.at
			AND b.band IS NOT DISTINCT FROM a.band)
	OR proposal IS NOT NULL AND NOT (
		EXISTS (SELECT FROM proposal_steps s JOIN settings v ON v.seq = s.seq AND v.table_id = a.table_no AND v.version = a.version
			WHERE s.proposal = a.proposal AND s.step = 'approved' AND s.seq <= a.seq
				AND s.content->'versions' @> jsonb_build_array(jsonb_build_object('table', a.table_no, 'version', a.version)))
		AND a.band IS NOT DISTINCT FROM (SELECT p.content->'band' FROM proposals p WHERE p.id = a.proposal ORDER BY p.revision DESC LIMIT 1)
		AND EXISTS (SELECT FROM proposal_steps s WHERE s.proposal = a.proposal AND s.step = 'scheduled' AND s.seq <= a.seq))`

const approvedPolicies = `
SELECT seq, 'n ' || n, 'nobody approved it' FROM policies p
WHERE approver = actor OR NOT EXISTS (SELECT FROM proposal_steps s
	WHERE s.proposal = p.proposal AND s.step = 'approved' AND s.actor = p.approver AND s.seq = p.seq)`

var approvals = []approval{
	{"settings", approvedSettings}, {"proposal_steps", approvedSteps}, {"activations", approvedActivations}, {"policies", approvedPolicies},
}

// approved names the rows of the house that were not approved as they must be.
func (v *verifier) approved(ctx context.Context) error {
	if v.opts.Table != nil && *v.opts.Table != House {
		return nil
	}
	for _, a := range approvals {
		faults, err := query(ctx, v.tx, a.faults, func(row pgx.CollectableRow) (Fault, error) {
			f := Fault{Table: House, Relation: a.relation}
			return f, row.Scan(&f.Seq, &f.Row, &f.What)
		})
		if err != nil {
			return fmt.Errorf("approvals of %s: %w", a.relation, err)
		}
		for _, f := range faults {
			v.faults.add(f)
		}
	}
	return nil
}
