package pit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// A shoe is a table whose rounds are written to the book as they were played.
type shoe struct {
	t    testing.TB
	pool *pgxpool.Pool
	id   int64
	felt *house.Felt
}

func newShoe(t testing.TB, pool *pgxpool.Pool, s house.Spec) *shoe {
	t.Helper()
	id := housetest.Table(t, pool, s)
	felt, err := house.LoadFelt(t.Context(), pool, id, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &shoe{t, pool, id, felt}
}

// keep writes rounds that are over, the days after the first day of the house.
func (s *shoe) keep(days int, rounds ...*games.Round) {
	s.t.Helper()
	err := postgres.Transact(s.t.Context(), s.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(s.t.Context(), tx, s.id, 0, ledger.Key{})
		if err != nil {
			return err
		}
		for _, r := range rounds {
			number := held.Head.Rounds + 1
			for _, p := range []ledger.Page{s.opening(number), s.ending(number, r)} {
				p.Actor, p.At, p.GamingDay = housetest.Dealer, housetest.At, housetest.At.AddDate(0, 0, days)
				if held.Head, err = ledger.Append(s.t.Context(), tx, held.Head, p); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shoe) opening(number int64) ledger.Page {
	return ledger.Page{Opening: &ledger.Round{
		Number: number, Game: s.felt.Game.Name, Settings: 1, Digest: s.felt.Digest,
		Currency: s.felt.Settings.Currency, Dealing: "hand",
	}}
}

func (s *shoe) ending(number int64, r *games.Round) ledger.Page {
	p := ledger.Page{Round: number, Entry: &ledger.Entry{Kind: ledger.KindSettle, Currency: s.felt.Settings.Currency}}
	if r.Void() {
		p.Entry.Kind, p.Entry.Reason = ledger.KindVoid, "misdeal"
	}
	for i, e := range r.Events() {
		p.Events = append(p.Events, ledger.Event{N: i + 1, Event: e})
	}
	for seat := range r.Due().From(r.Terms().SettleFrom) {
		for _, l := range r.Lines(seat, nil) {
			kept := ledger.Line{Line: l}
			if l.Row != "" {
				kept.Paytable = s.felt.Digests[l.Wager]
			}
			p.Entry.Lines = append(p.Entry.Lines, kept)
		}
	}
	return p
}

// random are rounds dealt and decided at random, with strikes and voids.
func (s *shoe) random(seed uint64, n int) (rounds []*games.Round) {
	s.t.Helper()
	for i := range n {
		r := s.felt.Round()
		d := gamestest.NewDealer(gamestest.Rand(1000*seed+uint64(i)), 4)
		d.Strikes, d.Voids = 30, 3
		if err := d.Play(r); err != nil {
			s.t.Fatal(err)
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// twoSeats is a round of Ultimate: seat 1 bets four times and wins with a flush,
// seat 2 folds three sevens on the river. Its entry has seven lines.
func (s *shoe) twoSeats() *games.Round {
	s.t.Helper()
	tbl := gamestest.NewTable(s.t, editionOf(s.t, s.felt.Game.Name), gamestest.Setting{
		House: s.felt.Settings.House, Terms: s.felt.Terms, Prices: house.Prices(s.felt.Paytables),
	})
	tbl.Bets(1, "ante 10", "trips 5")
	tbl.Bets(2, "ante 20")
	tbl.Hole()
	tbl.Acts(1, "4x")
	tbl.Acts(2, "check")
	tbl.Deal("flop", "As Ks 7s")
	tbl.Acts(2, "check")
	tbl.Deal("turn and river", "7d 9d")
	tbl.Acts(2, "fold")
	tbl.Opens(games.Dealer, "9h 2c")
	tbl.Opens(1, "Qs 3s")
	for asked := tbl.Round.Asked(); len(asked) > 0; asked = tbl.Round.Asked() {
		if err := tbl.Round.Apply(games.Event{Step: asked[0].Step, Kind: games.KindPay, Place: asked[0].Place}); err != nil {
			s.t.Fatal(err)
		}
	}
	return tbl.Round
}

// settingOf is a table of the game with a chip, a rounding and a cap that count.
func settingOf(e games.Edition) house.Spec {
	s := house.Spec{
		Game: e.Name(), House: games.House{}, Currency: "KRW", Chip: decimal.NewFromInt(5), Rounding: games.Nearest,
		Cap: decimal.NewFromInt(200), CapShare: games.ProRata, SettleFrom: games.First, Seats: 4,
	}
	for _, rule := range e.House {
		if rule.Default == "" {
			s.House[rule.Name] = rule.Values[0]
		}
	}
	return s
}

const ultimate = "ultimate-texas-holdem"

func editionOf(t testing.TB, name string) games.Edition {
	t.Helper()
	e, err := all.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A kept is a book with rounds to audit, and the way around its guards.
type kept struct {
	*pgxpool.Pool
	url   string
	shoes []*shoe
}

// newKept is a house with a table a game.
func newKept(t testing.TB) kept {
	t.Helper()
	k := kept{url: postgrestest.New(t)}
	k.Pool = postgrestest.Pool(t, k.url, postgres.PoolOptions{Role: postgres.WriterRole})
	housetest.People(t, k.Pool)
	for _, e := range all.Editions {
		k.shoes = append(k.shoes, newShoe(t, k.Pool, settingOf(e)))
	}
	return k
}

// tamper does what only a superuser who switches the guards off can.
func (k kept) tamper(t testing.TB, sql string, args ...any) {
	t.Helper()
	super := postgrestest.Pool(t, k.url, postgres.PoolOptions{})
	err := pgx.BeginFunc(t.Context(), super, func(tx pgx.Tx) error {
		for _, relation := range []string{"lines", "events", "entries", "rounds", "settings", "paytables"} {
			if _, err := tx.Exec(t.Context(), `ALTER TABLE `+relation+` DISABLE TRIGGER ALL`); err != nil {
				return err
			}
		}
		rows, err := tx.Query(t.Context(), `SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'append_only' AND tgrelid::regclass::text ~ '_20\d\d_'`)
		if err != nil {
			return err
		}
		months, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, month := range months {
			if _, err := tx.Exec(t.Context(), `ALTER TABLE `+month+` DISABLE TRIGGER ALL`); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(t.Context(), sql, args...)
		if err == nil && tag.RowsAffected() == 0 {
			err = errors.New("nothing was changed")
		}
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// audit audits the span and returns what was told, in order.
func (k kept) audit(t testing.TB, span ledger.Span, workers int) (pit.Audited, []pit.Difference) {
	t.Helper()
	var told []pit.Difference
	sum, err := pit.Audit(t.Context(), k.Pool, span, pit.AuditOptions{
		Workers: workers, Report: func(d pit.Difference) { told = append(told, d) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Rounds != sum.Equal+sum.Different || sum.Different != int64(len(told)) {
		t.Errorf("%+v and %d differences told", sum, len(told))
	}
	return sum, told
}

// Random rounds of every game on three days, with strikes, voids and caps, come to
// what was posted, however many audit them.
func TestAnHonestBookIsEqual(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	const each = 60
	for days := range 3 {
		for i, s := range k.shoes {
			s.keep(days, s.random(uint64(10*i+days), each)...)
		}
	}
	all := int64(3 * each * len(k.shoes))
	for _, workers := range []int{1, 2, 5, 100} {
		sum, _ := k.audit(t, ledger.Span{}, workers)
		if sum.Rounds != all || sum.Equal != all || sum.Voided == 0 {
			t.Errorf("%d workers: %+v, want %d equal, some void", workers, sum, all)
		}
	}
	day := housetest.At.AddDate(0, 0, 1)
	if sum, _ := k.audit(t, ledger.Span{From: day, To: day, Table: 2}, 0); sum.Equal != each {
		t.Errorf("a day of a table: %+v", sum)
	}
	if sum, _ := k.audit(t, ledger.Span{Table: 99}, 0); sum != (pit.Audited{}) {
		t.Errorf("no table: %+v", sum)
	}
}

// uth is the table of Ultimate in a book of its own, with the same round three
// times, the number of the second of which is 2.
func uth(t testing.TB) (kept, *shoe) {
	t.Helper()
	k := kept{url: postgrestest.New(t)}
	k.Pool = postgrestest.Pool(t, k.url, postgres.PoolOptions{Role: postgres.WriterRole})
	housetest.People(t, k.Pool)
	s := newShoe(t, k.Pool, house.Spec{Game: ultimate})
	s.keep(0, s.twoSeats(), s.twoSeats(), s.twoSeats())
	return k, s
}

// Whatever somebody changes in the book, exactly the round it is of is named, with
// what was changed. Round 2 has its entry on page 4, seat 2 folded and is settled
// first.
func TestAChangedRoundIsNamed(t *testing.T) {
	t.Parallel()
	const line3 = ` WHERE round = 2 AND line = 3`
	for _, c := range []struct {
		name, sql string
		want      string // all that is said of the round
	}{
		{"seat", `UPDATE lines SET seat = 4` + line3, `line 3 seat "4" is posted, "1" is due`},
		{"wager", `UPDATE lines SET wager = 'bonus'` + line3, `line 3 wager "bonus" is posted, "play" is due`},
		{"stake", `UPDATE lines SET stake = 40.0001` + line3, `line 3 stake "40.0001" is posted, "40" is due`},
		{"outcome", `UPDATE lines SET outcome = 'push'` + line3, `line 3 outcome "push" is posted, "win" is due`},
		{"odds", `UPDATE lines SET odds = 2` + line3, `line 3 odds "2" is posted, "1" is due`},
		{"exact", `UPDATE lines SET exact = exact + 0.0000000001` + line3, `line 3 exact "40.0000000001" is posted, "40" is due`},
		{"rounded", `UPDATE lines SET rounded = 39` + line3, `line 3 rounded "39" is posted, "40" is due`},
		{"amount", `UPDATE lines SET amount = amount + 5` + line3, `line 3 amount "45" is posted, "40" is due`},
		{"clause", `UPDATE lines SET clause = 'uth 1'` + line3, `line 3 clause "uth 1" is posted, "uth 10" is due`},
		{"row", `UPDATE lines SET row = 'straight' WHERE round = 2 AND wager = 'trips'`, `line 6 row "straight" is posted, "flush" is due`},
		{"a line less", `DELETE FROM lines WHERE round = 2 AND line = 6`, `lines "5" is posted, "6" is due`},
		{"all lines", `DELETE FROM lines WHERE round = 2`, `lines "0" is posted, "6" is due`},
		{"kind", `UPDATE entries SET kind = 'void' WHERE round = 2`, `kind "void" is posted, "settle" is due`},
		{"a card", `UPDATE events SET cards = 'Qd 3s' WHERE round = 2 AND cards = 'Qs 3s'`, `line 3 outcome "win" is posted, "lose" is due; *`},
		{"a decision", `UPDATE events SET "do" = 'check', wager = NULL, amount = NULL WHERE round = 2 AND wager = 'play'`, `event *`},
		{"an event less", `DELETE FROM events WHERE round = 2 AND kind = 'pay' AND place = 1`, `pay in step pay: asked for and not recorded`},
		{"its opening", `DELETE FROM rounds WHERE round = 2`, `the round was never opened`},
		{"its settings", `UPDATE rounds SET settings_digest = decode(repeat('ab', 32), 'hex') WHERE round = 2`, `settings 1 are not what they were when it was opened`},
		{"another version", `UPDATE rounds SET settings = 7 WHERE round = 2`, `settings 7 of table 1: no such table`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k, s := uth(t)
			k.tamper(t, c.sql)
			sum, told := k.audit(t, ledger.Span{}, 2)
			if sum.Equal != 2 || len(told) != 1 {
				t.Fatalf("%+v, %v", sum, told)
			}
			prefix := fmt.Sprintf("2026-11-30 table %d round 2 entry 4: ", s.id)
			said, ok := strings.CutPrefix(told[0].String(), prefix)
			want, open := strings.CutSuffix(c.want, "*")
			if !ok || said != want && !(open && strings.HasPrefix(said, want)) {
				t.Errorf("%s\nwant %s%s", told[0], prefix, c.want)
			}
		})
	}
}

// Two lines in each other's place differ, though each is right by itself.
func TestTheOrderOfLinesCounts(t *testing.T) {
	t.Parallel()
	k, _ := uth(t)
	k.tamper(t, `UPDATE lines SET line = line + 100 WHERE round = 2 AND line IN (1, 2)`)
	k.tamper(t, `UPDATE lines SET line = 103 - line WHERE round = 2 AND line > 100`)
	if _, told := k.audit(t, ledger.Span{}, 1); len(told) != 1 || told[0].Columns[0].Column != "wager" {
		t.Errorf("%v", told)
	}
}

// Every round that was played under changed settings or a changed paytable is named
// with what is wrong.
func TestChangedPricesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sql, want string }{
		{`UPDATE paytables SET content = replace(content::text, '"6"', '"7"')::jsonb WHERE wager = 'trips'`, "is not what it was"},
		{`DELETE FROM paytables WHERE wager = 'trips'`, "no rows in result set"},
		{`UPDATE settings SET content = jsonb_set(content, '{chip}', '"10"')`, "are not what they were when it was opened"},
		{`UPDATE settings SET content = jsonb_set(content, '{seats}', '99')`, "seats: 99"},
	} {
		k, _ := uth(t)
		k.tamper(t, c.sql)
		_, told := k.audit(t, ledger.Span{}, 2)
		if len(told) != 3 {
			t.Fatalf("%s: %v", c.sql, told)
		}
		for _, d := range told {
			if !strings.Contains(d.Reason, c.want) || len(d.Columns) > 0 {
				t.Errorf("%s: %s, want %s", c.sql, d, c.want)
			}
		}
	}
}

// Differences are told by day, table and round, however many look for them.
func TestDifferencesAreToldInOrder(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	for days := range 4 {
		for i, s := range k.shoes {
			s.keep(days, s.random(uint64(10*i+days), 20)...)
		}
	}
	k.tamper(t, `UPDATE lines SET amount = amount + 1 WHERE line = 1 AND round % 3 = 0`)
	_, want := k.audit(t, ledger.Span{}, 1)
	if len(want) < 50 {
		t.Fatalf("%d differences", len(want))
	}
	inOrder := func(a, b pit.Difference) int {
		return slices.Compare([]int64{a.GamingDay.Unix(), a.Table, a.Round}, []int64{b.GamingDay.Unix(), b.Table, b.Round})
	}
	if !slices.IsSortedFunc(want, inOrder) {
		t.Error("they are out of order")
	}
	for _, workers := range []int{2, 8} {
		if _, told := k.audit(t, ledger.Span{}, workers); cmp.Diff(want, told) != "" {
			t.Errorf("%d workers (-one +many):\n%s", workers, cmp.Diff(want, told))
		}
	}
}

// An audit ends with the context, and gives its connections back: the pool is
// closed at the end, which waits for them.
func TestAnAuditIsCancelled(t *testing.T) {
	t.Parallel()
	k := newKept(t)
	const days = 25 // a part each: far more than two workers have under way
	for d := range days {
		k.shoes[0].keep(d, k.shoes[0].random(uint64(d), 5)...)
	}
	ctx, cancel := context.WithCancel(t.Context())
	parts := 0
	_, err := pit.Audit(ctx, k.Pool, ledger.Span{}, pit.AuditOptions{Workers: 2, Progress: func(done, of int64) {
		if parts++; done != int64(5*parts) || of != 5*days {
			t.Errorf("%d of %d after %d parts", done, of, parts)
		}
		if parts == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || parts == days {
		t.Errorf("%d parts, %v", parts, err)
	}
}
