package pit

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
)

// selectCloses has, besides each close, the hash of the page it names, looked for
// on the days that page can be of: the last of a round or of chips before it, and
// those about the close.
const selectCloses = `
SELECT c.gaming_day, c.table_no, c.through, c.content, c.signer, c.signature, (
	SELECT encode(l.hash, 'hex') FROM (
		(SELECT gaming_day FROM days WHERE table_id = c.table_no AND seq <= c.through ORDER BY seq DESC LIMIT 1)
		UNION (SELECT gaming_day FROM entries WHERE table_id = c.table_no AND round IS NULL AND seq <= c.through ORDER BY seq DESC LIMIT 1)
		UNION SELECT d::date FROM generate_series(c.gaming_day - 1, c.at::date + 2, '1 day') d
	) k CROSS JOIN LATERAL (SELECT hash FROM links WHERE gaming_day = k.gaming_day AND table_id = c.table_no AND seq = c.through) l LIMIT 1)
FROM day_closes c ORDER BY c.gaming_day, c.table_no`

// VerifyDays checks every close of a gaming day and calls each with what is wrong:
// a signature that is not of a trusted key, or of any where none is given, over
// what is kept; a page of the chain it does not name rightly; totals the book does
// not come to. It returns how many closes there are.
func VerifyDays(ctx context.Context, q house.Querier, trusted []ed25519.PublicKey, each func(fault string)) (int, error) {
	rows, err := q.Query(ctx, selectCloses)
	if err != nil {
		return 0, err
	}
	list, err := pgx.CollectRows(rows, scanClose)
	if err != nil {
		return 0, fmt.Errorf("closes of gaming days: %w", err)
	}
	for i := range list {
		c := &list[i]
		totals, err := totalsOf(ctx, q, c.tableDay)
		if err != nil {
			return 0, err
		}
		if fault := c.check(trusted, totals); fault != "" {
			each(fmt.Sprintf("%s: %s", c.tableDay, fault))
		}
	}
	return len(list), nil
}

// A keptClose is the close of a gaming day as the book has it.
type keptClose struct {
	tableDay
	through                    int64
	content, signer, signature []byte
	head                       *string // hash of the page it names; nil where there is none
}

func scanClose(row pgx.CollectableRow) (c keptClose, err error) {
	return c, row.Scan(&c.day, &c.table, &c.through, &c.content, &c.signer, &c.signature, &c.head)
}

// check returns what is wrong with the close, if anything is.
func (c *keptClose) check(trusted []ed25519.PublicKey, totals []Totals) string {
	canonical, err := ledger.Canonical(c.content)
	if err != nil {
		return "its statement is no JSON"
	}
	var s Statement
	if err := json.Unmarshal(canonical, &s); err != nil {
		return "its statement cannot be read"
	}
	switch {
	case !trusts(trusted, c.signer):
		return fmt.Sprintf("signed by %x, which is not trusted", c.signer)
	case !ed25519.Verify(c.signer, dayMessage(canonical), c.signature):
		return "the signature is not of what is kept"
	case s.GamingDay != c.day.Format(time.DateOnly) || s.Table != c.table || s.Through != c.through:
		return "the statement is of another day"
	case c.head != nil && *c.head != s.Head: // that a page is missing, the chain tells
		return fmt.Sprintf("page %d of the chain is not the one it was", c.through)
	}
	return otherTotals(s.Totals, totals)
}

func trusts(trusted []ed25519.PublicKey, signer []byte) bool {
	for _, key := range trusted {
		if key.Equal(ed25519.PublicKey(signer)) {
			return true
		}
	}
	return len(trusted) == 0
}

// otherTotals tells how what was signed differs from what the book comes to.
func otherTotals(was, is []Totals) string {
	signed, err := json.Marshal(was)
	derived, errDerived := json.Marshal(is)
	switch {
	case err != nil || errDerived != nil:
		return "its totals cannot be written"
	case string(signed) != string(derived):
		return fmt.Sprintf("signed %s, the book comes to %s", signed, derived)
	}
	return ""
}
