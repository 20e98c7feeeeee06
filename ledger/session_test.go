package ledger_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"croupier/ledger"
)

// sessions are two of table 3 in the bulk: one closed, of 20 rounds, and one from
// then on, of 40 rounds over two gaming days. In each round the bank pays 5.
const sessions = `
CREATE TEMP TABLE between AS SELECT * FROM (VALUES (date '2026-12-11', 2001, 'open', 100), ('2026-12-11', 2022, 'close', 0),
	('2026-12-11', 2023, 'open', 1000), ('2026-12-12', 2044, 'fill', 500)) b (day, seq, kind, amount);
CREATE TEMP TABLE dealt AS SELECT date '2026-12-11' AS day, seq FROM generate_series(2002, 2021) seq
	UNION ALL SELECT '2026-12-11', seq FROM generate_series(2024, 2043) seq
	UNION ALL SELECT '2026-12-12', seq FROM generate_series(2045, 2064) seq;
INSERT INTO days (table_id, round, seq, gaming_day) VALUES (3, 2002, 2002, '2026-12-11'), (3, 2045, 2045, '2026-12-12');
INSERT INTO entries (gaming_day, table_id, seq, kind, currency, actor, approver, at) SELECT day, 3, seq, kind, 'KRW', 'ann', 'ben', now() FROM between;
INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, at)
	SELECT day, 3, seq, seq, CASE WHEN seq = 2050 THEN 'void' ELSE 'settle' END, 'KRW', 'ann', now() FROM dealt;
INSERT INTO postings (gaming_day, table_id, seq, posting, account, amount)
	SELECT day, 3, seq, n, CASE n WHEN 1 THEN 'cage' ELSE 'table 3 bank' END, amount * (2 * n - 3) FROM between, generate_series(1, 2) n WHERE amount > 0;
INSERT INTO postings (gaming_day, table_id, seq, posting, line, account, amount)
	SELECT day, 3, seq, n, 1, CASE n WHEN 1 THEN 'table 3 seat 1' ELSE 'table 3 bank' END, 15 - 10 * n FROM dealt, generate_series(1, 2) n;
ANALYZE days, entries, postings`

// TestASession reads sessions of a book that holds many more entries, and looks
// at no postings but theirs.
func TestASession(t *testing.T) {
	t.Parallel()
	b := newBook(t, 0, 0)
	super := b.superuser(t)
	_, err := super.Exec(t.Context(), bulk)
	must(t, err)
	_, err = super.Exec(t.Context(), sessions)
	must(t, err)
	for name, test := range map[string]struct {
		ask                 ledger.AskSession
		opened, closed      int64
		bank, rounds, voids int64
		postings            int
	}{
		"last":          {ledger.AskSession{Table: 3, Sums: true}, 2023, 0, 1500 - 5*40, 39, 1, 2 * 42},
		"by its seq":    {ledger.AskSession{Table: 3, Opening: 2001, Sums: true}, 2001, 2022, 100 - 5*20, 20, 0, 2 * 21},
		"bounds alone":  {ledger.AskSession{Table: 3}, 2023, 0, 0, 0, 0, 0},
		"of no opening": {ledger.AskSession{Table: 3, Opening: 2022, Sums: true}, 0, 0, 0, 0, 0, 0},
		"never opened":  {ledger.AskSession{Table: 4, Sums: true}, 0, 0, 0, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			tx, err := b.Begin(t.Context())
			must(t, err)
			defer func() { must(t, tx.Rollback(t.Context())) }()
			before := looked(t, tx)
			s := ask(t, tx, test.ask)
			after := looked(t, tx)
			if n := after["postings"] - before["postings"]; n != test.postings {
				t.Errorf("a look at %d postings, want %d", n, test.postings)
			}
			var closed int64
			if s.Closing != nil {
				closed = s.Closing.Seq
			}
			got := []int64{s.Opening.Seq, closed, s.Moved(ledger.Bank(3)).IntPart(), s.Rounds, s.Voids}
			if diff := cmp.Diff([]int64{test.opened, test.closed, test.bank, test.rounds, test.voids}, got); diff != "" {
				t.Errorf("opened, closed, bank, rounds, voids (-want +got):\n%s", diff)
			}
		})
	}
}

func ask(t *testing.T, tx pgx.Tx, a ledger.AskSession) ledger.Session {
	t.Helper()
	var b pgx.Batch
	a.Queue(&b)
	results := tx.SendBatch(t.Context(), &b)
	s, err := a.Read(results)
	must(t, err)
	must(t, results.Close())
	return s
}
