package pit_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
	"croupier/sight"
)

// A sought is a filter, and the same in words of this test.
type sought struct {
	name   string
	filter pit.RoundFilter
	has    func(pit.FoundRound) bool
}

// asRecorded are all rounds of the book as their own entries and events have them,
// the newest first.
func asRecorded(t *testing.T, pool *pgxpool.Pool) (list []pit.FoundRound) {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT r.table_id, r.round, coalesce(s.content->>'pit', '') FROM rounds r JOIN settings s ON s.table_id = r.table_id AND s.version = r.settings`)
	must(t, err)
	var id sight.RoundID
	var where string
	ids := map[sight.RoundID]string{}
	_, err = pgx.ForEachRow(rows, []any{&id.Table, &id.Number, &where}, func() error {
		ids[id] = where
		return nil
	})
	must(t, err)
	for id, where := range ids {
		f := recordOf(t, pool, id)
		f.Pit = where
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b pit.FoundRound) int {
		return cmp.Or(cmp.Compare(b.GamingDay, a.GamingDay), b.Opened.Compare(a.Opened), cmp.Compare(b.Table, a.Table), cmp.Compare(numberOf(t, b), numberOf(t, a)))
	})
	return list
}

func numberOf(t *testing.T, f pit.FoundRound) int64 {
	t.Helper()
	id, err := sight.ParseRoundID(f.ID)
	must(t, err)
	return id.Number
}

func recordOf(t *testing.T, pool *pgxpool.Pool, id sight.RoundID) pit.FoundRound {
	t.Helper()
	opened, events, _, err := ledger.ReadRound(t.Context(), pool, id.Table, id.Number)
	must(t, err)
	entries, err := ledger.ReadEntries(t.Context(), pool, id.Table, id.Number)
	must(t, err)
	felt, err := house.LoadFelt(t.Context(), pool, id.Table, opened.Settings)
	must(t, err)
	round := felt.Round()
	for _, e := range events {
		must(t, round.Apply(e.Event))
	}
	v := sight.Of(opened, felt, round)
	f := pit.FoundRound{
		ID: id.String(), Table: id.Table, Game: opened.Game, GamingDay: v.GamingDay, Opened: opened.At, Dealer: opened.Actor,
		Status: v.Status, Currency: opened.Currency, Seats: len(v.Seats),
	}
	must(t, pool.QueryRow(t.Context(), `SELECT count(*) > 0 FROM disputes WHERE table_id = $1 AND round = $2`, id.Table, id.Number).Scan(&f.Disputed))
	if len(entries) == 0 {
		for seat := range round.Staked().All() {
			for _, w := range felt.Game.Wagers {
				f.Handle = f.Handle.Add(round.Stake(seat, w.Name))
			}
		}
		return f
	}
	ended, stands := entries[0], entries[len(entries)-1]
	f.Ended, f.Entry = &ended.At, sight.Ref(id.Table, ended.Seq, ended.Kind)
	if len(entries) > 1 {
		f.Corrected = sight.Ref(id.Table, stands.Seq, stands.Kind)
		voided := !slices.ContainsFunc(stands.Lines, func(l ledger.Line) bool { return l.Won != games.Voided })
		f.Status = map[bool]sight.Status{true: sight.Void, false: sight.Settled}[voided]
	}
	sumUp(&f, stands.Lines)
	return f
}

func sumUp(f *pit.FoundRound, lines []ledger.Line) {
	won := map[games.Place]decimal.Decimal{}
	var win decimal.Decimal
	for _, l := range lines {
		won[l.Seat] = won[l.Seat].Add(l.Amount)
		win = win.Sub(l.Amount)
		if l.Won != games.Voided {
			f.Handle = f.Handle.Add(l.Stake)
		}
	}
	var most *decimal.Decimal
	for _, w := range won {
		if most == nil || w.GreaterThan(*most) {
			most = &w
		}
	}
	if most == nil {
		most = &decimal.Decimal{}
	}
	f.Seats, f.Win, f.MostWon = len(won), &win, most
}

var equalNumbers = gocmp.Options{
	gocmp.Comparer(func(a, b decimal.Decimal) bool { return a.Equal(b) }), cmpopts.IgnoreUnexported(pit.FoundRound{}),
}

// finds holds what the pit finds, in pages of several sizes, to what the book has.
func finds(t *testing.T, p *pit.Pit, all []pit.FoundRound, s sought) {
	t.Helper()
	var want []pit.FoundRound
	for _, f := range all {
		if s.has(f) {
			want = append(want, f)
		}
	}
	if len(want) == 0 || len(want) == len(all) && s.name != "all" {
		t.Errorf("%s: %d of %d rounds, which shows nothing", s.name, len(want), len(all))
	}
	short := func(ctx context.Context, f pit.RoundFilter) ([]pit.FoundRound, string, error) {
		return p.RoundsWithin(ctx, f, 2, 1)
	}
	for _, c := range []struct {
		name  string
		read  search
		limit int
	}{{"one page", p.Rounds, 1000}, {"pages", p.Rounds, 11}, {"a short reach", short, 4}} {
		s.filter.Limit, s.filter.After = c.limit, ""
		if diff := gocmp.Diff(want, pages(t, c.read, s.filter), equalNumbers); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", s.name, c.name, diff)
		}
	}
}

// A search is Rounds, or the like.
type search func(context.Context, pit.RoundFilter) ([]pit.FoundRound, string, error)

// pages reads to the end.
func pages(t *testing.T, read search, f pit.RoundFilter) (list []pit.FoundRound) {
	t.Helper()
	for range 10_000 {
		page, cursor, err := read(t.Context(), f)
		must(t, err)
		if len(page) > f.Limit {
			t.Fatalf("%d rounds on a page of %d", len(page), f.Limit)
		}
		list = append(list, page...)
		if cursor == "" {
			return list
		}
		f.After = cursor
	}
	t.Fatal("the pages have no end")
	return nil
}

func yes() *bool { b := true; return &b }
func no() *bool  { return new(bool) }

func ended(f pit.FoundRound) bool { return f.Ended != nil }

// Rounds of three days at a table a game, dealt at random, are found by what their
// entries say, before and after the roll-ups know of the wins.
func TestRoundsAreFound(t *testing.T) {
	t.Parallel()
	k := played(t, 3, 9)
	p := reporter(k, day(4))
	all := asRecorded(t, k.Pool)
	won := decimal.NewFromInt(60)
	of := func(name string, f pit.RoundFilter, has func(pit.FoundRound) bool) sought {
		return sought{name, f, has}
	}
	list := []sought{
		of("all", pit.RoundFilter{}, func(pit.FoundRound) bool { return true }),
		of("a table", pit.RoundFilter{Table: 2}, func(f pit.FoundRound) bool { return f.Table == 2 }),
		of("from", pit.RoundFilter{From: day(1)}, func(f pit.FoundRound) bool { return f.GamingDay >= "2026-12-01" }),
		of("to", pit.RoundFilter{To: day(1)}, func(f pit.FoundRound) bool { return f.GamingDay <= "2026-12-01" }),
		of("a day", pit.RoundFilter{From: day(1), To: day(1)}, func(f pit.FoundRound) bool { return f.GamingDay == "2026-12-01" }),
		of("a game", pit.RoundFilter{Game: "ultimate-texas-holdem"}, func(f pit.FoundRound) bool { return f.Game == "ultimate-texas-holdem/1" }),
		of("a version", pit.RoundFilter{Game: "ultimate-texas-holdem/1"}, func(f pit.FoundRound) bool { return f.Game == "ultimate-texas-holdem/1" }),
		of("settled", pit.RoundFilter{Status: sight.Settled}, func(f pit.FoundRound) bool { return f.Status == sight.Settled }),
		of("void", pit.RoundFilter{Status: sight.Void}, func(f pit.FoundRound) bool { return f.Status == sight.Void }),
		of("won", pit.RoundFilter{MinWin: won}, func(f pit.FoundRound) bool { return f.MostWon.GreaterThanOrEqual(won) }),
		of("won at a table", pit.RoundFilter{MinWin: won, Table: 1, Status: sight.Settled}, func(f pit.FoundRound) bool {
			return f.Table == 1 && f.MostWon.GreaterThanOrEqual(won)
		}),
	}
	for range 2 {
		for _, s := range list {
			finds(t, p, all, s)
		}
		must(t, p.Roll(t.Context()))
	}
	for name, f := range map[string]pit.RoundFilter{
		"of nobody": {Dealer: "nobody"}, "of no game": {Game: "ultimate"}, "of no pit": {Pit: "north"}, "corrected": {Corrected: yes()}, "disputed": {Disputed: yes()},
		"open": {Status: sight.Dealing}, "won": {MinWin: decimal.NewFromInt(1_000_000)}, "later": {From: day(7)},
	} {
		f.Limit = 100
		if list := pages(t, p.Rounds, f); len(list) != 0 {
			t.Errorf("%s: %d rounds", name, len(list))
		}
	}
}

// Rounds that were corrected, to other wins and to none, that are disputed, and that
// are still played, at tables of two pits.
func TestRoundsAreFoundAsTheyStand(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(house.Spec{Game: ultimate, Pit: "north"})
	other, otherFelt := s.open(house.Spec{Game: ultimate, Pit: "south"})
	won, lost := flushed.record(t, felt), paired.record(t, felt)
	var ids []sight.RoundID
	for range 4 {
		ids = append(ids, s.played(table, won), s.played(other, lost))
		s.now = s.now.Add(time.Hour)
	}
	s.must(s.pit.Roll(t.Context()))
	s.now = s.now.AddDate(0, 0, 1)
	for i, events := range [][]games.Event{lost, won, nil} { // of the table, of the other, and void of the table
		r := pit.Request{Code: pit.CardMiskeyed, Reason: "miskeyed", Events: events}
		if events == nil {
			r.Code = pit.VoidRound
		}
		id, _ := s.opened(ids[i], r)
		s.approved(id)
	}
	pending, _ := s.opened(ids[4], pit.Request{Code: pit.VoidRound, Reason: "short deck"})
	_, err := s.pit.Dispute(t.Context(), s.by(floortest.Supervisor), ids[6], "the guest says it was a spade")
	s.must(err)
	for i, n := range []int{1, 3, len(won) - 1} { // in each status
		at, f := s.open(house.Spec{Game: ultimate, Pit: "north", Name: fmt.Sprintf("open %d", i)})
		s.dealt(at, flushed.record(t, f)[:n])
	}
	s.played(other, paired.record(t, otherFelt))

	all := asRecorded(t, s.pool)
	statuses := map[sight.Status]bool{}
	for _, f := range all {
		statuses[f.Status] = true
	}
	if len(statuses) != 5 {
		t.Fatalf("rounds in the statuses %v, want one in each", statuses)
	}
	big := decimal.NewFromInt(650)
	list := []sought{
		{"all", pit.RoundFilter{}, func(pit.FoundRound) bool { return true }},
		{"a pit", pit.RoundFilter{Pit: "south"}, func(f pit.FoundRound) bool { return f.Pit == "south" }},
		{"a dealer", pit.RoundFilter{Dealer: floortest.Dealer(table)}, func(f pit.FoundRound) bool { return f.Table == table }},
		{"corrected", pit.RoundFilter{Corrected: yes()}, func(f pit.FoundRound) bool { return f.Corrected != nil }},
		{"not corrected", pit.RoundFilter{Corrected: no()}, func(f pit.FoundRound) bool { return f.Corrected == nil }},
		{"disputed", pit.RoundFilter{Disputed: yes()}, func(f pit.FoundRound) bool { return f.Disputed }},
		{"not disputed", pit.RoundFilter{Disputed: no()}, func(f pit.FoundRound) bool { return !f.Disputed }},
		{"won", pit.RoundFilter{MinWin: big}, func(f pit.FoundRound) bool { return ended(f) && f.MostWon.GreaterThanOrEqual(big) }},
		{"won, corrected", pit.RoundFilter{MinWin: big, Corrected: yes()}, func(f pit.FoundRound) bool {
			return f.Corrected != nil && f.MostWon.GreaterThanOrEqual(big)
		}},
		{"settled in a pit", pit.RoundFilter{Status: sight.Settled, Pit: "north"}, func(f pit.FoundRound) bool { return f.Status == sight.Settled && f.Pit == "north" }},
	}
	for status := range statuses {
		list = append(list, sought{string(status), pit.RoundFilter{Status: status}, func(f pit.FoundRound) bool { return f.Status == status }})
	}
	for _, want := range list {
		finds(t, s.pit, all, want)
	}
	if !strings.HasPrefix(pending.String(), "1-") {
		t.Errorf("correction %s of table %d", pending, table)
	}
	s.sound()
}

// What is written while somebody pages through neither comes twice nor hides a round.
func TestPagesOfRoundsStand(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	s.keep(0, s.random(1, 9)...)
	s.keep(1, s.random(2, 9)...)
	p := reporter(k, day(3))
	want := pages(t, p.Rounds, pit.RoundFilter{Limit: 1000})
	n := uint64(2)
	got := pages(t, func(ctx context.Context, f pit.RoundFilter) ([]pit.FoundRound, string, error) {
		n++
		defer s.keep(2, s.random(n, 1)...)
		return p.Rounds(ctx, f)
	}, pit.RoundFilter{Limit: 4})
	if diff := gocmp.Diff(want, got, equalNumbers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsNoCursorOfRounds(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	s.keep(0, s.random(1, 3)...)
	p := reporter(k, day(1))
	_, cursor, err := p.Rounds(t.Context(), pit.RoundFilter{Limit: 1})
	must(t, err)
	for _, bad := range []string{"x", "1", cursor + "A", cursor[1:], strings.ToUpper(cursor), "MjAyNi0xMS0zMC8xLzE", " " + cursor} {
		if _, _, err := p.Rounds(t.Context(), pit.RoundFilter{After: bad}); !errors.Is(err, ledger.ErrCursor) {
			t.Errorf("%q: %v, want ErrCursor", bad, err)
		}
	}
	for _, limit := range []int{-1, 1001} {
		if _, _, err := p.Rounds(t.Context(), pit.RoundFilter{Limit: limit}); err == nil {
			t.Errorf("%d rounds a page", limit)
		}
	}
}
