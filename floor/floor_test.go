package floor_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/gamestest"
	"croupier/house"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// pit is a floor with a clock of its own, and the people who ask it.
type pit struct {
	t     *testing.T
	floor *floor.Floor
	desk  *desk.Desk
	pool  *pgxpool.Pool
	now   time.Time
	keys  int64
	mu    sync.Mutex
}

func newPit(t *testing.T) *pit {
	t.Helper()
	p := &pit{t: t, pool: postgrestest.NewPool(t), now: noon}
	floortest.People(t, p.pool)
	p.desk = desk.New(p.pool, func() time.Time { return p.now })
	f, err := floor.New(p.desk, floor.Options{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	p.floor = f
	return p
}

// caller asks alone, under a new key.
func (p *pit) caller() desk.Caller {
	return p.by(floor.Pair{Dealer: "dealer-1"})
}

// by is the pair's dealer who asks under a new key.
func (p *pit) by(pair floor.Pair) desk.Caller {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys++
	return floortest.Caller(pair, "key", p.keys)
}

// table is a new table, open.
func (p *pit) table(s house.Spec) int64 {
	p.t.Helper()
	table := floortest.Table(p.t, p.pool, s)
	floortest.Open(p.t, p.floor, table)
	return table
}

func (p *pit) open(table int64) floor.View {
	p.t.Helper()
	a, err := p.floor.OpenRound(context.Background(), p.caller(), table)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.view(a)
}

func (p *pit) view(a desk.Answer) floor.View {
	p.t.Helper()
	var v floor.View
	if err := json.Unmarshal(a.Body, &v); err != nil {
		p.t.Fatal(err)
	}
	return v
}

func id(t *testing.T, v floor.View) floor.RoundID {
	t.Helper()
	id, err := floor.ParseRoundID(v.ID)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (p *pit) do(v floor.View, n int, events ...games.Event) (floor.View, error) {
	a, err := p.floor.Do(context.Background(), p.caller(), id(p.t, v), floor.Change{N: n, Events: events})
	if err != nil {
		return v, err
	}
	return p.view(a), nil
}

func (p *pit) must(v floor.View, events ...games.Event) floor.View {
	p.t.Helper()
	v, err := p.do(v, v.N, events...)
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// bonus is a Bonus table whose deck deals.
func bonus(t *testing.T) house.Spec {
	t.Helper()
	p, err := paytables.Default("bonus-1")
	if err != nil {
		t.Fatal(err)
	}
	return house.Spec{
		Game: "texas-holdem-bonus", House: games.House{"ante_pays_from": "straight"},
		Paytables: map[string]paytables.Paytable{"bonus": p}, Dealing: house.ByDeck,
	}
}

func uth() house.Spec { return house.Spec{Game: "ultimate-texas-holdem", Chip: decimal.NewFromInt(1)} }

// play answers one event a request until the round is over. Where the deck
// deals, cards are left out.
func (p *pit) play(v floor.View, seed uint64, seats int) floor.View {
	p.t.Helper()
	d := gamestest.NewDealer(gamestest.Rand(seed), seats)
	d.Strikes, d.Voids = 20, 5
	for len(v.Next) > 0 {
		e := d.Answer(v.Next)
		if v.Deck != nil {
			e.Cards = nil
		}
		v = p.answers(v, e)
	}
	return v
}

// answers lets the event happen, a supervisor standing by where the round asks for one.
func (p *pit) answers(v floor.View, e games.Event) floor.View {
	p.t.Helper()
	if asks(v.Next, e).By == games.BySupervisor {
		return p.supervised(v, e)
	}
	return p.must(v, e)
}

// supervised lets the events happen while a supervisor stands by.
func (p *pit) supervised(v floor.View, events ...games.Event) floor.View {
	p.t.Helper()
	c := p.by(floor.Pair{Dealer: "dealer-1", Supervisor: floortest.Supervisor})
	a, err := p.floor.Do(context.Background(), c, id(p.t, v), floor.Change{N: v.N, Events: events})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.view(a)
}

// Random rounds of both games, by hand and by deck, end in one balanced entry
// that their events settle to again.
func TestRandomRounds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	tables := []int64{p.table(uth()), p.table(bonus(t)), p.table(deckUTH())}
	for seed := range uint64(8) {
		for _, table := range tables {
			v := p.play(p.open(table), seed, 4)
			if v.Status != floor.Settled && v.Status != floor.Void || v.Entry == nil {
				t.Fatalf("round %s ended %s, entry %v", v.ID, v.Status, v.Entry)
			}
			a, err := p.floor.Audit(ctx, id(t, v))
			if err != nil {
				t.Fatal(err)
			}
			if !a.Agrees || a.Entry == nil || len(a.Events) != v.N {
				t.Fatalf("round %s: agrees %t, entry %v, %d events of %d", v.ID, a.Agrees, a.Entry, len(a.Events), v.N)
			}
			if diff := cmp.Diff(v.Lines, a.Entry.Lines); diff != "" {
				t.Fatalf("round %s: the entry is not what the view said: %s", v.ID, diff)
			}
			var sum decimal.Decimal
			for _, posting := range a.Entry.Postings {
				sum = sum.Add(posting.Amount)
			}
			if !sum.IsZero() {
				t.Fatalf("round %s: postings sum to %s", v.ID, sum)
			}
		}
	}
	sum, err := ledger.Verify(ctx, p.pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) })
	if err != nil || sum.Entries != 24+3 || sum.Faults != 0 {
		t.Errorf("verify: %+v, %v", sum, err)
	}
}

func deckUTH() house.Spec {
	s := uth()
	s.Dealing = house.ByDeck
	return s
}

func anteOf(seat games.Place, amount int64) games.Event {
	return games.Event{Step: "bets", Kind: games.KindBet, Place: seat, Do: games.DoBet, Wager: "ante", Amount: decimal.NewFromInt(amount)}
}

var closed = games.Event{Step: "bets", Kind: games.KindClose}

func TestOneOfManyIsFirst(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	v := p.open(p.table(uth()))
	var wg sync.WaitGroup
	won := make(chan struct{}, 16)
	for i := range 16 {
		wg.Go(func() {
			_, err := p.do(v, 0, anteOf(games.Place(1+i%7), 10))
			if err == nil {
				won <- struct{}{}
			} else if !errors.Is(err, floor.ErrStale) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(won) != 1 {
		t.Errorf("%d of 16 requests for event 1 were taken", len(won))
	}
}

func TestARepeatedRequestGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	v := p.open(p.table(uth()))
	c := p.caller()
	change := floor.Change{N: 0, Events: []games.Event{anteOf(1, 10)}}
	first, err := p.floor.Do(ctx, c, id(t, v), change)
	if err != nil {
		t.Fatal(err)
	}
	p.must(p.view(first), anteOf(2, 20))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			again, err := p.floor.Do(ctx, c, id(t, v), change)
			if err != nil || !again.Repeated || string(again.Body) != string(first.Body) {
				t.Errorf("again: %v, %v", again, err)
			}
		})
	}
	wg.Wait()
	c.Body[0]++
	if _, err := p.floor.Do(ctx, c, id(t, v), change); !errors.Is(err, ledger.ErrKeyReused) {
		t.Errorf("another body: %v", err)
	}
	now, err := p.floor.Round(ctx, id(t, v), 0)
	if err != nil || now.N != 2 {
		t.Errorf("%d events, %v, want 2", now.N, err)
	}
}

func TestRefusalsChangeNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	table := p.table(deckUTH())
	v := p.must(p.open(table), anteOf(1, 10), closed)
	for _, c := range []struct {
		name string
		n    int
		es   []games.Event
		want error
		at   int
	}{
		{"stale", 1, []games.Event{{Step: "hole", Kind: games.KindDeal, Place: 1}}, floor.ErrStale, 0},
		{"late bet", 2, []games.Event{anteOf(2, 10)}, games.ErrNotAsked, 0},
		{"second of two", 2, []games.Event{{Step: "hole", Kind: games.KindDeal, Place: 1}, closed}, games.ErrNotAsked, 1},
		{"cards said to a deck", 2, []games.Event{{Step: "hole", Kind: games.KindDeal, Place: 1, Cards: gamestest.NewDealer(gamestest.Rand(1), 1).Deck[:2]}}, floor.ErrDeckDeals, 0},
		{"strike without a note", 2, []games.Event{{Kind: games.KindStrike}}, games.ErrNote, 0},
	} {
		_, err := p.do(v, c.n, c.es...)
		var r *floor.Refused
		if !errors.As(err, &r) || !errors.Is(err, c.want) || r.Index != c.at || r.N != 2 || len(r.Next) == 0 {
			t.Errorf("%s: %#v, want %v at %d with what would be accepted", c.name, err, c.want, c.at)
		}
	}
	if _, err := p.do(v, 2); !errors.Is(err, floor.ErrNoEvents) {
		t.Errorf("no events: %v", err)
	}
	if _, err := p.floor.OpenRound(ctx, p.caller(), table); !errors.Is(err, floor.ErrRoundOpen) {
		t.Errorf("a second round: %v", err)
	}
	if _, err := p.floor.OpenRound(ctx, p.caller(), 99); !errors.Is(err, ledger.ErrNoTable) {
		t.Errorf("no table: %v", err)
	}
	if _, err := p.floor.Do(ctx, p.caller(), floor.RoundID{Table: table, Number: 9}, floor.Change{N: 0}); !errors.Is(err, ledger.ErrNoRound) {
		t.Errorf("no round: %v", err)
	}
	now, err := p.floor.Round(ctx, id(t, v), 0)
	if err != nil || now.N != 2 || now.Status != floor.Dealing {
		t.Errorf("%d events, %s, %v: a refusal changed something", now.N, now.Status, err)
	}
}

func TestAMonthNobodyPreparedFor(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	table := p.table(uth())
	for range 3 {
		v := p.open(table)
		if want := p.now.Format(time.DateOnly); v.GamingDay != want {
			t.Errorf("gaming day %s, want %s", v.GamingDay, want)
		}
		v = p.must(v, games.Event{Kind: games.KindVoid, Note: "shuffler jam"})
		if v.Status != floor.Void || v.Entry == nil || v.Entry.Kind != "void" {
			t.Errorf("%s, entry %v", v.Status, v.Entry)
		}
		p.now = p.now.AddDate(0, 7, 0)
	}
}

// A round keeps the gaming day it was opened on, however late it is settled.
func TestTheGamingDayIsTheOpenings(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	v := p.open(p.table(uth()))
	p.now = p.now.AddDate(0, 0, 2)
	v = p.must(v, anteOf(1, 10), games.Event{Kind: games.KindVoid, Note: "closing"})
	if v.GamingDay != "2026-11-30" {
		t.Errorf("gaming day %s", v.GamingDay)
	}
	if len(v.Lines) != 2 || v.Lines[0].Outcome != games.Voided || !v.Lines[0].Amount.IsZero() {
		t.Errorf("lines %+v, want ante and blind given back", v.Lines)
	}
}

func TestParseRoundID(t *testing.T) {
	t.Parallel()
	if got, err := floor.ParseRoundID("7-712"); err != nil || got != (floor.RoundID{Table: 7, Number: 712}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, s := range []string{"", "7", "7-", "-7", "0-1", "1-0", "7-712-1", "07-1", "7-+1", " 7-1", strings.Repeat("9", 30) + "-1"} {
		if _, err := floor.ParseRoundID(s); !errors.Is(err, floor.ErrBadID) {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// A round in which one person holds the table up does not take the connections
// of the others.
func TestATableHeldUpHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p := newPit(t)
	held, free := p.table(uth()), p.table(uth())
	v := p.open(held)
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, `SELECT FROM heads WHERE table_id = $1 FOR UPDATE`, held); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 * int(p.pool.Config().MaxConns) {
		wg.Go(func() {
			if _, err := p.do(v, floor.AnyN, anteOf(1, 10)); err != nil {
				t.Error(err)
			}
		})
	}
	p.open(free) // while they wait
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}

// The entry of a void says why.
func TestAVoidHasItsReason(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	v := p.must(p.open(p.table(uth())), anteOf(1, 10), games.Event{Kind: games.KindVoid, Note: "card exposed"})
	a, err := p.floor.Audit(context.Background(), id(t, v))
	if err != nil || a.Entry == nil || a.Entry.Reason != "card exposed" {
		t.Errorf("%+v, %v", a.Entry, err)
	}
}
