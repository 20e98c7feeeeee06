package pit

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
)

var entryColumns = []string{
	"gaming_day", "table", "seq", "round", "kind", "currency", "actor", "approver", "reason", "at",
	"account", "amount", "wager", "row", "paytable",
}

// An entry that moved nothing has a record without an account.
const selectPosted = `
SELECT e.gaming_day::text, e.table_id::text, e.seq::text, coalesce(e.round::text, ''), e.kind, e.currency, e.actor, coalesce(e.approver, ''),
	coalesce(e.reason, ''), to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
	coalesce(p.account, ''), coalesce(p.amount::text, ''), coalesce(p.wager, ''), coalesce(p.row, ''), coalesce(encode(p.paytable, 'hex'), '')
FROM entries e LEFT JOIN postings p USING (gaming_day, table_id, seq)
WHERE e.gaming_day = $1 AND e.table_id = $2 ORDER BY e.seq, p.posting`

// ExportEntries writes the entries of the span as RFC 4180 has it, a record a
// posting under a header, in order of gaming day, table and seq. It reads one
// gaming day of a table after the other.
func ExportEntries(ctx context.Context, q house.Querier, s ledger.Span, w io.Writer) (records int64, err error) {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(entryColumns); err != nil {
		return 0, err
	}
	days, err := bookedDays(ctx, q, s)
	if err != nil {
		return 0, err
	}
	cells := make([]string, len(entryColumns))
	into := make([]any, len(cells))
	for i := range cells {
		into[i] = &cells[i]
	}
	for _, d := range days {
		rows, err := q.Query(ctx, selectPosted, d.day, d.table)
		if err != nil {
			return records, err
		}
		_, err = pgx.ForEachRow(rows, into, func() error {
			records++
			return out.Write(cells)
		})
		if err != nil {
			return records, fmt.Errorf("entries of %s: %w", d, err)
		}
	}
	out.Flush()
	return records, out.Error()
}
