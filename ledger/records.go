package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Span chooses rounds by gaming day and table. A zero field does not.
type Span struct {
	From, To time.Time // the first and the last day; only the date counts
	Table    int64
}

// A Record is a round that has ended, with its events, struck ones too, and the
// entry it ended in. The entry has its lines and no postings: they say the same.
type Record struct {
	Round  Round
	Events []Event
	Entry  Entry
}

// Records calls each with every round of the span that has ended, in order of
// gaming day, table and round, until it fails, and returns its error as it is. A
// round still open is left out.
//
// What each is handed it may keep, and hand to other goroutines, but must not
// change: records share texts, digests and numbers. While it runs, q is free for
// it to use. The memory taken is that of one gaming day of one table.
//
// Days are read one after the other: only a transaction that is repeatable read
// sees them all at one moment.
func Records(ctx context.Context, q Querier, s Span, each func(Record) error) error {
	days, err := s.days(ctx, q)
	if err != nil {
		return fmt.Errorf("gaming days of the records: %w", err)
	}
	c := newColumns()
	for _, d := range days {
		rows, err := readDay(ctx, q, d, c)
		if err != nil {
			return fmt.Errorf("records of table %d on %s: %w", d.table, d.day.Format(dayForm), err)
		}
		if err := rows.records(d, each); err != nil {
			return err
		}
	}
	return nil
}

// A clock that was set back opens a day again, which then stands there twice.
const spanDays = `
SELECT DISTINCT gaming_day, table_id FROM days
WHERE gaming_day BETWEEN $1 AND $2 AND ($3::bigint = 0 OR table_id = $3) ORDER BY gaming_day, table_id`

// days are those on which a round of the span was opened.
func (s Span) days(ctx context.Context, q Querier) ([]tableDay, error) {
	from, to := firstDay, lastDay
	if !s.From.IsZero() {
		from = date(s.From)
	}
	if !s.To.IsZero() {
		to = date(s.To)
	}
	return query(ctx, q, spanDays, func(row pgx.CollectableRow) (d tableDay, err error) {
		return d, row.Scan(&d.day, &d.table)
	}, from, to, s.Table)
}

// The rows of a gaming day of a table, in the order of their keys, so that the
// server need neither join nor sort. Rounds are played one after the other, so
// the order of the pages is that of the rounds. A column is ordered by under its
// table's name: by itself it would be what was made of it.
const (
	ofDay      = ` WHERE gaming_day = $1 AND table_id = $2 `
	dayEntries = `
SELECT seq, round, kind, currency, actor, approver, reason, at
FROM entries` + ofDay + `AND kind IN ('settle', 'void') ORDER BY seq`
	dayRounds = `
SELECT round, seq, game, settings::int8, settings_digest, currency, dealing, sealed, commitment, actor, at
FROM rounds` + ofDay + `ORDER BY round`
	dayEvents = `
SELECT round, n::int8, seq, step, kind, place::int8, "do", wager, amount::text, cards, note, late, actor, approver, at
FROM events` + ofDay + `ORDER BY events.round, events.n`
	dayLines = `
SELECT seq, seat::int8, wager, stake::text, outcome, odds::text, exact::text, rounded::text, amount::text, clause, reason, row, paytable
FROM lines` + ofDay + `ORDER BY lines.seq, lines.line`
)

// dayRows are the rows of a gaming day of a table.
type dayRows struct {
	entries grouped[Entry]
	rounds  grouped[Round]
	events  grouped[Event]
	lines   grouped[Line]
}

// readDay reads the rows in one round trip.
func readDay(ctx context.Context, q Querier, d tableDay, c *columns) (*dayRows, error) {
	var b pgx.Batch
	for _, sql := range []string{dayEntries, dayRounds, dayEvents, dayLines} {
		b.Queue(sql, d.day, d.table)
	}
	results := q.SendBatch(ctx, &b)
	defer results.Close()
	rows := new(dayRows)
	err := rows.entries.read(results, "entries", c, (*columns).entry)
	if err == nil {
		err = rows.rounds.read(results, "rounds", c, (*columns).round)
	}
	if err == nil {
		err = rows.events.read(results, "events", c, (*columns).event)
	}
	if err == nil {
		err = rows.lines.read(results, "lines", c, (*columns).line)
	}
	if err == nil {
		err = results.Close()
	}
	return rows, err
}

// records puts the rows together, a record an entry.
func (rows *dayRows) records(d tableDay, each func(Record) error) error {
	for _, g := range rows.entries {
		e := g.rows[0]
		of := rows.rounds.take(e.Round)
		if len(of) == 0 {
			return fmt.Errorf("entry %d of table %d: round %d: %w", e.Seq, d.table, e.Round, ErrNoRound)
		}
		r := Record{Round: of[0], Events: rows.events.take(e.Round), Entry: e}
		r.Round.Table, r.Round.GamingDay = d.table, d.day
		r.Entry.Table, r.Entry.GamingDay, r.Entry.Settings = d.table, d.day, r.Round.Settings
		r.Entry.Lines = rows.lines.take(e.Seq)
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

// grouped are rows by what they belong to, a round or a page, in order.
type grouped[T any] []group[T]

type group[T any] struct {
	of   int64
	rows []T
}

// read reads the rows of the next statement.
func (g *grouped[T]) read(results pgx.BatchResults, name string, c *columns, scan func(*columns) (of int64, row T)) error {
	rows, err := results.Query()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer rows.Close()
	var last group[T]
	for rows.Next() {
		if last.of == 0 { // the first
			if err := binaryFormat(rows, &relation{name: name}); err != nil {
				return err
			}
		}
		c.start(rows.RawValues())
		of, row := scan(c)
		if c.err != nil {
			return fmt.Errorf("%s: %w", name, c.err)
		}
		if of != last.of {
			g.add(last)
			last = group[T]{of, last.rows[:0]}
		}
		last.rows = append(last.rows, row)
	}
	g.add(last)
	return rows.Err()
}

// add adds a copy of the rows, which takes the room it needs and no more.
func (g *grouped[T]) add(of group[T]) {
	if len(of.rows) > 0 {
		*g = append(*g, group[T]{of.of, slices.Clone(of.rows)})
	}
}

// take takes out the rows that belong to the round or page, and those of the ones
// before it, which nobody asked for.
func (g *grouped[T]) take(of int64) []T {
	for len(*g) > 0 && (*g)[0].of <= of {
		first := (*g)[0]
		if *g = (*g)[1:]; first.of == of {
			return first.rows
		}
	}
	return nil
}
