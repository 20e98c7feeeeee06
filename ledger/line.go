package ledger

const insertLines = `
INSERT INTO lines (gaming_day, table_id, seq, round,
	line, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, row, paytable)
SELECT $1, $2, $3, $4,
	line, seat, wager, stake::numeric, outcome, odds::numeric, exact::numeric, rounded::numeric, amount::numeric,
	clause, reason, priced, paytable
FROM unnest($5::int[], $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
	$12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::bytea[])
	AS l (line, seat, wager, stake, outcome, odds, exact, rounded, amount, clause, reason, priced, paytable)`

// lines writes the lines of an entry, numbered from 1.
func (w *writer) lines(lines []Line) {
	if len(lines) == 0 {
		return
	}
	p, c := w.page, new(lineColumns)
	for i := range lines {
		w.line(i+1, &lines[i], c)
	}
	w.batch.Queue(insertLines, p.GamingDay, w.table, w.seq, p.Round,
		c.line, c.seat, c.wager, c.stake, c.outcome, c.odds, c.exact, c.rounded, c.amount, c.clause, c.reason, c.row, c.paytable)
}

type lineColumns struct {
	line                                                []int32
	seat                                                []int16
	wager, stake, outcome, odds, exact, rounded, amount []string
	clause, reason, row                                 []*string
	paytable                                            [][]byte
}

func (w *writer) line(n int, l *Line, c *lineColumns) {
	t := &w.row
	t.start(kindLine)
	t.date(w.page.GamingDay)
	t.int(w.table)
	t.int(w.seq)
	t.int(int64(n))
	t.int(w.page.Round)
	t.int(int64(l.Seat))
	t.text(l.Wager)
	c.stake = append(c.stake, t.money(l.Stake, chips))
	t.text(string(l.Won))
	c.odds = append(c.odds, t.money(l.Odds, odds))
	c.exact = append(c.exact, t.money(l.Exact, exact))
	c.rounded = append(c.rounded, t.money(l.Rounded, won))
	c.amount = append(c.amount, t.money(l.Amount, won))
	t.money(l.Exact.Sub(l.Rounded), exact) // breakage, which the server works out
	c.clause = append(c.clause, t.optional(l.Clause))
	c.reason = append(c.reason, t.optional(l.Reason))
	c.row = append(c.row, t.optional(l.Row))
	c.paytable = append(c.paytable, t.digest(l.Paytable))
	w.add()
	c.line, c.seat = append(c.line, int32(n)), append(c.seat, int16(l.Seat))
	c.wager, c.outcome = append(c.wager, l.Wager), append(c.outcome, string(l.Won))
}
