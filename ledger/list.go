package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Filter chooses entries; a zero field does not.
type Filter struct {
	Table int64
	Round int64 // the entry this round ended in, and those that corrected it; needs a Table
	Day   time.Time
	After string // a cursor that Entries returned
	Limit int    // 1 to 1000; 0 is 100
}

// Each way of choosing has a statement of its own, so that the server can follow
// a key to the entries asked for and never reads those of another table.
const (
	listAll = `
SELECT ` + entryColumns + ` FROM entries e
WHERE gaming_day >= $1 AND (gaming_day, table_id, seq) > ($1::date, $2::bigint, $3::bigint)
ORDER BY gaming_day, table_id, seq LIMIT $4`
	listDay = `
SELECT ` + entryColumns + ` FROM entries e
WHERE gaming_day = $1 AND (table_id, seq) > ($2::bigint, $3::bigint)
ORDER BY table_id, seq LIMIT $4`
	// From the first day on which the table may have some, day by day: each is
	// looked up by the key, and none after the last that is needed.
	listTable = `
SELECT ` + entryColumns + ` FROM (
	SELECT gaming_day FROM days WHERE table_id = $1 AND gaming_day BETWEEN $2::date AND $3::date
	UNION SELECT gaming_day FROM entries WHERE table_id = $1 AND round IS NULL AND gaming_day BETWEEN $2::date AND $3::date
	UNION SELECT gaming_day FROM reversals WHERE table_id = $1 AND gaming_day BETWEEN $2::date AND $3::date
	ORDER BY gaming_day
) d CROSS JOIN LATERAL (
	SELECT * FROM entries
	WHERE gaming_day = d.gaming_day AND table_id = $1 AND seq > CASE WHEN d.gaming_day = $2 THEN $4::bigint ELSE 0 END
	ORDER BY seq LIMIT $5
) e
ORDER BY d.gaming_day, e.seq LIMIT $5`
)

// What stands on the pages that were chosen. Ordering within a page keeps the
// server from joining another way than page by page.
const (
	ofPages   = `unnest($1::date[], $2::bigint[], $3::bigint[]) AS p (of_day, of_table, of_seq)`
	pageLines = `
SELECT ` + lineColumnsRead + ` FROM ` + ofPages + ` CROSS JOIN LATERAL (
	SELECT * FROM lines WHERE gaming_day = of_day AND table_id = of_table AND seq = of_seq ORDER BY line
) l
ORDER BY gaming_day, table_id, seq, line`
	pagePostings = `
SELECT ` + postingColumnsRead + ` FROM ` + ofPages + ` CROSS JOIN LATERAL (
	SELECT * FROM postings WHERE gaming_day = of_day AND table_id = of_table AND seq = of_seq ORDER BY posting
) l
ORDER BY gaming_day, table_id, seq, posting`
)

// Entries reads entries with their lines and postings in order of gaming day,
// table and seq, and returns a cursor to the next ones, which is empty after the
// last. What is read is never read differently again; an entry written meanwhile
// comes where its place is. It fails with ErrCursor.
func Entries(ctx context.Context, q Querier, f Filter) ([]Entry, string, error) {
	if f.Limit == 0 {
		f.Limit = 100
	}
	if f.Limit < 1 || f.Limit > 1000 {
		return nil, "", fmt.Errorf("entries: limit %d, want 1 to 1000", f.Limit)
	}
	if f.Round != 0 && f.Table == 0 {
		return nil, "", fmt.Errorf("entries: round %d of no table", f.Round)
	}
	after, err := readCursor(f.After)
	if err != nil {
		return nil, "", err
	}
	entries, err := chosen(ctx, q, f, after)
	if err != nil {
		return nil, "", fmt.Errorf("entries: %w", err)
	}
	cursor := ""
	if len(entries) > f.Limit {
		entries = entries[:f.Limit]
		cursor = pageOf(&entries[f.Limit-1]).cursor()
	}
	if err := readPages(ctx, q, entries); err != nil {
		return nil, "", fmt.Errorf("lines and postings of entries: %w", err)
	}
	return entries, cursor, nil
}

// chosen reads the entries after the page, one more than the limit if there are
// so many, without their lines and postings.
func chosen(ctx context.Context, q Querier, f Filter, after page) ([]Entry, error) {
	from, to := after.day, lastDay
	if !f.Day.IsZero() {
		to = date(f.Day)
		if from.After(to) {
			return nil, nil
		}
		if from.Before(to) {
			after = page{day: to} // all of that day come after
		}
		from = to
	}
	switch {
	case f.Round != 0:
		of, err := query(ctx, q, selectOfRound, scanEntry, f.Table, f.Round)
		slices.SortStableFunc(of, func(a, b Entry) int { return a.GamingDay.Compare(b.GamingDay) }) // a clock may have been set back
		return within(of, from, to, after), err
	case f.Table != 0:
		// Planned without the limit, it would look at every day before it sorts.
		return query(ctx, q, listTable, scanEntry, pgx.QueryExecModeCacheDescribe, f.Table, from, to, after.seqAt(f.Table), f.Limit+1)
	case !f.Day.IsZero():
		return query(ctx, q, listDay, scanEntry, from, after.table, after.seq, f.Limit+1)
	}
	return query(ctx, q, listAll, scanEntry, after.day, after.table, after.seq, f.Limit+1)
}

// within keeps the entries of those days that come after the page.
func within(entries []Entry, from, to time.Time, after page) (kept []Entry) {
	for i := range entries {
		e := &entries[i]
		day := e.GamingDay
		if day.Before(from) || day.After(to) || day.Equal(after.day) && e.Seq <= after.seqAt(e.Table) {
			continue
		}
		kept = append(kept, *e)
	}
	return kept
}

// readPages reads what stands on the pages of the entries.
func readPages(ctx context.Context, q Querier, entries []Entry) error {
	if len(entries) == 0 {
		return nil
	}
	days, tables, seqs := make([]time.Time, len(entries)), make([]int64, len(entries)), make([]int64, len(entries))
	for i := range entries {
		days[i], tables[i], seqs[i] = entries[i].GamingDay, entries[i].Table, entries[i].Seq
	}
	var b pgx.Batch
	b.Queue(pageLines, days, tables, seqs)
	b.Queue(pagePostings, days, tables, seqs)
	results := q.SendBatch(ctx, &b)
	defer results.Close()
	if err := fill(entries, results); err != nil {
		return err
	}
	return results.Close()
}
