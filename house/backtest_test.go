package house_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/ledger/booktest"
	"croupier/paytables"
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

// newHouse is a house whose persons set tables up.
func newHouse(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool := postgrestest.NewPool(t)
	housetest.People(t, pool)
	return pool
}

// lines are what the wagers of the round came to.
func lines(r *games.Round) (ls []games.Line) {
	for seat := range r.Due().From(r.Terms().SettleFrom) {
		ls = r.Lines(seat, ls)
	}
	return ls
}

// keep writes rounds that are over, in one transaction.
func (s *shoe) keep(rounds ...*games.Round) {
	s.t.Helper()
	err := postgres.Transact(s.t.Context(), s.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		held, err := ledger.Lock(s.t.Context(), tx, s.id, 0, ledger.Key{})
		if err != nil {
			return err
		}
		for _, r := range rounds {
			number := held.Head.Rounds + 1
			for _, p := range []ledger.Page{s.opening(number), s.ending(number, r)} {
				p.Actor, p.At, p.GamingDay = housetest.Dealer, housetest.At, housetest.At
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
	for _, l := range lines(r) {
		p.Entry.Lines = append(p.Entry.Lines, ledger.Line{Line: l})
	}
	return p
}

// table opens a round to be told.
func (s *shoe) table() *gamestest.Table {
	s.t.Helper()
	edition, err := all.Find(s.felt.Game.Name)
	if err != nil {
		s.t.Fatal(err)
	}
	return gamestest.NewTable(s.t, edition, gamestest.Setting{
		House: s.felt.Settings.House, Terms: s.felt.Terms, Prices: house.Prices(s.felt.Paytables),
	})
}

// settled pays the seats that are left, and returns the round.
func settled(t testing.TB, tbl *gamestest.Table) *games.Round {
	t.Helper()
	for asked := tbl.Round.Asked(); len(asked) > 0; asked = tbl.Round.Asked() {
		if err := tbl.Round.Apply(games.Event{Step: asked[0].Step, Kind: games.KindPay, Place: asked[0].Place}); err != nil {
			t.Fatal(err)
		}
	}
	return tbl.Round
}

// as is the draft that lays the felt of the spec on every table.
func as(t testing.TB, s house.Spec) func(int64, *house.Felt) (*house.Felt, error) {
	t.Helper()
	f, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	return func(int64, *house.Felt) (*house.Felt, error) { return f, nil }
}

func backtest(pool *pgxpool.Pool, draft func(int64, *house.Felt) (*house.Felt, error)) (b house.Backtested, err error) {
	ctx := context.Background()
	err = postgres.Transact(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		b, err = house.Backtest(ctx, tx, ledger.Span{}, func(table int64, version int) (*house.Felt, error) {
			return house.LoadFelt(ctx, tx, table, version)
		}, draft)
		return err
	})
	return b, err
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

// A hundred random rounds of every game come to what they came to, line by line,
// under the felt they were played on, whatever the draft's limits and seats.
func TestTheSameFeltChangesNothing(t *testing.T) {
	t.Parallel()
	pool := newHouse(t)
	want := map[string]house.WagerWin{}
	voided := int64(0)
	for i, e := range all.Editions {
		s := newShoe(t, pool, settingOf(e))
		var rounds []*games.Round
		for n := range 100 {
			r := s.felt.Round()
			d := gamestest.NewDealer(gamestest.Rand(uint64(100*i+n)), 4)
			d.Strikes, d.Voids = 30, 3
			if err := d.Play(r); err != nil {
				t.Fatal(err)
			}
			rounds = append(rounds, r)
			if r.Void() {
				voided++
			} else {
				s.expect(want, r)
			}
		}
		s.keep(rounds...)
	}
	draft := func(_ int64, f *house.Felt) (*house.Felt, error) {
		other := *f
		other.Terms.Seats, other.Terms.SettleFrom = 1, games.Last
		other.Terms.Limits = map[string]games.Limit{"ante": {Min: decimal.NewFromInt(1e6)}}
		return &other, nil
	}
	got, err := backtest(pool, draft)
	if err != nil {
		t.Fatal(err)
	}
	if got.Voided != voided || voided == 0 || got.Compared != 300-voided || len(got.Unfit) != 0 {
		t.Errorf("%d compared, %d void, %v; want %d void and the others compared", got.Compared, got.Voided, got.Unfit, voided)
	}
	var total decimal.Decimal
	for _, w := range got.Wagers {
		total = total.Add(w.Before)
		if d := cmp.Diff(want[fmt.Sprint(w.Table, w.Wager)], w); d != "" {
			t.Errorf("table %d %s (-want +got):\n%s", w.Table, w.Wager, d)
		}
	}
	if len(got.Wagers) != len(want) {
		t.Errorf("%d wagers, want %d", len(got.Wagers), len(want))
	}
	if len(got.Totals) != 1 || got.Totals[0].Rounds != got.Compared || !got.Totals[0].Before.Equal(total) || !got.Totals[0].Difference.IsZero() {
		t.Errorf("totals %+v, want the house to win %s", got.Totals, total)
	}
	again, err := backtest(pool, draft)
	if d := cmp.Diff(got, again); d != "" || err != nil {
		t.Errorf("again, %v:\n%s", err, d)
	}
}

// expect adds what the round came to, where nothing changes.
func (s *shoe) expect(wins map[string]house.WagerWin, r *games.Round) {
	staked := map[string]bool{}
	for _, l := range lines(r) {
		if l.Won == games.Voided {
			continue
		}
		key := fmt.Sprint(s.id, l.Wager)
		w := wins[key]
		w.Table, w.Currency, w.Wager, w.Lines = s.id, "KRW", l.Wager, w.Lines+1
		if !staked[l.Wager] {
			w.Rounds++
		}
		staked[l.Wager] = true
		w.Handle, w.Before, w.After = w.Handle.Add(l.Stake), w.Before.Sub(l.Amount), w.After.Sub(l.Amount)
		wins[key] = w
	}
}

// twoSeats is a round of Ultimate: seat 1 bets four times and wins with a flush,
// seat 2 folds three sevens on the river. Both have trips, which of seat 2 is shown
// where the felt judges it.
func (s *shoe) twoSeats() *games.Round {
	tbl := s.table()
	tbl.Bets(1, "ante 10", "trips 5")
	tbl.Bets(2, "ante 20", "trips 15")
	tbl.Hole()
	tbl.Acts(1, "4x")
	tbl.Acts(2, "check")
	tbl.Deal("flop", "As Ks 7s")
	tbl.Acts(2, "check")
	tbl.Deal("turn and river", "7d 9d")
	tbl.Acts(2, "fold")
	tbl.Opens(games.Dealer, "9h 2c")
	if s.felt.Settings.House["trips_on_fold"] == "settle" {
		tbl.Opens(2, "7c 2h")
	}
	tbl.Opens(1, "Qs 3s")
	return settled(s.t, tbl)
}

func win(handle, before, after, difference string) house.Win {
	d := decimal.RequireFromString
	return house.Win{Handle: d(handle), Before: d(before), After: d(after), Difference: d(difference)}
}

// dearer is the paytable with one row at other odds.
func dearer(t *testing.T, name, row string, odds int64) map[string]paytables.Paytable {
	t.Helper()
	p := shipped(t, name)
	p.Rows = slices.Clone(p.Rows)
	i := slices.IndexFunc(p.Rows, func(r paytables.Row) bool { return r.Name == row })
	p.Rows[i].Odds = decimal.NewFromInt(odds)
	return map[string]paytables.Paytable{p.Wager: p}
}

// What a round came to under a draft, worked out by hand. Of seat 1 the house
// loses 10, 15, 40 and 30 on ante, blind, play and trips, of seat 2 it wins 20 and
// 20 and loses 45 on trips.
func TestDrafts(t *testing.T) {
	t.Parallel()
	forfeit := games.House{"trips_on_fold": "forfeit"}
	for _, c := range []struct {
		name                     string
		laid, draft              house.Spec
		ante, blind, play, trips house.Win
		changed                  map[string]int64
		unfit                    string
	}{{
		name: "a row pays more", draft: house.Spec{Paytables: dearer(t, "trips-2", "flush", 7)},
		ante: win("30", "10", "10", "0"), blind: win("30", "5", "5", "0"), play: win("40", "-40", "-40", "0"),
		trips: win("20", "-75", "-80", "-5"), changed: map[string]int64{"trips": 1},
	}, {
		name: "a row nobody had", draft: house.Spec{Paytables: dearer(t, "trips-2", "full house", 9)},
		ante: win("30", "10", "10", "0"), blind: win("30", "5", "5", "0"), play: win("40", "-40", "-40", "0"),
		trips: win("20", "-75", "-75", "0"),
	}, {
		name: "chips rounded up", draft: house.Spec{Chip: decimal.NewFromInt(10), Rounding: games.Up},
		ante: win("30", "10", "10", "0"), blind: win("30", "5", "0", "-5"), play: win("40", "-40", "-40", "0"),
		trips: win("20", "-75", "-80", "-5"), changed: map[string]int64{"blind": 1, "trips": 1},
	}, {
		name: "a cap", draft: house.Spec{Cap: decimal.NewFromInt(60)}, // play, ante, blind, trips
		ante: win("30", "10", "10", "0"), blind: win("30", "5", "10", "5"), play: win("40", "-40", "-40", "0"),
		trips: win("20", "-75", "-45", "30"), changed: map[string]int64{"blind": 1, "trips": 1},
	}, {
		name: "trips is forfeited", draft: house.Spec{House: forfeit}, // the cards of seat 2 count for nothing
		ante: win("30", "10", "10", "0"), blind: win("30", "5", "5", "0"), play: win("40", "-40", "-40", "0"),
		trips: win("20", "-75", "-15", "60"), changed: map[string]int64{"trips": 1},
	}, {
		name: "trips is judged", laid: house.Spec{House: forfeit},
		unfit: "pay in step pay: not asked for now, but show in step seats open",
	}, {
		name: "no four times", draft: house.Spec{House: games.House{"preflop_multiples": "3"}},
		unfit: "act in step preflop: not an amount that may be bet",
	}, {
		name: "another game", draft: house.Spec{Game: "casino-holdem"},
		unfit: "bet in step bets: not one of the choices",
	}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool := newHouse(t)
			c.laid.Game = uth().Game
			s := newShoe(t, pool, c.laid)
			s.keep(s.twoSeats(), s.twoSeats())
			if c.draft.Game == "" {
				c.draft.Game = uth().Game
			}
			got, err := backtest(pool, as(t, c.draft))
			if err != nil {
				t.Fatal(err)
			}
			want := house.Backtested{Compared: 2}
			for wager, w := range map[string]house.Win{"ante": c.ante, "blind": c.blind, "play": c.play, "trips": c.trips} {
				want.Wagers = append(want.Wagers, house.WagerWin{Wager: wager, Changed: 2 * c.changed[wager], Win: twice(w)})
			}
			if c.unfit != "" {
				want = house.Backtested{Unfit: []house.Unfit{{Reason: c.unfit, Rounds: 2}}}
			}
			byWager := cmpopts.SortSlices(func(a, b house.WagerWin) bool { return a.Wager < b.Wager })
			rest := cmpopts.IgnoreFields(house.WagerWin{}, "Table", "Currency", "Rounds", "Lines")
			if d := cmp.Diff(want, got, byWager, rest, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(house.Backtested{}, "Totals")); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func twice(w house.Win) house.Win {
	return house.Win{Handle: w.Handle.Add(w.Handle), Before: w.Before.Add(w.Before), After: w.After.Add(w.After), Difference: w.Difference.Add(w.Difference)}
}

// Tables of two currencies are summed apart, and a table of which there is no draft
// is left out.
func TestBacktestsOfSeveralTables(t *testing.T) {
	t.Parallel()
	pool := newHouse(t)
	for _, currency := range []string{"KRW", "EUR", "EUR", "USD"} {
		s := newShoe(t, pool, house.Spec{Game: uth().Game, Currency: currency})
		s.keep(s.twoSeats())
	}
	dear := as(t, house.Spec{Game: uth().Game, Paytables: dearer(t, "trips-2", "flush", 7)})
	var asked []int64
	got, err := backtest(pool, func(table int64, f *house.Felt) (*house.Felt, error) {
		asked = append(asked, table)
		if f.Settings.Currency == "USD" {
			return nil, nil
		}
		return dear(table, f)
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []house.CurrencyWin{
		{Currency: "EUR", Rounds: 2, Win: win("240", "-200", "-210", "-10")},
		{Currency: "KRW", Rounds: 1, Win: win("120", "-100", "-105", "-5")},
	}
	if d := cmp.Diff(want, got.Totals); d != "" || got.Compared != 3 {
		t.Errorf("%d compared (-want +got):\n%s", got.Compared, d)
	}
	if d := cmp.Diff([]int64{1, 2, 3, 4}, asked); d != "" {
		t.Errorf("drafts asked for (-want +got):\n%s", d)
	}
	text, err := json.Marshal(got.Wagers[len(got.Wagers)-1])
	const last = `{"table":3,"currency":"EUR","wager":"trips","rounds":1,"lines":2,"changed":1,` +
		`"handle":"20","before":"-75","after":"-80","difference":"-5"}`
	if string(text) != last || err != nil {
		t.Errorf("%s, %v, want %s", text, err, last)
	}
}

// A back-test of nothing is empty lists; one whose felts cannot be had says of
// which table.
func TestBacktestsThatFail(t *testing.T) {
	t.Parallel()
	pool := newHouse(t)
	lost := errors.New("lost")
	lose := func(int64, *house.Felt) (*house.Felt, error) { return nil, lost }
	empty, err := backtest(pool, lose)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(empty)
	if want := `{"compared":0,"voided":0,"not_comparable":[],"wagers":[],"totals":[]}`; string(text) != want || err != nil {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	s := newShoe(t, pool, uth())
	s.keep(s.twoSeats())
	if _, err := backtest(pool, lose); !errors.Is(err, lost) || !strings.Contains(err.Error(), "draft for table 1") {
		t.Errorf("%v", err)
	}
	_, err = house.Backtest(t.Context(), pool, ledger.Span{}, func(int64, int) (*house.Felt, error) { return nil, lost }, lose)
	if !errors.Is(err, lost) || !strings.Contains(err.Error(), "settings 1 of table 1") {
		t.Errorf("%v", err)
	}
}

// BenchmarkBacktest settles 20,000 rounds of seven wagers at eight tables again.
func BenchmarkBacktest(b *testing.B) {
	url := postgrestest.New(b)
	pool := postgrestest.Pool(b, url, postgres.PoolOptions{Role: postgres.WriterRole})
	housetest.People(b, pool)
	const tables, rounds = 8, 2500
	for range tables {
		s := newShoe(b, pool, uth())
		s.keep(s.twoSeats())
	}
	if err := booktest.Multiply(b.Context(), pool, rounds-1); err != nil {
		b.Fatal(err)
	}
	if _, err := postgrestest.Pool(b, url, postgres.PoolOptions{}).Exec(b.Context(), `ANALYZE`); err != nil {
		b.Fatal(err)
	}
	draft := as(b, house.Spec{Game: uth().Game, House: games.House{"trips_on_fold": "forfeit"}})
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		got, err := backtest(pool, draft)
		if err != nil || got.Compared != tables*rounds {
			b.Fatalf("%d compared, %v", got.Compared, err)
		}
		n += tables * rounds
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rounds/s")
}
