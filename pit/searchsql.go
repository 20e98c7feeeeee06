package pit

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/sight"
)

// A choice is the clauses of a statement that choose, each beginning with AND, and
// the arguments of the statement.
type choice struct {
	clauses strings.Builder
	args    []any
}

// and adds a clause, in which ? stands for the argument, if there is one.
func (c *choice) and(clause string, arg ...any) {
	c.args = append(c.args, arg...)
	c.clauses.WriteString("\n\tAND " + strings.ReplaceAll(clause, "?", "$"+strconv.Itoa(len(c.args))))
}

// A searchDay is a gaming day with the tables that may have what is asked for on it,
// and how many rounds they have.
type searchDay struct {
	day    time.Time
	tables []int64
	rounds int64
}

// The gaming days from the day $1 back, $2 at most, of the tables with a round of
// the kind asked for.
const selectDays = `
WITH near AS MATERIALIZED (
	SELECT DISTINCT d.gaming_day FROM days d WHERE d.gaming_day <= $1%[1]s ORDER BY d.gaming_day DESC LIMIT $2
)
SELECT d.gaming_day, coalesce(array_agg(DISTINCT d.table_id) FILTER (WHERE may), '{}'), coalesce(sum(rounds) FILTER (WHERE may), 0)::bigint
FROM near JOIN days d USING (gaming_day) CROSS JOIN LATERAL (
	SELECT %[2]s AS may, coalesce((SELECT k.round FROM days k WHERE k.table_id = d.table_id AND k.round > d.round ORDER BY k.round LIMIT 1),
		(SELECT h.rounds + 1 FROM heads h WHERE h.table_id = d.table_id)) - d.round AS rounds
) x
WHERE true%[1]s
GROUP BY d.gaming_day ORDER BY d.gaming_day DESC`

const (
	dayCorrected = `(d.table_id, d.gaming_day) IN (SELECT table_id, round_day FROM reversals)`
	dayDisputed  = `(d.table_id, d.round) IN (
		SELECT x.table_id, (SELECT max(k.round) FROM days k WHERE k.table_id = x.table_id AND k.round <= x.round) FROM disputes x)`
	dayOpen = `(d.table_id, d.gaming_day) IN (SELECT table_id, gaming_day FROM heads WHERE open_round IS NOT NULL)`

	// No seat won more than the largest payouts of all wagers together. A table-day is
	// passed over for that where its roll-up is of all that was written on it: up to
	// its next day, or up to the head.
	dayPaid = `NOT (
	coalesce((SELECT seq FROM rollup_cursors WHERE table_id = d.table_id AND gaming_day = d.gaming_day), 0) >= coalesce(
		(SELECT k.seq FROM days k WHERE k.table_id = d.table_id AND k.round > d.round ORDER BY k.round LIMIT 1),
		(SELECT h.seq FROM heads h WHERE h.table_id = d.table_id))
	AND (SELECT coalesce(sum(top), 0) FROM rollups WHERE grain = 'day' AND gaming_day = d.gaming_day AND table_id = d.table_id) < $%d
	AND (d.table_id, d.gaming_day) NOT IN (SELECT table_id, round_day FROM reversals))`
)

// days are the gaming days to look at, from the spot back, and at most so many.
func (f *RoundFilter) days(ctx context.Context, tx pgx.Tx, from spot, most int) ([]searchDay, error) {
	last := from.day
	if !f.To.IsZero() && calendar(f.To).Before(last) {
		last = calendar(f.To)
	}
	c := choice{args: []any{last, most}}
	if f.Table != 0 {
		c.and(`d.table_id = ?`, f.Table)
	}
	if !f.From.IsZero() {
		c.and(`d.gaming_day >= ?`, calendar(f.From))
	}
	if f.Pit != "" {
		c.and(`d.table_id IN (SELECT table_id FROM settings WHERE content->>'pit' = ?)`, f.Pit)
	}
	if f.Corrected != nil && *f.Corrected {
		c.and(dayCorrected)
	}
	if f.Disputed != nil && *f.Disputed {
		c.and(dayDisputed)
	}
	if f.open() {
		c.and(dayOpen)
	}
	may := `true`
	if f.MinWin.IsPositive() {
		c.args = append(c.args, f.MinWin.String())
		may = fmt.Sprintf(dayPaid, len(c.args))
	}
	rows, err := tx.Query(ctx, fmt.Sprintf(selectDays, c.clauses.String(), may), append([]any{pgx.QueryExecModeCacheDescribe}, c.args...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d searchDay, err error) {
		return d, row.Scan(&d.day, &d.tables, &d.rounds)
	})
}

// open reports whether rounds are asked for that have not ended.
func (f *RoundFilter) open() bool {
	return f.Status != "" && f.Status != sight.Settled && f.Status != sight.Void
}

// The rounds of the day $1 at the tables $2 that come before the spot $3, $4, $5, at
// most $6. Each is looked up by itself, from the newest back and no further than to
// the last that is needed, so that what is found often is found soon.
const selectFound = `
SELECT r.table_id, r.round, ` + pitOf + `, r.game, r.gaming_day, r.at, r.actor, r.currency,
	` + standing + `, coalesce(e.seq, 0), coalesce(e.kind, ''), e.at, coalesce(s.seq, 0), ` + contested + `,
	coalesce(l.seats, 0), coalesce(l.handle, 0)::text, coalesce(l.win, 0)::text, coalesce(l.most, 0)::text
FROM rounds r
LEFT JOIN LATERAL (
	SELECT seq, kind, at FROM entries WHERE gaming_day = $1 AND table_id = r.table_id AND round = r.round AND kind IN ('settle', 'void') LIMIT 1
) e ON true
LEFT JOIN LATERAL (
	SELECT v.gaming_day, v.seq + 1 AS seq, c.content->>'status' AS status
	FROM reversals v JOIN corrections c ON c.table_id = v.table_id AND c.number = v.correction AND c.step = 'opened'
	WHERE v.table_id = r.table_id AND v.round = r.round ORDER BY v.seq DESC LIMIT 1
) s ON true
LEFT JOIN LATERAL (
	SELECT count(*) AS seats, sum(handle) AS handle, -sum(won) AS win, max(won) AS most FROM (
		SELECT sum(stake) FILTER (WHERE outcome <> 'void') AS handle, sum(amount) AS won FROM lines
		WHERE gaming_day = coalesce(s.gaming_day, $1) AND table_id = r.table_id AND seq = coalesce(s.seq, e.seq) GROUP BY seat
	) x
) l ON true
WHERE r.gaming_day = $1 AND r.table_id = ANY ($2) AND (r.at, r.table_id, r.round) < ($3, $4, $5)%s
ORDER BY r.at DESC, r.table_id DESC, r.round DESC LIMIT $6`

const (
	pitOf     = `coalesce((SELECT content->>'pit' FROM settings WHERE table_id = r.table_id AND version = r.settings), '')`
	standing  = `coalesce(s.status, CASE e.kind WHEN 'settle' THEN 'settled' ELSE e.kind END, '')`
	contested = `EXISTS (SELECT FROM disputes x WHERE x.table_id = r.table_id AND x.round = r.round)`
)

// choose adds what chooses rounds of a day.
func (f *RoundFilter) choose(c *choice) {
	if f.Pit != "" {
		c.and(pitOf+` = ?`, f.Pit)
	}
	if f.Dealer != "" {
		c.and(`r.actor = ?`, f.Dealer)
	}
	if f.Game != "" {
		c.and(`(r.game = ? OR split_part(r.game, '/', 1) = ?)`, f.Game)
	}
	if f.Corrected != nil {
		c.and(`(s.seq IS NOT NULL) = ?`, *f.Corrected)
	}
	if f.Disputed != nil {
		c.and(contested+` = ?`, *f.Disputed)
	}
	switch {
	case f.open():
		c.and(`e.seq IS NULL`)
	case f.Status != "":
		c.and(standing+` = ?`, string(f.Status))
	}
	if f.MinWin.IsPositive() {
		c.and(`l.most >= ?`, f.MinWin.String())
	}
}

// day reads the rounds of a day that come before the spot, the newest first.
func (f *RoundFilter) day(ctx context.Context, tx pgx.Tx, d searchDay, from spot, limit int) ([]FoundRound, error) {
	c := choice{args: []any{d.day, d.tables, from.at, from.table, from.number, limit}}
	f.choose(&c)
	// Planned each time: what is asked for makes another statement of it.
	rows, err := tx.Query(ctx, fmt.Sprintf(selectFound, c.clauses.String()), append([]any{pgx.QueryExecModeCacheDescribe}, c.args...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanFound)
}

func scanFound(row pgx.CollectableRow) (r FoundRound, err error) {
	var ended, stands int64
	var kind string
	var texts [3]string
	var win, most decimal.Decimal
	err = row.Scan(&r.Table, &r.number, &r.Pit, &r.Game, &r.day, &r.Opened, &r.Dealer, &r.Currency,
		&r.Status, &ended, &kind, &r.Ended, &stands, &r.Disputed, &r.Seats, &texts[0], &texts[1], &texts[2])
	if err == nil {
		err = parse(texts[:], &r.Handle, &win, &most)
	}
	r.ID, r.GamingDay, r.Opened = sight.RoundID{Table: r.Table, Number: r.number}.String(), r.day.Format(time.DateOnly), r.Opened.UTC()
	if r.Ended != nil {
		at := r.Ended.UTC()
		r.Ended, r.Win, r.MostWon, r.Entry = &at, &win, &most, sight.Ref(r.Table, ended, kind)
	}
	if stands != 0 {
		r.Corrected = sight.Ref(r.Table, stands, "correction")
	}
	return r, err
}
