package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrWentBack: what a checkpoint notes is in the book no more.
var ErrWentBack = errors.New("the book went back behind its last checkpoint")

// checkpointEvery is how far two checkpoints are apart, unless a gaming day was closed.
const checkpointEvery = time.Minute

// NextCheckpoint returns the checkpoint that is due after the last, which is nil where
// there is none yet: nil where no chain has moved, or the last is not a minute old and no
// gaming day was closed since. It fails with ErrWentBack, and names what is lost, where the
// book lacks a page that the last one notes; then nothing must be signed.
func NextCheckpoint(ctx context.Context, pool *pgxpool.Pool, last *Checkpoint, now time.Time) (next *Checkpoint, err error) {
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		next, err = nextCheckpoint(ctx, tx, last, now.UTC().Truncate(time.Second))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return next, nil
}

func nextCheckpoint(ctx context.Context, q Querier, last *Checkpoint, now time.Time) (*Checkpoint, error) {
	if last == nil {
		last = &Checkpoint{}
	}
	ends, err := query(ctx, q, `SELECT table_id, seq, hash FROM heads WHERE seq > 0 ORDER BY table_id`, scanEnd)
	if err != nil {
		return nil, err
	}
	moved := undated(ends, last.Ends)
	if len(moved) == 0 && len(ends) == len(last.Ends) {
		return nil, nil
	}
	losses, err := last.losses(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(losses) > 0 {
		return nil, fmt.Errorf("%w: %v", ErrWentBack, losses)
	}
	closes, err := query(ctx, q, `SELECT coalesce(max(seq), 0) FROM day_closes`, pgx.RowTo[int64])
	if err != nil {
		return nil, err
	}
	if now.Sub(last.At).Abs() < checkpointEvery && closes[0] <= last.end(House).Seq {
		return nil, nil
	}
	return &Checkpoint{At: now, Ends: ends}, dateEnds(ctx, q, moved)
}

func scanEnd(row pgx.CollectableRow) (e ChainEnd, err error) {
	var hash []byte
	err = row.Scan(&e.Table, &e.Seq, &hash)
	copy(e.Hash[:], hash)
	return e, err
}

// end is where the table's chain ended; zero where it had no page.
func (c *Checkpoint) end(table int64) ChainEnd {
	i := slices.IndexFunc(c.Ends, func(e ChainEnd) bool { return e.Table == table })
	if i < 0 {
		return ChainEnd{Table: table}
	}
	return c.Ends[i]
}

// undated takes over the gaming day of the ends that were known before, and returns the others.
func undated(ends, known []ChainEnd) (rest []*ChainEnd) {
	was := Checkpoint{Ends: known}
	for i := range ends {
		e := &ends[i]
		if k := was.end(e.Table); k.Seq == e.Seq && k.Hash == e.Hash {
			e.GamingDay = k.GamingDay
		} else {
			rest = append(rest, e)
		}
	}
	return rest
}

// selectDays finds the gaming day of pages by trying days, from today on in both directions:
// a key begins with the day, and a clock may have been wrong.
const selectDays = `
SELECT c.table_id, l.gaming_day
FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS c (table_id, seq, hash)
CROSS JOIN LATERAL (
	SELECT k.day AS gaming_day FROM (
		SELECT current_date + n / 2 * CASE n % 2 WHEN 0 THEN 1 ELSE -1 END AS day FROM (SELECT generate_series(1, 20000) AS n) s OFFSET 0
	) k CROSS JOIN LATERAL (
		SELECT FROM links WHERE gaming_day = k.day AND table_id = c.table_id AND seq = c.seq AND hash = c.hash OFFSET 0
	) found LIMIT 1
) l`

// dateEnds fills in the gaming days of the ends.
func dateEnds(ctx context.Context, q Querier, ends []*ChainEnd) error {
	var tables, seqs []int64
	var hashes [][]byte
	for _, e := range ends {
		tables, seqs, hashes = append(tables, e.Table), append(seqs, e.Seq), append(hashes, e.Hash[:])
	}
	rows, err := q.Query(ctx, selectDays, tables, seqs, hashes)
	if err != nil {
		return err
	}
	days := map[int64]time.Time{}
	var table int64
	var day time.Time
	if _, err := pgx.ForEachRow(rows, []any{&table, &day}, func() error { days[table] = day; return nil }); err != nil {
		return err
	}
	for _, e := range ends {
		day, ok := days[e.Table]
		if !ok {
			return fmt.Errorf("%w: %s has no link where its head stands, at seq %d", ErrWentBack, chainName(e.Table), e.Seq)
		}
		e.GamingDay = day
	}
	return nil
}
