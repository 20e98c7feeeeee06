package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/games"
)

// Pages are those of a table's chain after one and up to another.
type Pages struct{ Table, After, Upto int64 }

// Posted is what was posted of rounds on a gaming day in some pages of tables, for
// who adds up.
type Posted struct {
	// Entries are in order of table and page. An entry whose round was not opened is
	// left out; Verify names it.
	Entries []PostedEntry

	c                   *columns
	day                 time.Time
	tables, after, upto []int64
}

// A PostedEntry is an entry of a round.
type PostedEntry struct {
	Table, Seq, Round int64
	Kind              string // KindSettle, KindVoid, KindReversal or KindCorrection
	Currency          string
	At                time.Time
	Opening           *Opening // shared with other rounds
}

// An Opening is what a round was opened under.
type Opening struct {
	Game     string
	Settings int // version of the table's settings
	Dealer   string
}

// A PostedLine is a line of an entry, as far as it takes to add it up. It shares texts
// and numbers, which must not be changed.
type PostedLine struct {
	Line, Seat    int
	Wager, Row    string // no row: none priced it
	Won           games.WinLose
	Stake, Amount decimal.Decimal
}

// What was posted on the gaming day $1 in the pages after $3 and up to $4 of the tables $2.
// Rounds are read from the first to the last that ended in them, since each for itself
// takes several times as long; one that was corrected may be of another day.
const (
	postedIn = ` FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS p (id, after, upto)
JOIN %s r ON r.gaming_day = $1 AND r.table_id = p.id AND r.seq > p.after AND r.seq <= p.upto AND `
	postedRounds = `
SELECT r.table_id, r.round, r.game, r.settings, r.actor
FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS p (id, first, last)
JOIN rounds r ON r.gaming_day = $1 AND r.table_id = p.id AND r.round BETWEEN p.first AND p.last`
	postedCorrected = `
SELECT r.table_id, r.round, r.game, r.settings, r.actor
FROM unnest($1::bigint[], $2::bigint[]) AS p (id, number)
CROSS JOIN LATERAL (SELECT gaming_day FROM days WHERE table_id = p.id AND round <= p.number ORDER BY round DESC LIMIT 1) d
JOIN rounds r ON r.gaming_day = d.gaming_day AND r.table_id = p.id AND r.round = p.number`
)

var (
	postedEntries = `SELECT r.table_id, r.seq, r.round, r.kind, r.currency, r.at` + fmt.Sprintf(postedIn, "entries") +
		`r.kind IN ('settle', 'void', 'reversal', 'correction') AND r.round IS NOT NULL`
	postedLines = `SELECT r.table_id, r.seq, r.line, r.seat, r.wager, r.row, r.outcome, r.stake, r.amount` + fmt.Sprintf(postedIn, "lines") +
		`r.outcome <> 'void'`
)

// A RowQuerier answers statements one at a time.
type RowQuerier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// ReadPosted reads the entries that were posted on the gaming day in the pages, which
// are each of another table.
func ReadPosted(ctx context.Context, q RowQuerier, day time.Time, pages []Pages) (*Posted, error) {
	p := &Posted{c: newColumns(), day: date(day)}
	for _, of := range pages {
		p.tables, p.after, p.upto = append(p.tables, of.Table), append(p.after, of.After), append(p.upto, of.Upto)
	}
	rows, err := q.Query(ctx, postedEntries, p.day, p.tables, p.after, p.upto)
	err = p.c.rows(rows, err, "entries", func(c *columns) {
		p.Entries = append(p.Entries, PostedEntry{
			Table: c.int(), Seq: c.int(), Round: c.int(), Kind: c.text(), Currency: c.text(), At: c.time(),
		})
	})
	if err == nil && len(p.Entries) > 0 {
		err = p.readOpenings(ctx, q)
	}
	if err != nil {
		return nil, fmt.Errorf("posted on %s: %w", p.day.Format(dayForm), err)
	}
	return p, nil
}

func byPlace(e, of PostedEntry) int {
	return cmp.Or(cmp.Compare(e.Table, of.Table), cmp.Compare(e.Seq, of.Seq))
}

type opened struct {
	table, round int64
	*Opening
}

func byRound(o, of opened) int {
	return cmp.Or(cmp.Compare(o.table, of.table), cmp.Compare(o.round, of.round))
}

// readOpenings puts the entries in order and fills in what their rounds were opened under.
func (p *Posted) readOpenings(ctx context.Context, q RowQuerier) error {
	slices.SortFunc(p.Entries, byPlace)
	var tables, first, last, corrected, numbers []int64
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.Kind != KindSettle && e.Kind != KindVoid {
			corrected, numbers = append(corrected, e.Table), append(numbers, e.Round)
			continue
		}
		n := len(tables) - 1
		if n < 0 || tables[n] != e.Table {
			tables, first, last = append(tables, e.Table), append(first, e.Round), append(last, e.Round)
			continue
		}
		first[n], last[n] = min(first[n], e.Round), max(last[n], e.Round)
	}
	list := make([]opened, 0, len(p.Entries))
	read := func(sql string, args ...any) error {
		rows, err := q.Query(ctx, sql, args...)
		return p.c.rows(rows, err, "rounds", func(c *columns) {
			o := opened{table: c.int(), round: c.int()}
			of := Opening{Game: c.text(), Settings: int(c.int()), Dealer: c.text()}
			if n := len(list); n > 0 && *list[n-1].Opening == of { // as most rounds are
				o.Opening = list[n-1].Opening
			} else {
				o.Opening = &of
			}
			list = append(list, o)
		})
	}
	err := read(postedRounds, p.day, tables, first, last)
	if err == nil && len(corrected) > 0 {
		err = read(postedCorrected, corrected, numbers)
	}
	if err != nil {
		return err
	}
	slices.SortFunc(list, byRound)
	at, known := 0, p.Entries[:0]
	for _, e := range p.Entries {
		var ok bool
		if at, ok = find(list, at, opened{table: e.Table, round: e.Round}, byRound); ok {
			e.Opening = list[at].Opening
			known = append(known, e)
		}
	}
	p.Entries = known
	return nil
}

// find finds what comes next more often than not: at the place, or at the one after it.
func find[T any](list []T, at int, what T, compare func(T, T) int) (int, bool) {
	for next := at; next < min(at+2, len(list)); next++ {
		if compare(list[next], what) == 0 {
			return next, true
		}
	}
	return slices.BinarySearchFunc(list, what, compare)
}

// Lines calls each with every line of the entries that was not voided, and which entry
// it is of, in no order. What it is handed is good until it returns.
func (p *Posted) Lines(ctx context.Context, q RowQuerier, each func(entry int, l *PostedLine)) error {
	if len(p.Entries) == 0 {
		return nil
	}
	rows, err := q.Query(ctx, postedLines, p.day, p.tables, p.after, p.upto)
	at := 0
	var l PostedLine
	err = p.c.rows(rows, err, "lines", func(c *columns) {
		of := PostedEntry{Table: c.int(), Seq: c.int()}
		l = PostedLine{
			Line: int(c.int()), Seat: int(c.int()), Wager: c.text(), Row: c.text(), Won: games.WinLose(c.text()), Stake: c.number(), Amount: c.number(),
		}
		var ok bool
		if at, ok = find(p.Entries, at, of, byPlace); ok && c.err == nil {
			each(at, &l)
		}
	})
	if err != nil {
		return fmt.Errorf("posted on %s: %w", p.day.Format(dayForm), err)
	}
	return nil
}
