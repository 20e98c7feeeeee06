package pit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
)

// An Ask is what a report is about.
type Ask struct {
	By       []string  // of Dimensions; none: all in one
	Per      string    // of Periods; none: PerLife
	From, To time.Time // the first and the last gaming day; only the date counts. No first is the book's
	Table    int64     // of this table only; 0 is all
	Operator string    // name of the person who asks
}

// ErrAsk reports a report that cannot be made as asked.
var ErrAsk = errors.New("not a report that can be made")

// PerLife is the whole interval in one.
const PerLife = "life"

// A dimension is a thing figures are told apart by: how it is named in SQL, and
// what of the roll-ups' grain it needs.
type dimension struct {
	name, sql string
	grain     grain
}

// A grain is what the rows of a roll-up are told apart by besides settings and
// wager.
type grain struct{ dealer, hour, row bool }

func (g grain) and(h grain) grain {
	return grain{g.dealer || h.dealer, g.hour || h.hour, g.row || h.row}
}

// name is the coarsest grain of the relation that will do.
func (g grain) name() string {
	switch {
	case g.row && (g.dealer || g.hour):
		return "all"
	case g.row:
		return "row"
	case g.hour:
		return "hour"
	case g.dealer:
		return "dealer"
	}
	return "day"
}

// ofRounds are the sums that are of whole rounds and whole bets: rows of a paytable have
// none, and are many.
func (g grain) ofRounds() string {
	if g.row {
		return `0 AS rounds, 0 AS voids, 0 AS reversals, 0 AS corrections, 0 AS squares`
	}
	return `sum(rounds) AS rounds, sum(voids) AS voids, sum(reversals) AS reversals, sum(corrections) AS corrections, sum(squares) AS squares`
}

var dimensions = []dimension{
	{name: "table", sql: `r.table_id::text`},
	{name: "pit", sql: `s.pit`},
	{name: "game", sql: `r.game`},
	{name: "settings", sql: `format('%s:%s', r.table_id, r.settings)`},
	{name: "dealer", sql: `r.dealer`, grain: grain{dealer: true}},
	{name: "bet", sql: `r.wager`},
	{name: "wager", sql: `r.wager`},
	{name: "paytable", sql: `coalesce((SELECT min(name) || ' ' || encode(digest, 'hex') FROM paytables WHERE digest = r.paytable GROUP BY digest), '')`},
	{name: "row", sql: `r.row`, grain: grain{row: true}},
}

// The hours and shifts of a gaming day begin when the day does at its table.
var periods = []dimension{
	{name: PerLife, sql: `''`},
	{name: "year", sql: `to_char(r.gaming_day, 'YYYY')`},
	{name: "month", sql: `to_char(r.gaming_day, 'YYYY-MM')`},
	{name: "day", sql: `r.gaming_day::text`},
	{name: "shift", sql: `format('%s shift %s', r.gaming_day, 1 + r.hour / $4)`, grain: grain{hour: true}},
	{name: "hour", grain: grain{hour: true},
		sql: `to_char(r.gaming_day + s.start + make_interval(hours => r.hour), 'YYYY-MM-DD HH24:MI')`},
}

// Dimensions are what figures may be told apart by: a bet is a side bet or the
// base game as a whole, a wager what lies on one place of the layout.
func Dimensions() []string { return names(dimensions) }

// Periods are the times figures may be summed by.
func Periods() []string { return names(periods) }

func names(of []dimension) []string {
	list := make([]string, len(of))
	for i := range of {
		list[i] = of[i].name
	}
	return list
}

func find(of []dimension, name, what string) (dimension, error) {
	i := slices.IndexFunc(of, func(d dimension) bool { return d.name == name })
	if i < 0 {
		return dimension{}, fmt.Errorf("%s %.40q, want one of %s: %w", what, name, strings.Join(names(of), ", "), ErrAsk)
	}
	return of[i], nil
}

// A Report is what was played, and what it should have come to.
type Report struct {
	Operator    string    `json:"operator" doc:"Who asked"`
	GeneratedAt time.Time `json:"generated_at"`
	From        string    `json:"from" format:"date" doc:"First gaming day"`
	To          string    `json:"to" format:"date" doc:"Last gaming day"`
	Per         string    `json:"per"`
	By          []string  `json:"by"`
	Note        string    `json:"note,omitempty" doc:"no activity, where nothing happened in the interval" example:"no activity"`
	Figures     []Figures `json:"figures"`
	Chips       []Chips   `json:"chips" doc:"The result sheets: chips that moved between rounds, by table"`
	Tops        []Top     `json:"tops" doc:"The largest payouts"`
	Amended     []Amended `json:"amended" doc:"Corrections booked in the interval, and which day they are about"`
}

// NoActivity is the note of a report of an interval in which nothing happened.
const NoActivity = "no activity"

// Report brings the roll-ups of the interval up to date and reports from them.
// Deals of a version of settings that were not counted before are, which takes
// seconds. It fails with ErrAsk.
func (p *Pit) Report(ctx context.Context, a Ask) (*Report, error) {
	sql, monthly, err := a.query()
	if err != nil {
		return nil, err
	}
	if a.From.IsZero() {
		if a.From, err = p.first(ctx, a.To); err != nil {
			return nil, err
		}
	}
	from, to := calendar(a.From), calendar(a.To)
	span := ledger.Span{From: from, To: to, Table: a.Table}
	if err := p.roll(ctx, span); err != nil {
		return nil, err
	}
	r := &Report{
		Operator: a.Operator, GeneratedAt: p.desk.Now(), From: from.Format(time.DateOnly), To: to.Format(time.DateOnly),
		Per: a.per(), By: append([]string{}, a.By...),
	}
	var bets bets
	var list []sums
	var failed [3]error
	var reading sync.WaitGroup // of things that do not wait for each other
	reading.Go(func() { bets, failed[0] = p.bets(ctx, span) })
	reading.Go(func() { list, failed[1] = p.sums(ctx, sql, monthly, span) })
	reading.Go(func() { failed[2] = p.rest(ctx, a, r, span) })
	reading.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return nil, err
	}
	if r.Figures, err = a.figures(list, bets); err != nil {
		return nil, err
	}
	if len(r.Figures)+len(r.Chips)+len(r.Amended) == 0 {
		r.Note = NoActivity
	}
	return r, nil
}

// sums reads what was asked for, at one moment: a day that is rolled up meanwhile must not
// come in with its month. It is planned for the interval each time: a day and a life are
// read differently.
func (p *Pit) sums(ctx context.Context, sql string, monthly bool, s ledger.Span) (list []sums, err error) {
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = postgres.Transact(ctx, p.desk.Pool, moment, func(tx pgx.Tx) error {
		args := []any{pgx.QueryExecModeCacheDescribe, s.From, s.To, s.Table, p.shift}
		if monthly {
			first, last, err := months(ctx, tx, s)
			if err != nil {
				return err
			}
			args = append(args, first, last)
		}
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, scanSums)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("figures of the report: %w", err)
	}
	return list, nil
}

// months are the first and the last day of the months of which the span has all the
// days that were played. Without such a month the first day is the one after the span.
func months(ctx context.Context, q house.Querier, s ledger.Span) (first, last time.Time, err error) {
	var played, until *time.Time
	if err := q.QueryRow(ctx, `SELECT min(gaming_day), max(gaming_day) FROM rollup_cursors`).Scan(&played, &until); err != nil {
		return first, last, fmt.Errorf("days of the roll-ups: %w", err)
	}
	from, to := s.From, s.To
	if played != nil && !from.After(*played) {
		from = firstOf(from)
	}
	if until != nil && !to.Before(*until) {
		to = firstOf(to).AddDate(0, 1, -1)
	}
	if first = firstOf(from); first.Before(from) {
		first = first.AddDate(0, 1, 0)
	}
	if last = firstOf(to.AddDate(0, 0, 1)).AddDate(0, 0, -1); last.Before(first) {
		return s.To.AddDate(0, 0, 1), s.To, nil
	}
	return first, last, nil
}

// firstOf is the first day of the day's month.
func firstOf(day time.Time) time.Time { return day.AddDate(0, 0, 1-day.Day()) }

// first is the first gaming day of the book, if it is before the day, which it is
// otherwise.
func (p *Pit) first(ctx context.Context, day time.Time) (first time.Time, err error) {
	err = p.desk.Pool.QueryRow(ctx, `SELECT coalesce(least((SELECT min(gaming_day) FROM days),
		(SELECT min(gaming_day) FROM entries WHERE round IS NULL), $1::date), $1::date)`, calendar(day)).Scan(&first)
	return first, err
}

func calendar(t time.Time) time.Time {
	year, month, day := t.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func (a *Ask) per() string {
	if a.Per == "" {
		return PerLife
	}
	return a.Per
}

// query is what reads the sums the ask is for, and whether from months where it can, or
// ErrAsk. Tables and settings, which have edges of their own, are told apart besides.
func (a *Ask) query() (sql string, monthly bool, err error) {
	if a.To.Before(a.From) {
		return "", false, fmt.Errorf("to %s, want a day not before %s: %w", a.To.Format(time.DateOnly), a.From.Format(time.DateOnly), ErrAsk)
	}
	per, err := find(periods, a.per(), "per")
	if err != nil {
		return "", false, err
	}
	g, keys := per.grain, make([]string, len(a.By))
	for i, name := range a.By {
		d, err := find(dimensions, name, "by")
		if err != nil {
			return "", false, err
		}
		if slices.Index(a.By, name) != i {
			return "", false, fmt.Errorf("by %s twice: %w", name, ErrAsk)
		}
		g, keys[i] = g.and(d.grain), d.sql
	}
	from := fmt.Sprintf(ofDays, g.name())
	if monthly = slices.Contains([]string{PerLife, "year", "month"}, per.name) && slices.Contains([]string{"day", "dealer", "row"}, g.name()); monthly {
		from = fmt.Sprintf(ofMonths, g.name())
	}
	return `
WITH s AS MATERIALIZED (
	SELECT table_id, version, coalesce(content->>'pit', '') AS pit, coalesce(content->>'day_start', '06:00')::time AS start FROM settings
), r AS MATERIALIZED (
	SELECT ` + toldBy(per.sql, keys) + `, ` + g.ofRounds() + `,
		sum(lines) AS lines, sum(wins) AS wins, sum(losses) AS losses, sum(pushes) AS pushes,
		sum(handle) AS handle, sum(paid) AS paid, sum(taken) AS taken, max(top) AS top
	FROM (` + from + `) AS kept
	WHERE ($3::bigint = 0 OR table_id = $3) AND $4::int > 0
	GROUP BY ` + toldBy(per.sql, keys) + `
)
SELECT ` + per.sql + `, ARRAY[` + strings.Join(keys, ", ") + `]::text[], r.currency, r.table_id, r.settings, r.wager, r.paytable <> '',
	sum(r.rounds)::bigint, sum(r.voids)::bigint, sum(r.reversals)::bigint, sum(r.corrections)::bigint,
	sum(r.lines)::bigint, sum(r.wins)::bigint, sum(r.losses)::bigint, sum(r.pushes)::bigint,
	sum(r.handle)::text, sum(r.paid)::text, sum(r.taken)::text, sum(r.squares)::text, max(r.top)::text
FROM r JOIN s ON s.table_id = r.table_id AND s.version = r.settings
GROUP BY 1, 2, 3, 4, 5, 6, 7`, monthly, nil
}

// What the figures of the days from $1 to $2 are made from: of the grain, each day, or
// the months from the day $5 to $6 and each of the days that are left.
const (
	ofDays   = `SELECT * FROM rollups WHERE grain = '%[1]s' AND gaming_day BETWEEN $1 AND $2`
	keptSums = `table_id, settings, wager, row, dealer, game, currency, paytable, rounds, voids, reversals, corrections, lines, wins, losses, pushes, handle, paid, taken, squares, top`
	ofMonths = `
	SELECT gaming_day, ` + keptSums + ` FROM rollups WHERE grain = '%[1]s' AND gaming_day >= $1 AND gaming_day < $5
	UNION ALL SELECT gaming_day, ` + keptSums + ` FROM rollups WHERE grain = '%[1]s' AND gaming_day > $6 AND gaming_day <= $2
	UNION ALL SELECT month, ` + keptSums + ` FROM rollup_months WHERE grain = '%[1]s' AND month BETWEEN $5 AND $6`
)

// toldBy are the columns of the roll-ups that what is asked for tells figures apart by.
// They are summed by these first, as they stand: far fewer rows are left to be
// joined and written as text.
func toldBy(per string, keys []string) string {
	of := []string{"table_id", "settings", "wager", "currency", "paytable"}
	for _, c := range []string{"gaming_day", "hour", "game", "row", "dealer"} {
		if strings.Contains(per+strings.Join(keys, " "), "r."+c) {
			of = append(of, c)
		}
	}
	return strings.Join(of, ", ")
}

// sums are what the roll-ups have of one wager under one version of settings.
type sums struct {
	period   string
	of       []string
	currency string
	table    int64
	settings int
	wager    string // none: the rounds themselves
	priced   bool   // by a paytable

	rounds, voids, reversals, corrections int64
	lines, wins, losses, pushes           int64
	handle, paid, taken, squares, top     decimal.Decimal
}

func scanSums(row pgx.CollectableRow) (s sums, err error) {
	var texts [5]string
	err = row.Scan(&s.period, &s.of, &s.currency, &s.table, &s.settings, &s.wager, &s.priced,
		&s.rounds, &s.voids, &s.reversals, &s.corrections, &s.lines, &s.wins, &s.losses, &s.pushes,
		&texts[0], &texts[1], &texts[2], &texts[3], &texts[4])
	if err != nil {
		return s, err
	}
	return s, parse(texts[:], &s.handle, &s.paid, &s.taken, &s.squares, &s.top)
}

// parse reads numbers as the server prints them.
func parse(texts []string, to ...*decimal.Decimal) (err error) {
	for i := range to {
		if *to[i], err = decimal.NewFromString(texts[i]); err != nil {
			return err
		}
	}
	return nil
}
