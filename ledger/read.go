package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// A Querier is a pool, a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// dayOf finds the gaming day of a table's round, so that only that month is
// looked into.
const dayOf = `(SELECT gaming_day FROM days WHERE table_id = $1 AND round <= $2 ORDER BY round DESC LIMIT 1)`

const (
	selectRound = `
SELECT ` + roundColumns + ` FROM rounds
WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND round = $2`
	selectEvents = `
SELECT ` + eventColumnsRead + ` FROM events
WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND round = $2 ORDER BY n`
	selectEnding = `
SELECT ` + entryColumns + ` FROM entries e
WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND round = $2 AND kind IN ('settle', 'void')`
	endingSeq = `(SELECT seq FROM entries
	WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND round = $2 AND kind IN ('settle', 'void'))`
	selectLines = `
SELECT ` + lineColumnsRead + ` FROM lines
WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND seq = ` + endingSeq + ` ORDER BY line`
	selectPostings = `
SELECT ` + postingColumnsRead + ` FROM postings
WHERE gaming_day = ` + dayOf + ` AND table_id = $1 AND seq = ` + endingSeq + ` ORDER BY posting`
)

// ReadRound reads a round, its events and the entry it ended in (nil while it is
// open) in one round trip and without a lock. It fails with ErrNoRound.
//
// Each part is read by itself: while a round is written to, an entry may come
// with a round that was read without its last events, unless q is a transaction
// that is repeatable read.
func ReadRound(ctx context.Context, q Querier, table, number int64) (Round, []Event, *Entry, error) {
	var b pgx.Batch
	for _, sql := range []string{selectRound, selectEvents, selectEnding, selectLines, selectPostings} {
		b.Queue(sql, table, number)
	}
	results := q.SendBatch(ctx, &b)
	defer results.Close()
	round, events, err := readEvents(results, table, number)
	if err != nil {
		return Round{}, nil, nil, err
	}
	entries, err := readEntries(results)
	if err == nil {
		err = results.Close()
	}
	if err != nil {
		return Round{}, nil, nil, fmt.Errorf("round %d of table %d: %w", number, table, err)
	}
	if len(entries) == 0 {
		return *round, events, nil, nil
	}
	return *round, events, &entries[0], nil
}

// readEvents reads the results of selectRound and selectEvents.
func readEvents(results pgx.BatchResults, table, number int64) (*Round, []Event, error) {
	fail := func(err error) (*Round, []Event, error) {
		if errors.Is(err, pgx.ErrNoRows) {
			err = ErrNoRound
		}
		return nil, nil, fmt.Errorf("round %d of table %d: %w", number, table, err)
	}
	rows, err := results.Query()
	if err != nil {
		return fail(err)
	}
	round, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (*Round, error) {
		return scanRound(row, table, number)
	})
	if err != nil {
		return fail(err)
	}
	if rows, err = results.Query(); err != nil {
		return fail(err)
	}
	events, err := pgx.CollectRows(rows, scanEvent)
	if err != nil {
		return fail(err)
	}
	return round, events, nil
}

// readEntries reads the results of three statements: entries, their lines and
// their postings, all in the order of the book.
func readEntries(results pgx.BatchResults) ([]Entry, error) {
	entries, err := collect(results, scanEntry)
	if err != nil {
		return nil, err
	}
	return entries, fill(entries, results)
}

// fill reads the lines and the postings of the entries from two results.
func fill(entries []Entry, results pgx.BatchResults) error {
	lines, err := collect(results, scanLine)
	if err != nil {
		return err
	}
	moved, err := collect(results, scanPosting)
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		at := pageOf(e)
		for len(lines) > 0 && lines[0].page == at {
			e.Lines, lines = append(e.Lines, lines[0].Line), lines[1:]
		}
		for len(moved) > 0 && moved[0].page == at {
			e.Postings, moved = append(e.Postings, moved[0].Posting), moved[1:]
		}
	}
	return nil
}

func collect[T any](results pgx.BatchResults, scan pgx.RowToFunc[T]) ([]T, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}
