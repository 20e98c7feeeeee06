package ledger

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/games"
)

// A Span chooses rounds by gaming day and table. A zero field does not.
type Span struct {
	From, To time.Time // the first and the last day; only the date counts
	Table    int64
}

// A Record is a round that has ended, as far as it takes to settle it again: what
// it was opened under, its events, struck ones too, and the entry that stands.
type Record struct {
	Round  RecordedRound
	Events []games.Event
	Entry  RecordedEntry
}

// A RecordedRound is what of an opening counts for settling. Settings are 0 where
// the book has an entry of the round and not its opening.
type RecordedRound struct {
	Table, Number int64
	GamingDay     time.Time // a date
	Settings      int       // version of the table's settings
	Digest        [32]byte  // of those settings
}

// A RecordedEntry is what a round came to.
type RecordedEntry struct {
	Seq      int64
	Kind     string // KindSettle or KindVoid
	Currency string
	Lines    []Line
}

// Records calls each with every round of the span that has ended, in order of
// gaming day, table and round, until it fails, and returns its error as it is. A
// round still open is left out. What each is handed is good until it returns.
//
// While it runs, q is free for each to use. Only a transaction that is repeatable
// read sees all days at one moment. It fails with ErrNoRound on an entry whose
// round was not opened.
func Records(ctx context.Context, q Querier, s Span, each func(Record) error) error {
	days, err := s.Stretches(ctx, q)
	if err != nil {
		return err
	}
	r := NewReader()
	for _, day := range days {
		for part := range day.Split() {
			records, err := r.Read(ctx, q, part)
			if err != nil {
				return err
			}
			for i := range records {
				if err := records[i].Opened(); err != nil {
					return err
				}
				if err := each(records[i]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Opened fails with ErrNoRound where the book has the entry of the round and not
// its opening.
func (r *Record) Opened() error {
	if r.Round.Settings == 0 {
		return fmt.Errorf("entry %d of table %d: round %d: %w", r.Entry.Seq, r.Round.Table, r.Round.Number, ErrNoRound)
	}
	return nil
}

// A Stretch is the rounds of a gaming day of a table from one number to another,
// those between that were played on another day left out.
type Stretch struct {
	GamingDay   time.Time
	Table       int64
	First, Last int64
}

// Rounds is how many rounds the stretch has at most.
func (s Stretch) Rounds() int64 { return s.Last - s.First + 1 }

// Split cuts the stretch into parts that are read at once.
func (s Stretch) Split() iter.Seq[Stretch] {
	const atOnce = 256 // rounds, whose rows stay in a processor's cache
	return func(yield func(Stretch) bool) {
		for part := s; part.First <= s.Last; part.First = part.Last + 1 {
			part.Last = min(part.First+atOnce-1, s.Last)
			if !yield(part) {
				return
			}
		}
	}
}

// A clock that was set back opens a day again, which then stands there twice.
const spanDays = `
SELECT d.gaming_day, d.table_id, least(r.first, e.first), greatest(r.last, e.last)
FROM (SELECT DISTINCT gaming_day, table_id FROM days
	WHERE gaming_day BETWEEN $1 AND $2 AND ($3::bigint = 0 OR table_id = $3)) d
CROSS JOIN LATERAL (SELECT min(round) AS first, max(round) AS last FROM rounds
	WHERE gaming_day = d.gaming_day AND table_id = d.table_id) r
CROSS JOIN LATERAL (SELECT min(round) AS first, max(round) AS last FROM entries
	WHERE gaming_day = d.gaming_day AND table_id = d.table_id AND kind IN ('settle', 'void')) e
WHERE r.first IS NOT NULL OR e.first IS NOT NULL
ORDER BY d.gaming_day, d.table_id`

// Stretches are the rounds of the span, a stretch a gaming day of a table, in
// that order.
func (s Span) Stretches(ctx context.Context, q Querier) ([]Stretch, error) {
	from, to := firstDay, lastDay
	if !s.From.IsZero() {
		from = date(s.From)
	}
	if !s.To.IsZero() {
		to = date(s.To)
	}
	list, err := query(ctx, q, spanDays, func(row pgx.CollectableRow) (of Stretch, err error) {
		return of, row.Scan(&of.GamingDay, &of.Table, &of.First, &of.Last)
	}, from, to, s.Table)
	if err != nil {
		return nil, fmt.Errorf("gaming days of the records: %w", err)
	}
	return list, nil
}
