package pit_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// What the roll-ups of a grain are to be, by the server alone: a statement that knows
// nothing of pages and adds nothing to what was there.
const summed = `
WITH ended AS (
	SELECT e.gaming_day, e.table_id, e.seq, e.kind, e.currency, r.game, r.settings, r.actor AS dealer,
		CASE e.kind WHEN 'reversal' THEN -1 ELSE 1 END AS sign,
		least(greatest(floor(extract(epoch FROM (e.at AT TIME ZONE (s.content->>'time_zone')) - (e.gaming_day + (s.content->>'day_start')::time)) / 3600), 0), 23) AS hour
	FROM entries e JOIN rounds r ON r.table_id = e.table_id AND r.round = e.round
	JOIN settings s ON s.table_id = r.table_id AND s.version = r.settings
	WHERE e.kind IN ('settle', 'void', 'reversal', 'correction')
), told AS (
	SELECT e.*, '' AS wager, '' AS row, NULL::text AS outcome, NULL::numeric AS stake, NULL::numeric AS amount FROM ended e WHERE NOT %[4]t
	UNION ALL
	SELECT e.*, l.wager, coalesce(l.row, ''), l.outcome, l.stake, l.amount
	FROM ended e JOIN lines l ON l.gaming_day = e.gaming_day AND l.table_id = e.table_id AND l.seq = e.seq
	WHERE e.kind <> 'void' AND l.outcome <> 'void'
), due AS (
	SELECT gaming_day, table_id, settings, wager, %[1]s AS row, %[2]s AS dealer, %[3]s AS hour, min(game) AS game, min(currency) AS currency,
		CASE WHEN NOT %[4]t THEN count(DISTINCT seq) FILTER (WHERE kind = 'settle') ELSE 0 END AS rounds,
		count(*) FILTER (WHERE wager = '' AND kind = 'void') AS voids, count(*) FILTER (WHERE wager = '' AND kind = 'reversal') AS reversals,
		count(*) FILTER (WHERE wager = '' AND kind = 'correction') AS corrections,
		coalesce(sum(sign) FILTER (WHERE wager <> ''), 0) AS lines, coalesce(sum(sign) FILTER (WHERE outcome = 'win'), 0) AS wins,
		coalesce(sum(sign) FILTER (WHERE outcome = 'lose'), 0) AS losses, coalesce(sum(sign) FILTER (WHERE outcome = 'push'), 0) AS pushes,
		coalesce(sum(stake), 0) AS handle, coalesce(sum(amount) FILTER (WHERE amount * sign > 0), 0) AS paid,
		coalesce(-sum(amount) FILTER (WHERE amount * sign < 0), 0) AS taken, coalesce(sum(sign * stake * stake), 0) AS squares,
		coalesce(greatest(max(amount) FILTER (WHERE sign = 1), 0), 0) AS top
	FROM told GROUP BY 1, 2, 3, 4, 5, 6, 7
), kept AS (
	SELECT gaming_day, table_id, settings, wager, row, dealer, hour, game, currency, rounds, voids, reversals, corrections,
		lines, wins, losses, pushes, handle, paid, taken, squares, top
	FROM rollups WHERE grain = '%[5]s'
)
SELECT (SELECT count(*) FROM kept), (SELECT count(*) FROM (SELECT * FROM due EXCEPT ALL SELECT * FROM kept) m), (SELECT count(*) FROM (SELECT * FROM kept EXCEPT ALL SELECT * FROM due) s)`

// addedUp fails where the roll-ups are not what the server adds up.
func addedUp(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	for _, g := range []struct {
		grain, row, dealer, hour string
		rows                     bool
	}{
		{"day", `''`, `''`, `0`, false}, {"dealer", `''`, `dealer`, `0`, false}, {"hour", `''`, `dealer`, `hour`, false},
		{"row", `row`, `''`, `0`, true}, {"all", `row`, `dealer`, `hour`, true},
	} {
		var kept, missing, surplus int
		must(t, pool.QueryRow(t.Context(), fmt.Sprintf(summed, g.row, g.dealer, g.hour, g.rows, g.grain)).Scan(&kept, &missing, &surplus))
		if kept == 0 || missing+surplus > 0 {
			t.Errorf("grain %s: %d rows are kept, %d are missing, %d are too many", g.grain, kept, missing, surplus)
		}
	}
}
