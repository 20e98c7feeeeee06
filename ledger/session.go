package ledger

import (
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"
)

// Cage is the account of the cage, where a table's chips come from and go back to.
const Cage = "cage"

// Drop is the account of a table's drop box: "table 7 drop".
func Drop(table int64) string { return "table " + strconv.FormatInt(table, 10) + " drop" }

// Variance is the account of what was counted short at a table, or over where it
// is negative: "table 7 variance".
func Variance(table int64) string { return "table " + strconv.FormatInt(table, 10) + " variance" }

// A Session is a table from the entry it opened with to the one it closed with,
// or to now. Its entries have neither lines nor postings.
type Session struct {
	Opening Entry  // of Seq 0 where the table was never opened
	Closing *Entry // nil while the table is open
	Sums    []Sum  // of chips, by kind and account; seats left out
	Rounds  int64  // settled
	Voids   int64  // rounds voided
}

// A Sum is what the entries of one kind moved to an account.
type Sum struct {
	Kind, Account string
	Amount        decimal.Decimal
}

// Moved is what entries of the kinds moved to the account; of any kind where
// none is named.
func (s *Session) Moved(account string, kinds ...string) decimal.Decimal {
	total := decimal.Zero
	for _, sum := range s.Sums {
		if sum.Account != account {
			continue
		}
		for _, kind := range kinds {
			if sum.Kind == kind {
				total = total.Add(sum.Amount)
			}
		}
		if len(kinds) == 0 {
			total = total.Add(sum.Amount)
		}
	}
	return total
}

// An AskSession asks for a session of a table in a batch of the caller's.
type AskSession struct {
	Table   int64
	Opening int64 // seq of the entry it opened with; 0 is the last
	Sums    bool  // what its entries moved, too: reads all of them
}

// The bounds of session $2 of table $1: the entry it opened with, and the one it
// closed with if it did.
const selectSession = `
SELECT ` + entryColumns + ` FROM entries e
WHERE table_id = $1 AND round IS NULL AND kind IN ('open', 'close') AND seq >= (
	SELECT max(seq) FROM entries WHERE table_id = $1 AND round IS NULL AND kind = 'open' AND ($2::bigint = 0 OR seq = $2)
)
ORDER BY seq LIMIT 2`

// sessionEntries are all entries of the session, found by the gaming days that
// its pages may be of: those of its rounds, of the last rounds before it, of what
// moved between rounds, and of corrections.
const sessionEntries = `
bounds AS (
	SELECT min(seq) AS opened, coalesce(min(seq) FILTER (WHERE kind = 'close'), 9223372036854775807) AS closed
	FROM (` + selectSession + `) AS b
), reached AS (
	SELECT gaming_day FROM days, bounds WHERE table_id = $1 AND seq <= closed AND seq >= coalesce(
		(SELECT max(d.seq) FROM days d, bounds WHERE d.table_id = $1 AND d.seq < opened), 0)
	UNION SELECT gaming_day FROM entries, bounds WHERE table_id = $1 AND round IS NULL AND seq BETWEEN opened AND closed
	UNION SELECT gaming_day FROM reversals, bounds WHERE table_id = $1 AND seq BETWEEN opened AND closed
), session AS (
	SELECT e.* FROM bounds, reached r CROSS JOIN LATERAL (
		SELECT gaming_day, seq, kind FROM entries
		WHERE gaming_day = r.gaming_day AND table_id = $1 AND seq BETWEEN opened AND closed OFFSET 0
	) e
)`

const (
	sessionSums = `
WITH ` + sessionEntries + `
SELECT kind, account, sum(amount)::text FROM session s CROSS JOIN LATERAL (
	SELECT account, amount FROM postings
	WHERE gaming_day = s.gaming_day AND table_id = $1 AND seq = s.seq AND account = ANY ($3::text[]) OFFSET 0
) p
GROUP BY kind, account ORDER BY kind, account`
	sessionRounds = `
WITH ` + sessionEntries + `
SELECT count(*) FILTER (WHERE kind = 'settle'), count(*) FILTER (WHERE kind = 'void') FROM session`
)

// Queue appends the statements of the ask to b.
func (a AskSession) Queue(b *pgx.Batch) {
	b.Queue(selectSession, a.Table, a.Opening)
	if a.Sums {
		b.Queue(sessionSums, a.Table, a.Opening, []string{Bank(a.Table), Drop(a.Table), Variance(a.Table), Cage})
		b.Queue(sessionRounds, a.Table, a.Opening)
	}
}

// Read reads the results of what Queue appended. A session that is not there has
// an Opening of Seq 0.
func (a AskSession) Read(results pgx.BatchResults) (s Session, err error) {
	bounds, err := collect(results, scanEntry)
	if err != nil {
		return s, fmt.Errorf("session of table %d: %w", a.Table, err)
	}
	if len(bounds) > 0 {
		s.Opening = bounds[0]
	}
	if len(bounds) > 1 {
		s.Closing = &bounds[1]
	}
	if !a.Sums {
		return s, nil
	}
	if s.Sums, err = collect(results, scanSum); err == nil {
		err = results.QueryRow().Scan(&s.Rounds, &s.Voids)
	}
	if err != nil {
		return s, fmt.Errorf("sums of a session of table %d: %w", a.Table, err)
	}
	return s, nil
}

func scanSum(row pgx.CollectableRow) (s Sum, err error) {
	var amount string
	if err := row.Scan(&s.Kind, &s.Account, &amount); err != nil {
		return s, err
	}
	s.Amount, err = decimal.NewFromString(amount)
	return s, err
}
