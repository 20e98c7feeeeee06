package booktest

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Multiply writes the one round of each table n times more, on the same gaming
// day, for benchmarks of who reads many. They are rows alone: no chain and no head
// knows of them.
func Multiply(ctx context.Context, pool *pgxpool.Pool, n int) error {
	for _, sql := range multiply {
		if _, err := pool.Exec(ctx, sql, n); err != nil {
			return err
		}
	}
	return nil
}

// A copy's pages are a thousand further on.
var multiply = []string{`
INSERT INTO rounds (gaming_day, table_id, round, seq, game, settings, settings_digest, currency, dealing, actor, at)
SELECT gaming_day, table_id, round + i, seq + 1000 * i, game, settings, settings_digest, currency, dealing, actor, at
FROM rounds, generate_series(1, $1::int) i`, `
INSERT INTO events (gaming_day, table_id, round, n, seq, step, kind, place, "do", wager, amount, cards, note, late, actor, approver, at)
SELECT gaming_day, table_id, round + i, n, seq + 1000 * i, step, kind, place, "do", wager, amount, cards, note, late, actor, approver, at
FROM events, generate_series(1, $1::int) i ORDER BY table_id, i, n`, `
INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, approver, reason, at)
SELECT gaming_day, table_id, seq + 1000 * i, round + i, kind, currency, actor, approver, reason, at
FROM entries, generate_series(1, $1::int) i`, `
INSERT INTO lines (gaming_day, table_id, seq, line, round, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable)
SELECT gaming_day, table_id, seq + 1000 * i, line, round + i, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable
FROM lines, generate_series(1, $1::int) i ORDER BY table_id, i, line`,
}

// Spread writes the rounds of the first gaming day, as many of each table, numbered
// from 1 on pages from 1, so many times on so many days, and moves the heads on
// there, for benchmarks of a large book. Rows have their links, which chain
// nothing. The pool must be a superuser's.
func Spread(ctx context.Context, pool *pgxpool.Pool, rounds, times, days int) error {
	for _, sql := range spread {
		args := []any{rounds, times, days}
		if !strings.Contains(sql, "$") {
			args = nil
		}
		if _, err := pool.Exec(ctx, sql, args...); err != nil {
			return err
		}
	}
	return nil
}

// A copy's number counts the times of all days; a round has two pages. The times
// of a day are spread over it.
const copies = ` CROSS JOIN LATERAL (
	SELECT d AS day, k, d * interval '1 day' + (k % $2::int) * interval '23 hours' / $2::int AS later
	FROM generate_series(0, $3::int - 1) d, generate_series(d * $2::int, (d + 1) * $2::int - 1) k WHERE k > 0 AND $1::int > 0
) c `

var spread = []string{`
INSERT INTO days (table_id, round, seq, gaming_day)
SELECT table_id, round + $1::int * $2::int * d, seq + 2 * $1::int * $2::int * d, gaming_day + d FROM days, generate_series(1, $3::int - 1) d`, `
INSERT INTO rounds (gaming_day, table_id, round, seq, game, settings, settings_digest, currency, dealing, actor, at)
SELECT gaming_day + day, table_id, round + $1::int * k, seq + 2 * $1::int * k, game, settings, settings_digest, currency, dealing, actor, at + later
FROM rounds` + copies + `ORDER BY day, k, table_id, round`, `
INSERT INTO events (gaming_day, table_id, round, n, seq, step, kind, place, "do", wager, amount, cards, note, late, actor, approver, at)
SELECT gaming_day + day, table_id, round + $1::int * k, n, seq + 2 * $1::int * k, step, kind, place, "do", wager, amount, cards, note, late, actor, approver, at + later
FROM events` + copies + `ORDER BY day, k, table_id, round, n`, `
INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, approver, reason, at)
SELECT gaming_day + day, table_id, seq + 2 * $1::int * k, round + $1::int * k, kind, currency, actor, approver, reason, at + later
FROM entries` + copies + `ORDER BY day, k, table_id, seq`, `
INSERT INTO lines (gaming_day, table_id, seq, line, round, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable)
SELECT gaming_day + day, table_id, seq + 2 * $1::int * k, line, round + $1::int * k, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable
FROM lines` + copies + `ORDER BY day, k, table_id, seq, line`, `
INSERT INTO postings (gaming_day, table_id, seq, posting, line, account, amount, wager, row, paytable)
SELECT gaming_day + day, table_id, seq + 2 * $1::int * k, posting, line, account, amount, wager, row, paytable
FROM postings` + copies + `ORDER BY day, k, table_id, seq, posting`, `
INSERT INTO links (gaming_day, table_id, seq, prev, leaf, hash, marks, actor, key, at)
SELECT gaming_day + day, table_id, seq + 2 * $1::int * k, prev, leaf, hash, marks, actor, key, at + later
FROM links` + copies + `WHERE table_id > 0 ORDER BY day, k, table_id, seq`,
	`ALTER TABLE heads DISABLE TRIGGER forward`, `
UPDATE heads SET seq = 2 * $1::int * $2::int * $3::int, rounds = $1::int * $2::int * $3::int, gaming_day = gaming_day + $3::int - 1 WHERE table_id > 0`,
	`ALTER TABLE heads ENABLE ALWAYS TRIGGER forward`, `VACUUM ANALYZE`,
}
