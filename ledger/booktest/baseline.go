package booktest

import (
	"context"
	"crypto/sha256"
	_ "embed"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/games"
	"croupier/ledger"
)

//go:embed baseline.sql
var functions string

// InstallFunctions makes the functions ByFunction calls. The pool must be
// the superuser's, with the book's schema first on its search path.
func InstallFunctions(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, functions)
	return err
}

// A sheet is a page in the columns of its rows.
type sheet struct {
	ledger.Page
	leaf, marks []byte
	events      []ledger.Event
	lines       []ledger.Line
	postings    []ledger.Posting
}

func sheetOf(p ledger.Page, table int64) sheet {
	s := sheet{Page: p, events: p.Events}
	rows := 2
	if p.Entry != nil {
		s.lines = p.Entry.Lines
		s.postings = postings(table, s.lines)
		rows += 1 + len(s.events) + len(s.lines) + len(s.postings)
	}
	leaf := sha256.Sum256(p.Answer.Body)
	s.leaf, s.marks = leaf[:], make([]byte, 8*rows)
	return s
}

func postings(table int64, lines []ledger.Line) (ps []ledger.Posting) {
	for i, l := range lines {
		if l.Amount.IsZero() {
			continue
		}
		p := ledger.Posting{Line: i + 1, Account: ledger.Seat(table, l.Seat), Amount: l.Amount, Wager: l.Wager, Row: l.Row, Paytable: l.Paytable}
		bank := p
		bank.Account, bank.Amount = ledger.Bank(table), l.Amount.Neg()
		ps = append(ps, p, bank)
	}
	return ps
}

// A Hand is the two pages a round of one request for its opening and one for
// all its events comes to. They are written under the gaming day Day.
type Hand struct {
	Opening, Ending ledger.Page
}

// Plausible is the hand that Play writes.
var Plausible = Hand{
	Opening: Opening(ledger.Head{}),
	Ending:  Ending(ledger.Head{Rounds: 1, OpenRound: 1, OpenDay: Day}),
}

func (h Hand) opening(table, number int64) sheet {
	h.Opening.Key.Key = key("open", table, number).Key
	return sheetOf(h.Opening, table)
}

func (h Hand) ending(table, number int64) sheet {
	h.Ending.Key.Key = key("settle", table, number).Key
	return sheetOf(h.Ending, table)
}

// ByFunction writes the rows of the hand as the table's round of that number,
// in two commits, each one call of an SQL function.
func (h Hand) ByFunction(ctx context.Context, pool *pgxpool.Pool, table, number int64) error {
	s := h.opening(table, number)
	r := s.Opening
	_, err := pool.Exec(ctx, `SELECT baseline_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		table, Day, number, s.leaf, s.marks, s.Actor, s.Key.Key, s.At, s.Key.Body[:], s.Answer.Status, s.Answer.Body,
		r.Game, r.Settings, r.Digest[:], r.Currency, r.Dealing)
	if err != nil {
		return err
	}
	s = h.ending(table, number)
	es, ls, ps := s.events, s.lines, s.postings
	_, err = pool.Exec(ctx, `SELECT baseline_end($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
		$13, $14, $15, $16, $17, $18, $19::text[]::numeric[], $20, $21, $22, $23, $24::text[]::numeric[], $25, $26::text[]::numeric[],
		$27::text[]::numeric[], $28::text[]::numeric[], $29::text[]::numeric[], $30, $31, $32, $33, $34, $35, $36, $37::text[]::numeric[], $38, $39, $40)`,
		table, Day, number, s.leaf, s.marks, s.Actor, s.Key.Key, s.At, s.Key.Body[:], s.Answer.Status, s.Answer.Body, s.Entry.Currency,
		column(es, func(e ledger.Event) int32 { return int32(e.N) }), column(es, func(e ledger.Event) string { return e.Step }),
		column(es, func(e ledger.Event) string { return string(e.Kind) }), column(es, func(e ledger.Event) int16 { return int16(e.Place) }),
		column(es, func(e ledger.Event) *string { return text(e.Do) }), column(es, func(e ledger.Event) *string { return text(e.Wager) }),
		column(es, amount), column(es, func(e ledger.Event) *string { return text(e.Cards.String()) }),
		counted(ls), column(ls, func(l ledger.Line) int16 { return int16(l.Seat) }), column(ls, func(l ledger.Line) string { return l.Wager }),
		column(ls, func(l ledger.Line) string { return l.Stake.String() }), column(ls, func(l ledger.Line) string { return string(l.Won) }),
		column(ls, func(l ledger.Line) string { return l.Odds.String() }), column(ls, func(l ledger.Line) string { return l.Exact.String() }),
		column(ls, func(l ledger.Line) string { return l.Rounded.String() }), column(ls, func(l ledger.Line) string { return l.Amount.String() }),
		column(ls, func(l ledger.Line) *string { return text(l.Clause) }), column(ls, func(l ledger.Line) *string { return text(l.Reason) }),
		column(ls, func(l ledger.Line) *string { return text(l.Row) }), column(ls, func(l ledger.Line) []byte { return bytes(l.Paytable) }),
		counted(ps), column(ps, func(p ledger.Posting) int32 { return int32(p.Line) }), column(ps, func(p ledger.Posting) string { return p.Account }),
		column(ps, func(p ledger.Posting) string { return p.Amount.String() }), column(ps, func(p ledger.Posting) *string { return text(p.Wager) }),
		column(ps, func(p ledger.Posting) *string { return text(p.Row) }), column(ps, func(p ledger.Posting) []byte { return bytes(p.Paytable) }))
	return err
}

// ByRow writes the rows of the hand in two commits, with one INSERT a row.
func (h Hand) ByRow(ctx context.Context, pool *pgxpool.Pool, table, number int64) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		s := h.opening(table, number)
		seq, err := s.link(ctx, tx, table, number, true)
		if err != nil {
			return err
		}
		if number == 1 {
			if _, err := tx.Exec(ctx, `INSERT INTO days VALUES ($1, $2, $3, $4)`, table, number, seq, Day); err != nil {
				return err
			}
		}
		r := s.Opening
		_, err = tx.Exec(ctx, `INSERT INTO rounds VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL, NULL, $10, $11)`,
			Day, table, number, seq, r.Game, r.Settings, r.Digest[:], r.Currency, r.Dealing, s.Actor, s.At)
		return err
	})
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		s := h.ending(table, number)
		return s.endByRow(ctx, tx, table, number)
	})
}

func (s *sheet) endByRow(ctx context.Context, tx pgx.Tx, table, number int64) error {
	seq, err := s.link(ctx, tx, table, number, false)
	if err != nil {
		return err
	}
	for _, e := range s.events {
		if _, err := tx.Exec(ctx, `INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::numeric, $12, NULL, false, $13, NULL, $14)`,
			Day, table, number, e.N, seq, e.Step, string(e.Kind), int16(e.Place), text(e.Do), text(e.Wager), amount(e), text(e.Cards.String()), s.Actor, s.At); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, `INSERT INTO entries VALUES ($1, $2, $3, $4, 'settle', $5, $6, NULL, NULL, $7)`,
		Day, table, seq, number, s.Entry.Currency, s.Actor, s.At); err != nil {
		return err
	}
	for i, l := range s.lines {
		if _, err := tx.Exec(ctx, `INSERT INTO lines VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::numeric, $9, $10::text::numeric, $11::text::numeric,
			$12::text::numeric, $13::text::numeric, DEFAULT, $14, $15, $16, $17)`,
			Day, table, seq, i+1, number, int16(l.Seat), l.Wager, l.Stake.String(), string(l.Won), l.Odds.String(), l.Exact.String(),
			l.Rounded.String(), l.Amount.String(), text(l.Clause), text(l.Reason), text(l.Row), bytes(l.Paytable)); err != nil {
			return err
		}
	}
	return s.postByRow(ctx, tx, table, seq)
}

// postByRow writes a posting and its opposite with one statement, since the
// database takes no posting without it.
func (s *sheet) postByRow(ctx context.Context, tx pgx.Tx, table, seq int64) error {
	for i := 0; i < len(s.postings); i += 2 {
		p, bank := s.postings[i], s.postings[i+1]
		if _, err := tx.Exec(ctx, `INSERT INTO postings VALUES ($1, $2, $3, $4, $5, $6, $7::text::numeric, $8, $9, $10), ($1, $2, $3, $4 + 1, $5, $11, $12::text::numeric, $8, $9, $10)`,
			Day, table, seq, i+1, p.Line, p.Account, p.Amount.String(), text(p.Wager), text(p.Row), bytes(p.Paytable), bank.Account, bank.Amount.String()); err != nil {
			return err
		}
	}
	return nil
}

// link locks the head and writes the link and the answer, one row at a time.
func (s *sheet) link(ctx context.Context, tx pgx.Tx, table, number int64, opens bool) (seq int64, err error) {
	var prev []byte
	if err := tx.QueryRow(ctx, `SELECT seq + 1, hash FROM heads WHERE table_id = $1 FOR UPDATE`, table).Scan(&seq, &prev); err != nil {
		return 0, err
	}
	hash := sha256.Sum256(append(prev[:32:32], s.leaf...))
	var open *int64
	if opens {
		open = &number
	}
	if _, err := tx.Exec(ctx, `INSERT INTO links VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		Day, table, seq, prev, s.leaf, hash[:], s.marks, s.Actor, s.Key.Key, s.At); err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO requests VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		s.Actor, s.Key.Key, s.Key.Body[:], table, seq, s.Answer.Status, s.Answer.Body, s.At); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `UPDATE heads SET seq = $2, hash = $3, rounds = $4, open_round = $5, gaming_day = $6, settings = 1 WHERE table_id = $1`,
		table, seq, hash[:], number, open, Day)
	return seq, err
}

func column[R, V any](rows []R, of func(R) V) []V {
	vs := make([]V, len(rows))
	for i := range rows {
		vs[i] = of(rows[i])
	}
	return vs
}

func counted[R any](rows []R) []int32 {
	ns := make([]int32, len(rows))
	for i := range ns {
		ns[i] = int32(i + 1)
	}
	return ns
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func amount(e ledger.Event) *string {
	if e.Wager == "" || e.Kind == games.KindPay {
		return nil
	}
	return text(e.Amount.String())
}

func bytes(d *[32]byte) []byte {
	if d == nil {
		return nil
	}
	return d[:]
}
