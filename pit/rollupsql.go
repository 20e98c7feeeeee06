package pit

// What is derived of the gaming day $1 of table $2. Each is a query of all the
// columns of its relation, in their order, so that it can be inserted and can be
// compared.
//
// Lines of a reversal have their stakes and amounts negated: they are added, and
// what is counted is counted back. Voided stakes were given back and are left out.
// Texts are sorted by their bytes, which is several times as fast as by a language.
const (
	deriveSums = `
WITH terms AS MATERIALIZED (
	SELECT version, coalesce(content->>'time_zone', 'UTC') AS zone, coalesce(content->>'day_start', '06:00')::time AS start,
		content->'paytables' AS priced
	FROM settings WHERE table_id = $2
), posted AS (
	SELECT e.seq, e.kind, e.currency, e.at, r.game, r.settings, r.actor AS dealer
	FROM entries e JOIN rounds r ON r.gaming_day = $1 AND r.table_id = $2 AND r.round = e.round
	WHERE e.gaming_day = $1 AND e.table_id = $2 AND e.kind IN ('settle', 'void')
	UNION ALL
	SELECT e.seq, e.kind, e.currency, e.at, r.game, r.settings, r.actor
	FROM entries e CROSS JOIN LATERAL (
		SELECT game, settings, actor FROM rounds
		WHERE table_id = $2 AND round = e.round AND gaming_day =
			(SELECT gaming_day FROM days WHERE table_id = $2 AND round <= e.round ORDER BY round DESC LIMIT 1)
	) r
	WHERE e.gaming_day = $1 AND e.table_id = $2 AND e.kind IN ('reversal', 'correction')
), ended AS MATERIALIZED (
	SELECT p.*, CASE kind WHEN 'reversal' THEN -1 ELSE 1 END AS sign,
		least(greatest(floor(extract(epoch FROM (at AT TIME ZONE zone) - ($1::date + start)) / 3600), 0), 23)::smallint AS hour
	FROM posted p JOIN terms t ON t.version = p.settings
), bet AS (
	SELECT e.*, l.wager COLLATE "C" AS wager, coalesce(l.row, '') COLLATE "C" AS row, l.outcome, l.stake, l.amount,
		row_number() OVER (PARTITION BY l.seq, l.wager COLLATE "C" ORDER BY l.line) = 1 AND e.kind = 'settle' AS first
	FROM ended e JOIN lines l ON l.gaming_day = $1 AND l.table_id = $2 AND l.seq = e.seq
	WHERE e.kind <> 'void' AND l.outcome <> 'void'
), fine AS MATERIALIZED (
	SELECT hour, settings, wager, row, dealer,
		min(game) AS game, min(currency) AS currency, count(*) FILTER (WHERE first) AS rounds, sum(sign) AS lines,
		sum(sign) FILTER (WHERE outcome = 'win') AS wins, sum(sign) FILTER (WHERE outcome = 'lose') AS losses,
		sum(sign) FILTER (WHERE outcome = 'push') AS pushes,
		sum(stake) AS handle, sum(sign * greatest(sign * amount, 0)) AS paid, sum(-sign * least(sign * amount, 0)) AS taken,
		sum(sign * stake * stake) AS squares, greatest(max(amount) FILTER (WHERE sign = 1), 0) AS top
	FROM bet GROUP BY hour, settings, wager, row, dealer
), counted AS (
	SELECT settings, dealer, hour, game, currency,
		count(*) FILTER (WHERE kind = 'settle') AS rounds, count(*) FILTER (WHERE kind = 'void') AS voids,
		count(*) FILTER (WHERE kind = 'reversal') AS reversals, count(*) FILTER (WHERE kind = 'correction') AS corrections
	FROM ended GROUP BY settings, dealer, hour, game, currency
)
SELECT CASE grouping(row, dealer, hour) WHEN 7 THEN 'day' WHEN 5 THEN 'dealer' WHEN 4 THEN 'hour' WHEN 3 THEN 'row' ELSE 'all' END,
	$1::date, $2::bigint, f.settings, wager COLLATE "default", coalesce(row, '') COLLATE "default", coalesce(dealer, ''), coalesce(hour, 0::smallint), game, currency,
	coalesce(decode(t.priced #>> ARRAY[wager, 'digest'], 'hex'), ''),
	CASE grouping(row) WHEN 1 THEN sum(rounds) ELSE 0 END::bigint, 0::bigint, 0::bigint, 0::bigint,
	sum(lines)::bigint, coalesce(sum(wins), 0)::bigint, coalesce(sum(losses), 0)::bigint, coalesce(sum(pushes), 0)::bigint,
	sum(handle), sum(paid), sum(taken), sum(squares), max(coalesce(top, 0))
FROM fine f JOIN terms t ON t.version = f.settings
GROUP BY f.settings, wager, game, currency, t.priced, GROUPING SETS ((), (dealer), (dealer, hour), (row), (row, dealer, hour))
UNION ALL
SELECT CASE grouping(dealer, hour) WHEN 3 THEN 'day' WHEN 1 THEN 'dealer' ELSE 'hour' END,
	$1::date, $2::bigint, settings, '', '', coalesce(dealer, ''), coalesce(hour, 0::smallint), game, currency, '',
	sum(rounds)::bigint, sum(voids)::bigint, sum(reversals)::bigint, sum(corrections)::bigint, 0, 0, 0, 0, 0, 0, 0, 0, 0
FROM counted
GROUP BY settings, game, currency, GROUPING SETS ((), (dealer), (dealer, hour))`

	deriveChips = `
SELECT $1::date, $2::bigint, currency,
	count(DISTINCT seq) FILTER (WHERE kind = 'open'), count(DISTINCT seq) FILTER (WHERE kind = 'close'),
	coalesce(sum(amount) FILTER (WHERE kind = 'open' AND account = bank), 0), coalesce(sum(amount) FILTER (WHERE kind = 'fill' AND account = bank), 0),
	coalesce(sum(amount) FILTER (WHERE kind = 'credit' AND account = 'cage'), 0), coalesce(sum(amount) FILTER (WHERE account = box), 0),
	coalesce(sum(amount) FILTER (WHERE kind = 'close' AND account = 'cage'), 0), coalesce(-sum(amount) FILTER (WHERE account = short), 0)
FROM (SELECT seq, kind, currency, format('table %s bank', $2::bigint) AS bank, format('table %s drop', $2::bigint) AS box,
	format('table %s variance', $2::bigint) AS short
	FROM entries WHERE gaming_day = $1 AND table_id = $2 AND round IS NULL) e
LEFT JOIN (SELECT seq, account, amount FROM postings WHERE gaming_day = $1 AND table_id = $2) p USING (seq)
GROUP BY currency`

	// The lines paid most of the day. A line that was taken back on another day is
	// still there: it was paid.
	deriveTops = `
SELECT $1::date, $2::bigint, row_number() OVER (ORDER BY l.amount DESC, l.seq, l.line)::integer, l.seq, l.line, l.round, l.seat, l.wager,
	coalesce(l.row, ''), coalesce(r.actor, ''), e.currency, l.stake, l.amount
FROM (SELECT * FROM lines WHERE gaming_day = $1 AND table_id = $2 AND amount > 0 AND stake > 0
	ORDER BY amount DESC, seq, line LIMIT 20) l
JOIN entries e ON e.gaming_day = $1 AND e.table_id = $2 AND e.seq = l.seq
LEFT JOIN LATERAL (
	SELECT actor FROM rounds WHERE table_id = $2 AND round = l.round AND gaming_day =
		(SELECT gaming_day FROM days WHERE table_id = $2 AND round <= l.round ORDER BY round DESC LIMIT 1)
) r ON true`
)

// derived are the relations that are derived of a gaming day of a table.
var derived = []struct{ name, query string }{
	{"rollups", deriveSums}, {"rollup_chips", deriveChips}, {"rollup_tops", deriveTops},
}

// A table's days on which something was written since it was rolled up last, of
// table $1 or, where it is 0, of all: those of rounds that ended, of chips that
// moved and of corrections that were booked.
const selectMoved = `
SELECT h.table_id, h.seq, d.gaming_day
FROM heads h
CROSS JOIN LATERAL (SELECT coalesce(max(seq), 0) AS seq FROM rollup_cursors WHERE table_id = h.table_id) c
CROSS JOIN LATERAL (
	SELECT gaming_day FROM days WHERE table_id = h.table_id
		AND seq >= coalesce((SELECT max(seq) FROM days WHERE table_id = h.table_id AND seq <= c.seq), 0)
	UNION SELECT gaming_day FROM entries WHERE table_id = h.table_id AND round IS NULL AND seq > c.seq
	UNION SELECT gaming_day FROM reversals WHERE table_id = h.table_id AND seq > c.seq
) d
WHERE h.table_id > 0 AND ($1::bigint = 0 OR h.table_id = $1) AND h.seq > c.seq
ORDER BY h.table_id, d.gaming_day`
