package ledger

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/games"
)

// A Reader reads records of one stretch after the other into the same memory. It
// belongs to one goroutine.
type Reader struct {
	c       *columns
	records []Record
	events  gathered[games.Event]
	lines   gathered[Line]
}

// NewReader returns a reader that has read nothing.
func NewReader() *Reader { return &Reader{c: newColumns()} }

// The rows of a stretch, in the order of their keys, so that the server need
// neither join nor sort. Columns nobody settles by are left out, and what is sent
// is as it is stored: numbers are cheaper to read than their texts to print.
//
// stretchEntries names the entry a record is compared with: the one its round
// ended in.
const (
	ofStretch      = ` WHERE gaming_day = $1 AND table_id = $2 AND round BETWEEN $3 AND $4 `
	stretchEntries = `
SELECT seq, round, kind, currency
FROM entries` + ofStretch + `AND kind IN ('settle', 'void') ORDER BY round`
	stretchRounds = `
SELECT round, settings, settings_digest
FROM rounds` + ofStretch + `ORDER BY round`
	stretchEvents = `
SELECT round, step, kind, place, "do", wager, amount, cards, note
FROM events` + ofStretch + `ORDER BY round, n`
	stretchLines = `
SELECT seq, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable
FROM lines WHERE gaming_day = $1 AND table_id = $2 AND seq BETWEEN $3 AND $4 ORDER BY seq, line`
)

// Read returns the rounds of the stretch that have ended, in order. They are good
// until the next call, and must not be changed: they share texts, cards, digests
// and numbers.
func (r *Reader) Read(ctx context.Context, q Querier, s Stretch) ([]Record, error) {
	err := r.readEntries(ctx, q, s)
	if err == nil && len(r.records) > 0 {
		err = r.readRows(ctx, q, s)
	}
	if err != nil {
		return nil, fmt.Errorf("rounds %d to %d of table %d on %s: %w", s.First, s.Last, s.Table, s.GamingDay.Format(dayForm), err)
	}
	return r.records, nil
}

func (r *Reader) readEntries(ctx context.Context, q Querier, s Stretch) error {
	r.records = r.records[:0]
	rows, err := q.Query(ctx, stretchEntries, s.GamingDay, s.Table, s.First, s.Last)
	return r.c.rows(rows, err, "entries", func(c *columns) {
		var e Record
		e.Round.Table, e.Round.GamingDay = s.Table, s.GamingDay
		e.Entry.Seq, e.Round.Number, e.Entry.Kind, e.Entry.Currency = c.int(), c.int(), c.text(), c.text()
		r.records = append(r.records, e)
	})
}

// readRows reads, in one round trip, what belongs to the entries.
func (r *Reader) readRows(ctx context.Context, q Querier, s Stretch) error {
	first, last := r.records[0].Entry.Seq, r.records[0].Entry.Seq
	for i := range r.records {
		first, last = min(first, r.records[i].Entry.Seq), max(last, r.records[i].Entry.Seq)
	}
	var b pgx.Batch
	b.Queue(stretchRounds, s.GamingDay, s.Table, s.First, s.Last)
	b.Queue(stretchEvents, s.GamingDay, s.Table, s.First, s.Last)
	b.Queue(stretchLines, s.GamingDay, s.Table, first, last)
	results := q.SendBatch(ctx, &b)
	defer results.Close()
	rest := r.records
	rows, err := results.Query()
	err = r.c.rows(rows, err, "rounds", func(c *columns) { rest = opening(rest, c) })
	r.events.empty()
	if err == nil {
		rows, err = results.Query()
		err = r.c.rows(rows, err, "events", func(c *columns) { r.events.add(c.int(), c.event()) })
	}
	r.lines.empty()
	if err == nil {
		rows, err = results.Query()
		err = r.c.rows(rows, err, "lines", func(c *columns) { r.lines.add(c.int(), c.line()) })
	}
	if err == nil {
		err = results.Close()
	}
	if err == nil {
		r.handOut()
	}
	return err
}

// opening puts a round's row with the record of the round, if it has ended, and
// returns the records from there on.
func opening(rest []Record, c *columns) []Record {
	number, settings, pinned := c.int(), c.int(), c.next()
	for len(rest) > 0 && rest[0].Round.Number < number {
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0].Round.Number == number {
		rest[0].Round.Settings, rest[0].Round.Digest = int(settings), asDigest(pinned)
	}
	return rest
}

// handOut gives each record its events and its entry's lines.
func (r *Reader) handOut() {
	events, lines := r.events.hand(), r.lines.hand()
	for i := range r.records {
		rec := &r.records[i]
		rec.Events, rec.Entry.Lines = events(rec.Round.Number), lines(rec.Entry.Seq)
	}
}

// gathered are rows in the order of what they belong to, a round or a page.
type gathered[T any] struct {
	rows    []T
	batches []batch
}

// A batch is where the rows of one round or page begin.
type batch struct {
	of   int64
	from int
}

func (g *gathered[T]) empty() { g.rows, g.batches = g.rows[:0], g.batches[:0] }

func (g *gathered[T]) add(of int64, row T) {
	if n := len(g.batches); n == 0 || g.batches[n-1].of != of {
		g.batches = append(g.batches, batch{of, len(g.rows)})
	}
	g.rows = append(g.rows, row)
}

// hand returns what hands the rows of one round or page after the other out, and
// passes over those nobody asks for.
func (g *gathered[T]) hand() func(of int64) []T {
	i := 0
	return func(of int64) []T {
		for ; i < len(g.batches) && g.batches[i].of <= of; i++ {
			to := len(g.rows)
			if i+1 < len(g.batches) {
				to = g.batches[i+1].from
			}
			if g.batches[i].of == of {
				return g.rows[g.batches[i].from:to:to]
			}
		}
		return nil
	}
}
