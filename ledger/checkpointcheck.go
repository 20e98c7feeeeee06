package ledger

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Loss is a page which a checkpoint notes and the book does not have.
type Loss struct {
	Table, Seq int64
	Head       int64     // where the chain ends now; 0 where it has no page
	At         time.Time // of the checkpoint
}

// String names the chain and what was done to it: "table 7: cut off after seq 4711;
// the checkpoint of 2026-11-30T19:30:00Z notes seq 4720".
func (l Loss) String() string {
	at := l.At.Format(time.RFC3339)
	if l.Head < l.Seq {
		return fmt.Sprintf("%s: cut off after seq %d; the checkpoint of %s notes seq %d", chainName(l.Table), l.Head, at, l.Seq)
	}
	return fmt.Sprintf("%s seq %d: written anew; the checkpoint of %s has another hash", chainName(l.Table), l.Seq, at)
}

// Each page is one look by its key, however much else the planner thinks of.
const selectLosses = `
SELECT c.n, coalesce(h.seq, 0)
FROM unnest($1::bigint[], $2::bigint[], $3::date[], $4::bytea[]) WITH ORDINALITY AS c (table_id, seq, gaming_day, hash, n)
LEFT JOIN heads h ON h.table_id = c.table_id
LEFT JOIN LATERAL (
	SELECT links.hash FROM links WHERE links.gaming_day = c.gaming_day AND links.table_id = c.table_id AND links.seq = c.seq OFFSET 0
) l ON true
WHERE coalesce(h.seq, 0) < c.seq OR l.hash IS DISTINCT FROM c.hash
ORDER BY c.n`

// losses are the pages the checkpoint notes and the book does not have.
func (c *Checkpoint) losses(ctx context.Context, q Querier) ([]Loss, error) {
	return lossesOf(ctx, q, c.Ends, func(int) time.Time { return c.At })
}

func lossesOf(ctx context.Context, q Querier, ends []ChainEnd, at func(i int) time.Time) ([]Loss, error) {
	n := len(ends)
	tables, seqs, days, hashes := make([]int64, n), make([]int64, n), make([]time.Time, n), make([][]byte, n)
	for i := range ends {
		e := &ends[i]
		tables[i], seqs[i], days[i], hashes[i] = e.Table, e.Seq, e.GamingDay, e.Hash[:]
	}
	return query(ctx, q, selectLosses, func(row pgx.CollectableRow) (l Loss, err error) {
		var i int
		if err = row.Scan(&i, &l.Head); err == nil {
			l.Table, l.Seq, l.At = ends[i-1].Table, ends[i-1].Seq, at(i-1)
		}
		return l, err
	}, tables, seqs, days, hashes)
}

// A CheckpointCheck holds the book to checkpoints, file by file in the order in which one
// server wrote them.
type CheckpointCheck struct {
	Trusted []ed25519.PublicKey // none: whichever key a note names
	Table   *int64              // the one chain to look at; nil is all
	Report  func(what string)   // told of each fault; of a chain that was cut off or written anew, once

	Notes, Cut int         // notes that count; those cut off in writing, which do not
	Last       *Checkpoint // that counts

	said map[string]bool
}

// File checks the next file: the signature of each note, that no chain goes back from one to the
// next, and that each noted page is in the book. The file must have been read before, since
// a server may append to it and to the book.
func (k *CheckpointCheck) File(ctx context.Context, q Querier, name string, file []byte) error {
	var ends []ChainEnd
	var times []time.Time
	known := map[ChainEnd]bool{}
	for _, kept := range KeptNotes(file) {
		if kept.Cut {
			k.Cut++
			continue
		}
		c, err := OpenCheckpoint(kept.Signed, k.Trusted...)
		if err != nil {
			k.Report(fmt.Sprintf("%s line %d: %v", name, kept.Line, err))
			continue
		}
		k.follows(c)
		for _, e := range c.Ends {
			if !known[e] && (k.Table == nil || *k.Table == e.Table) {
				known[e] = true
				ends, times = append(ends, e), append(times, c.At)
			}
		}
	}
	losses, err := lossesOf(ctx, q, ends, func(i int) time.Time { return times[i] })
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, l := range losses {
		if as := fmt.Sprint(l.Table, l.Head < l.Seq); !k.said[as] {
			k.said[as] = true
			k.Report(l.String())
		}
	}
	return nil
}

// follows checks that no chain went back since the last checkpoint.
func (k *CheckpointCheck) follows(c *Checkpoint) {
	if k.Last == nil {
		k.Last, k.said = &Checkpoint{}, map[string]bool{}
	}
	for _, was := range k.Last.Ends {
		if is := c.end(was.Table); is.Seq < was.Seq && (k.Table == nil || *k.Table == was.Table) {
			k.Report(fmt.Sprintf("%s: goes back from seq %d to %d between the checkpoints of %s and %s",
				chainName(was.Table), was.Seq, is.Seq, k.Last.At.Format(time.RFC3339), c.At.Format(time.RFC3339)))
		}
	}
	k.Notes, k.Last = k.Notes+1, c
}
