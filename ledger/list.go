package ledger

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Filter chooses entries; a zero field does not.
type Filter struct {
	Table int64
	Round int64 // needs a Table
	Day   time.Time
	After string // a cursor that Entries returned
	Limit int    // 1 to 1000; 0 is 100
}

// chosen is the page of entries asked for. Its order is that of the primary key.
const chosen = `
SELECT * FROM entries
WHERE ($1::bigint = 0 OR table_id = $1) AND ($2::bigint = 0 OR round = $2)
	AND gaming_day BETWEEN $3::date AND $4::date
	AND (gaming_day, table_id, seq) > ($5::date, $6::bigint, $7::bigint)
ORDER BY gaming_day, table_id, seq LIMIT $8`

const (
	listEntries = `WITH chosen AS (` + chosen + `)
SELECT ` + entryColumns + ` FROM chosen e ORDER BY gaming_day, table_id, seq`
	// The least and last day are repeated for the server to see which months
	// hold the rows.
	listLines = `WITH chosen AS (` + chosen + `)
SELECT ` + lineColumnsRead + ` FROM lines
WHERE gaming_day BETWEEN $3 AND $4 AND (gaming_day, table_id, seq) IN (SELECT gaming_day, table_id, seq FROM chosen)
ORDER BY gaming_day, table_id, seq, line`
	listPostings = `WITH chosen AS (` + chosen + `)
SELECT ` + postingColumnsRead + ` FROM postings
WHERE gaming_day BETWEEN $3 AND $4 AND (gaming_day, table_id, seq) IN (SELECT gaming_day, table_id, seq FROM chosen)
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
	after, err := readCursor(f.After)
	if err != nil {
		return nil, "", err
	}
	from, to, err := span(ctx, q, f)
	if err != nil {
		return nil, "", fmt.Errorf("entries: %w", err)
	}
	var b pgx.Batch
	for _, sql := range []string{listEntries, listLines, listPostings} {
		b.Queue(sql, f.Table, f.Round, from, to, after.day, after.table, after.seq, f.Limit+1)
	}
	results := q.SendBatch(ctx, &b)
	defer results.Close()
	entries, err := readEntries(results)
	if err == nil {
		err = results.Close()
	}
	if err != nil {
		return nil, "", fmt.Errorf("entries: %w", err)
	}
	if len(entries) <= f.Limit {
		return entries, "", nil
	}
	last := entries[f.Limit-1]
	return entries[:f.Limit], page{last.GamingDay, last.Table, last.Seq}.cursor(), nil
}

// span is the gaming days that may hold what the filter asks for.
func span(ctx context.Context, q Querier, f Filter) (from, to time.Time, err error) {
	switch {
	case !f.Day.IsZero():
		return date(f.Day), date(f.Day), nil
	case f.Table == 0 || f.Round == 0:
		return firstDay, lastDay, nil
	}
	rows, err := q.Query(ctx, `SELECT gaming_day FROM days WHERE table_id = $1 AND round <= $2 ORDER BY round DESC LIMIT 1`, f.Table, f.Round)
	if err != nil {
		return from, to, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[time.Time])
	if err != nil || len(found) == 0 {
		return lastDay, firstDay, err
	}
	return found[0], found[0], nil
}

// Any gaming day lies between these.
var (
	firstDay = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	lastDay  = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
)

// cursor names the page as an opaque text.
func (p page) cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s/%d/%d", p.day.Format(dayForm), p.table, p.seq))
}

func readCursor(s string) (page, error) {
	p := page{day: firstDay}
	if s == "" {
		return p, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return p, fmt.Errorf("%.60q: %w", s, ErrCursor)
	}
	var day string
	if _, err = fmt.Sscanf(string(text), "%10s/%d/%d", &day, &p.table, &p.seq); err == nil {
		p.day, err = time.Parse(dayForm, day)
	}
	if err != nil || p.cursor() != s {
		return p, fmt.Errorf("%.60q: %w", s, ErrCursor)
	}
	return p, nil
}
