package pit

import "fmt"

// topsKept is how many of the lines paid most of a table are kept of a day.
const topsKept = 20

// selectSums are rows of rollups that are sent column by column.
const selectSums = `
SELECT grain, $1::date, table_id, settings, wager, row, dealer, hour, game, currency, coalesce(paytable, ''),
	rounds, voids, reversals, corrections, lines, wins, losses, pushes,
	handle::numeric, paid::numeric, taken::numeric, squares::numeric, top::numeric
FROM unnest($2::text[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::text[], $10::text[], $11::bytea[],
	$12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[],
	$20::text[], $21::text[], $22::text[], $23::text[], $24::text[])
	AS r (grain, table_id, settings, wager, row, dealer, hour, game, currency, paytable,
		rounds, voids, reversals, corrections, lines, wins, losses, pushes, handle, paid, taken, squares, top)`

// What is derived of the gaming day $1. Each is a query of all the columns of its
// relation, in their order, so that it can be inserted and can be compared.
const (
	// Chips move seldom: those of the tables $2 are summed from the first page on, up to $3.
	selectChipSums = `
SELECT $1::date, e.table_id, currency,
	count(DISTINCT e.seq) FILTER (WHERE kind = 'open'), count(DISTINCT e.seq) FILTER (WHERE kind = 'close'),
	coalesce(sum(amount) FILTER (WHERE kind = 'open' AND account = bank), 0), coalesce(sum(amount) FILTER (WHERE kind = 'fill' AND account = bank), 0),
	coalesce(sum(amount) FILTER (WHERE kind = 'credit' AND account = 'cage'), 0), coalesce(sum(amount) FILTER (WHERE account = box), 0),
	coalesce(sum(amount) FILTER (WHERE kind = 'close' AND account = 'cage'), 0), coalesce(-sum(amount) FILTER (WHERE account = short), 0)
FROM (
	SELECT e.table_id, seq, kind, currency, format('table %s bank', e.table_id) AS bank, format('table %s drop', e.table_id) AS box,
		format('table %s variance', e.table_id) AS short
	FROM unnest($2::bigint[], $3::bigint[]) AS m (table_id, upto)
	JOIN entries e ON e.gaming_day = $1 AND e.table_id = m.table_id AND e.seq <= m.upto WHERE e.round IS NULL
) e LEFT JOIN postings p ON p.gaming_day = $1 AND p.table_id = e.table_id AND p.seq = e.seq
GROUP BY e.table_id, currency`

	// The lines paid most of the day of those kept of the tables $2, which were rolled up before,
	// and those that came since.
	selectTopLines = `
SELECT $1::date, table_id, place::integer, seq, line, round, seat, wager, row, dealer, currency, stake, amount
FROM (
	SELECT *, row_number() OVER (PARTITION BY table_id ORDER BY amount DESC, seq, line) AS place
	FROM (
		SELECT table_id, seq, line, round, seat, wager, row, dealer, currency, stake, amount
		FROM rollup_tops WHERE gaming_day = $1 AND table_id = ANY ($2::bigint[])
		UNION ALL
		SELECT table_id, seq, line, round, seat, wager, row, dealer, currency, stake::numeric, amount::numeric
		FROM unnest($3::bigint[], $4::bigint[], $5::integer[], $6::bigint[], $7::smallint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
			AS t (table_id, seq, line, round, seat, wager, row, dealer, currency, stake, amount)
	) paid
) ranked WHERE place <= 20`
)

// Sums are added to those of the pages before.
const (
	sumsAdded = `
	rounds = r.rounds + excluded.rounds, voids = r.voids + excluded.voids,
	reversals = r.reversals + excluded.reversals, corrections = r.corrections + excluded.corrections,
	lines = r.lines + excluded.lines, wins = r.wins + excluded.wins,
	losses = r.losses + excluded.losses, pushes = r.pushes + excluded.pushes,
	handle = r.handle + excluded.handle, paid = r.paid + excluded.paid, taken = r.taken + excluded.taken,
	squares = r.squares + excluded.squares, top = greatest(r.top, excluded.top)`
	addSums    = ` ON CONFLICT (grain, gaming_day, table_id, settings, wager, row, dealer, hour) DO UPDATE SET` + sumsAdded
	addMonths  = ` ON CONFLICT (grain, month, table_id, settings, wager, row, dealer) DO UPDATE SET` + sumsAdded
	takePlaces = ` ON CONFLICT (gaming_day, table_id, place) DO UPDATE SET
	seq = excluded.seq, line = excluded.line, round = excluded.round, seat = excluded.seat, wager = excluded.wager, row = excluded.row,
	dealer = excluded.dealer, currency = excluded.currency, stake = excluded.stake, amount = excluded.amount`
)

// monthly are the rows of rollup_months that rows of rollups come to.
const monthly = `
SELECT grain, date_trunc('month', gaming_day)::date, table_id, settings, wager, row, dealer, game, currency, paytable,
	sum(rounds)::bigint, sum(voids)::bigint, sum(reversals)::bigint, sum(corrections)::bigint,
	sum(lines)::bigint, sum(wins)::bigint, sum(losses)::bigint, sum(pushes)::bigint,
	sum(handle), sum(paid), sum(taken), sum(squares), max(top)
FROM %s WHERE grain IN ('day', 'dealer', 'row') AND %s
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`

var (
	// What was written since is added to the months of the tables $25.
	addToMonths = `INSERT INTO rollup_months AS r` + fmt.Sprintf(monthly, `(`+selectSums+`) AS d
	(grain, gaming_day, table_id, settings, wager, row, dealer, hour, game, currency, paytable,
		rounds, voids, reversals, corrections, lines, wins, losses, pushes, handle, paid, taken, squares, top)`,
		`table_id = ANY ($25::bigint[])`) + addMonths
	// The month of the day $1 is summed again, at the tables $2, where a day of it was derived anew.
	selectMonth = fmt.Sprintf(monthly, `rollups`, `gaming_day BETWEEN `+firstOfMonth+` AND `+lastOfMonth+` AND table_id = ANY ($2::bigint[])`)
	ofMonth     = ` FROM rollup_months WHERE grain IN ('day', 'dealer', 'row') AND month = ` + firstOfMonth + ` AND table_id = ANY ($2::bigint[])`
)

const (
	firstOfMonth = `date_trunc('month', $1::date)::date`
	lastOfMonth  = `(date_trunc('month', $1::date) + interval '1 month - 1 day')::date`
)

// The days of the tables $1, or of all where it is null, on which something was written
// since they were rolled up last: those of rounds that ended, of chips that moved and of
// corrections that were booked. After is how far the day was rolled up.
const selectMoved = `
SELECT h.table_id, d.gaming_day, coalesce((SELECT seq FROM rollup_cursors WHERE table_id = h.table_id AND gaming_day = d.gaming_day), 0), h.seq
FROM heads h
CROSS JOIN LATERAL (SELECT coalesce(max(seq), 0) AS seq FROM rollup_cursors WHERE table_id = h.table_id) c
CROSS JOIN LATERAL (
	SELECT gaming_day FROM days WHERE table_id = h.table_id
		AND seq >= coalesce((SELECT max(seq) FROM days WHERE table_id = h.table_id AND seq <= c.seq), 0)
	UNION SELECT gaming_day FROM entries WHERE table_id = h.table_id AND round IS NULL AND seq > c.seq
	UNION SELECT gaming_day FROM reversals WHERE table_id = h.table_id AND seq > c.seq
) d
WHERE h.table_id > 0 AND ($1::bigint[] IS NULL OR h.table_id = ANY ($1)) AND h.seq > c.seq
ORDER BY d.gaming_day, h.table_id`
