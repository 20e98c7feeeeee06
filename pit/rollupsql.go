package pit

// What is derived of the gaming day $1 at the tables $2, of the pages of each table's
// chain that come after $3 and not after $4. Each is a query of all the columns of its
// relation, in their order, so that it can be inserted and can be compared.
//
// Lines of a reversal have their stakes and amounts negated: they are added, and
// what is counted is counted back. Voided stakes were given back and are left out.
// Texts are sorted by their bytes, which is several times as fast as by a language.
const (
	pagesMoved = `moved AS (SELECT * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS m (table_id, after, upto))`

	// Sums can be added to those of the pages before.
	deriveSums = `
WITH ` + pagesMoved + `, terms AS MATERIALIZED (
	SELECT table_id, version, coalesce(content->>'time_zone', 'UTC') AS zone, coalesce(content->>'day_start', '06:00')::time AS start,
		content->'paytables' AS priced
	FROM settings WHERE table_id = ANY ($2)
), posted AS (
	SELECT e.table_id, e.seq, e.kind, e.currency, e.at, r.game, r.settings, r.actor AS dealer, 1 AS sign
	FROM moved m JOIN entries e ON e.gaming_day = $1 AND e.table_id = m.table_id AND e.seq > m.after AND e.seq <= m.upto
	JOIN rounds r ON r.gaming_day = $1 AND r.table_id = e.table_id AND r.round = e.round
	WHERE e.kind IN ('settle', 'void')
	UNION ALL
	SELECT e.table_id, e.seq, e.kind, e.currency, e.at, r.game, r.settings, r.actor, CASE e.kind WHEN 'reversal' THEN -1 ELSE 1 END
	FROM moved m JOIN entries e ON e.gaming_day = $1 AND e.table_id = m.table_id AND e.seq > m.after AND e.seq <= m.upto
	CROSS JOIN LATERAL (
		SELECT game, settings, actor FROM rounds
		WHERE table_id = e.table_id AND round = e.round AND gaming_day =
			(SELECT gaming_day FROM days WHERE table_id = e.table_id AND round <= e.round ORDER BY round DESC LIMIT 1)
	) r
	WHERE e.kind IN ('reversal', 'correction')
), ended AS MATERIALIZED (
	SELECT p.*, least(greatest(floor(extract(epoch FROM (at AT TIME ZONE zone) - ($1::date + start)) / 3600), 0), 23)::smallint AS hour
	FROM posted p JOIN terms t ON t.table_id = p.table_id AND t.version = p.settings
), bet AS MATERIALIZED (
	SELECT e.table_id, e.seq, e.kind, e.game, e.currency, e.settings, e.dealer, e.hour, e.sign,
		l.wager COLLATE "C" AS wager, coalesce(l.row, '') COLLATE "C" AS row, l.outcome, l.stake, l.amount
	FROM ended e JOIN lines l ON l.gaming_day = $1 AND l.table_id = e.table_id AND l.seq = e.seq
	WHERE e.kind <> 'void' AND l.outcome <> 'void'
), fine AS (
	SELECT table_id, settings, wager, row, dealer, hour, min(game) AS game, min(currency) AS currency, 0 AS rounds, sum(sign) AS lines,
		sum(sign) FILTER (WHERE outcome = 'win') AS wins, sum(sign) FILTER (WHERE outcome = 'lose') AS losses,
		sum(sign) FILTER (WHERE outcome = 'push') AS pushes,
		sum(stake) AS handle, sum(amount) FILTER (WHERE (amount > 0) = (sign = 1)) AS paid,
		-sum(amount) FILTER (WHERE (amount < 0) = (sign = 1)) AS taken,
		sum(stake * abs(stake)) AS squares, max(amount) FILTER (WHERE sign = 1) AS top
	FROM bet GROUP BY table_id, settings, wager, row, dealer, hour
	UNION ALL
	SELECT table_id, settings, wager, NULL, dealer, hour, min(game), min(currency), count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM (SELECT DISTINCT table_id, seq, settings, wager, dealer, hour, game, currency FROM bet WHERE kind = 'settle') once
	GROUP BY table_id, settings, wager, dealer, hour
), counted AS (
	SELECT table_id, settings, dealer, hour, game, currency,
		count(*) FILTER (WHERE kind = 'settle') AS rounds, count(*) FILTER (WHERE kind = 'void') AS voids,
		count(*) FILTER (WHERE kind = 'reversal') AS reversals, count(*) FILTER (WHERE kind = 'correction') AS corrections
	FROM ended GROUP BY table_id, settings, dealer, hour, game, currency
)
SELECT grain, $1::date, s.table_id, s.settings, wager COLLATE "default", row COLLATE "default", dealer, hour, game, currency,
	coalesce(decode(t.priced #>> ARRAY[wager, 'digest'], 'hex'), ''), rounds, 0::bigint, 0::bigint, 0::bigint,
	lines, wins, losses, pushes, handle, paid, taken, squares, greatest(top, 0)
FROM (
	SELECT CASE grouping(row, dealer, hour) WHEN 7 THEN 'day' WHEN 5 THEN 'dealer' WHEN 4 THEN 'hour' WHEN 3 THEN 'row' ELSE 'all' END AS grain,
		table_id, settings, wager, coalesce(row, '') AS row, coalesce(dealer, '') AS dealer, coalesce(hour, 0::smallint) AS hour,
		min(game) AS game, min(currency) AS currency, CASE grouping(row) WHEN 1 THEN sum(rounds) ELSE 0 END::bigint AS rounds,
		sum(lines)::bigint AS lines, coalesce(sum(wins), 0)::bigint AS wins, coalesce(sum(losses), 0)::bigint AS losses,
		coalesce(sum(pushes), 0)::bigint AS pushes, sum(handle) AS handle, coalesce(sum(paid), 0) AS paid, coalesce(sum(taken), 0) AS taken,
		sum(squares) AS squares, max(top) AS top
	FROM fine GROUP BY table_id, settings, wager, GROUPING SETS ((), (dealer), (dealer, hour), (row), (row, dealer, hour))
	HAVING grouping(row) = 1 OR row IS NOT NULL
) s JOIN terms t ON t.table_id = s.table_id AND t.version = s.settings
UNION ALL
SELECT CASE grouping(dealer, hour) WHEN 3 THEN 'day' WHEN 1 THEN 'dealer' ELSE 'hour' END,
	$1::date, table_id, settings, '', '', coalesce(dealer, ''), coalesce(hour, 0::smallint), game, currency, '',
	sum(rounds)::bigint, sum(voids)::bigint, sum(reversals)::bigint, sum(corrections)::bigint, 0, 0, 0, 0, 0, 0, 0, 0, 0
FROM counted
GROUP BY table_id, settings, game, currency, GROUPING SETS ((), (dealer), (dealer, hour))`

	// Chips move seldom: they are summed from the first page on.
	deriveChips = `
WITH ` + pagesMoved + `
SELECT $1::date, e.table_id, currency,
	count(DISTINCT e.seq) FILTER (WHERE kind = 'open'), count(DISTINCT e.seq) FILTER (WHERE kind = 'close'),
	coalesce(sum(amount) FILTER (WHERE kind = 'open' AND account = bank), 0), coalesce(sum(amount) FILTER (WHERE kind = 'fill' AND account = bank), 0),
	coalesce(sum(amount) FILTER (WHERE kind = 'credit' AND account = 'cage'), 0), coalesce(sum(amount) FILTER (WHERE account = box), 0),
	coalesce(sum(amount) FILTER (WHERE kind = 'close' AND account = 'cage'), 0), coalesce(-sum(amount) FILTER (WHERE account = short), 0)
FROM (
	SELECT e.table_id, seq, kind, currency, format('table %s bank', e.table_id) AS bank, format('table %s drop', e.table_id) AS box,
		format('table %s variance', e.table_id) AS short
	FROM moved m JOIN entries e ON e.gaming_day = $1 AND e.table_id = m.table_id AND e.seq <= m.upto WHERE e.round IS NULL
) e LEFT JOIN postings p ON p.gaming_day = $1 AND p.table_id = e.table_id AND p.seq = e.seq
GROUP BY e.table_id, currency`

	// The lines paid most of the day, of those kept and those that came since. A line
	// that was taken back on another day is still there: it was paid.
	deriveTops = `
WITH ` + pagesMoved + `
SELECT $1::date, table_id, place::integer, seq, line, round, seat, wager, row, dealer, currency, stake, amount
FROM (
	SELECT *, row_number() OVER (PARTITION BY table_id ORDER BY amount DESC, seq, line) AS place
	FROM (
		SELECT k.table_id, k.seq, k.line, k.round, k.seat, k.wager, k.row, k.dealer, k.currency, k.stake, k.amount
		FROM moved m JOIN rollup_tops k ON k.gaming_day = $1 AND k.table_id = m.table_id WHERE m.after > 0
		UNION ALL
		SELECT l.table_id, l.seq, l.line, l.round, l.seat, l.wager, coalesce(l.row, ''), coalesce(r.actor, ''), e.currency, l.stake, l.amount
		FROM moved m CROSS JOIN LATERAL (
			SELECT * FROM lines WHERE gaming_day = $1 AND table_id = m.table_id AND seq > m.after AND seq <= m.upto AND amount > 0 AND stake > 0
			ORDER BY amount DESC, seq, line LIMIT 20
		) l
		JOIN entries e ON e.gaming_day = $1 AND e.table_id = l.table_id AND e.seq = l.seq
		LEFT JOIN LATERAL (
			SELECT actor FROM rounds WHERE table_id = l.table_id AND round = l.round AND gaming_day =
				(SELECT gaming_day FROM days WHERE table_id = l.table_id AND round <= l.round ORDER BY round DESC LIMIT 1)
		) r ON true
	) paid
) ranked WHERE place <= 20`
)

// A derivation is of one of the relations that are derived of a gaming day of a table.
type derivation struct {
	name, query string
	whole       bool   // derived from the first page on, in the place of what was there
	conflict    string // what becomes of a row that is there already
}

var derived = []derivation{
	{name: "rollups", query: deriveSums, conflict: `ON CONFLICT (grain, gaming_day, table_id, settings, wager, row, dealer, hour) DO UPDATE SET
		rounds = rollups.rounds + excluded.rounds, voids = rollups.voids + excluded.voids,
		reversals = rollups.reversals + excluded.reversals, corrections = rollups.corrections + excluded.corrections,
		lines = rollups.lines + excluded.lines, wins = rollups.wins + excluded.wins,
		losses = rollups.losses + excluded.losses, pushes = rollups.pushes + excluded.pushes,
		handle = rollups.handle + excluded.handle, paid = rollups.paid + excluded.paid, taken = rollups.taken + excluded.taken,
		squares = rollups.squares + excluded.squares, top = greatest(rollups.top, excluded.top)`},
	{name: "rollup_chips", query: deriveChips, whole: true},
	{name: "rollup_tops", query: deriveTops, conflict: `ON CONFLICT (gaming_day, table_id, place) DO UPDATE SET
		seq = excluded.seq, line = excluded.line, round = excluded.round, seat = excluded.seat, wager = excluded.wager, row = excluded.row,
		dealer = excluded.dealer, currency = excluded.currency, stake = excluded.stake, amount = excluded.amount`},
}

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
