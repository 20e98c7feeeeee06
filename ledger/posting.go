package ledger

import (
	"strconv"

	"croupier/games"
)

// Bank is the account of a table's bank: "table 7 bank".
func Bank(table int64) string { return "table " + strconv.FormatInt(table, 10) + " bank" }

// Seat is the account of a seat at a table: "table 7 seat 3".
func Seat(table int64, seat games.Place) string {
	return "table " + strconv.FormatInt(table, 10) + " seat " + strconv.Itoa(int(seat))
}

// moved returns the entry's postings, made from its lines where none are given.
func (e *Entry) moved(table int64) []Posting {
	if e.Postings != nil {
		return e.Postings
	}
	return postings(table, e.Lines)
}

// postings moves what the lines say: for each line that moves chips, to the seat
// and from the bank, or the other way round.
func postings(table int64, lines []Line) []Posting {
	ps := make([]Posting, 0, 2*len(lines))
	bank := Bank(table)
	for i := range lines {
		l := &lines[i]
		if l.Amount.IsZero() {
			continue
		}
		seat := Posting{Line: i + 1, Account: Seat(table, l.Seat), Amount: l.Amount, Wager: l.Wager, Row: l.Row, Paytable: l.Paytable}
		other := seat
		other.Account, other.Amount = bank, l.Amount.Neg()
		ps = append(ps, seat, other)
	}
	return ps
}

const insertPostings = `
INSERT INTO postings (gaming_day, table_id, seq, posting, line, account, amount, wager, row, paytable)
SELECT $1, $2, $3, posting, line, account, amount::numeric, wager, priced, paytable
FROM unnest($4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[])
	AS p (posting, line, account, amount, wager, priced, paytable)`

// postings writes all postings of an entry with one statement, which is what the
// database's check of their sum goes by.
func (w *writer) postings(ps []Posting) {
	if len(ps) == 0 {
		return
	}
	c := new(postingColumns)
	for i := range ps {
		w.posting(i+1, &ps[i], c)
	}
	w.batch.Queue(insertPostings, w.page.GamingDay, w.table, w.seq,
		c.posting, c.line, c.account, c.amount, c.wager, c.row, c.paytable)
}

type postingColumns struct {
	posting         []int32
	line            []*int32
	account, amount []string
	wager, row      []*string
	paytable        [][]byte
}

func (w *writer) posting(n int, p *Posting, c *postingColumns) {
	t := &w.row
	t.start(kindPosting)
	t.date(w.page.GamingDay)
	t.int(w.table)
	t.int(w.seq)
	t.int(int64(n))
	if p.Line == 0 {
		t.null()
		c.line = append(c.line, nil)
	} else {
		line := int32(p.Line)
		t.int(int64(line))
		c.line = append(c.line, &line)
	}
	t.text(p.Account)
	c.amount = append(c.amount, t.money(p.Amount, won))
	c.wager = append(c.wager, t.optional(p.Wager))
	c.row = append(c.row, t.optional(p.Row))
	c.paytable = append(c.paytable, t.digest(p.Paytable))
	w.add()
	c.posting, c.account = append(c.posting, int32(n)), append(c.account, p.Account)
}
