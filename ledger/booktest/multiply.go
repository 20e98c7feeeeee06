package booktest

import (
	"context"

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
