package pit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/games/all"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/pit"
	"croupier/postgres/postgrestest"
	"croupier/sight"
)

// otherSupervisor may approve what the supervisor opened.
const otherSupervisor = "supervisor-2"

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// A scene is a floor and a pit over one book, with a clock of their own.
type scene struct {
	t     testing.TB
	pool  *pgxpool.Pool
	floor *floor.Floor
	pit   *pit.Pit
	now   time.Time
	keys  int64
}

func newScene(t testing.TB) *scene {
	t.Helper()
	s := &scene{t: t, pool: postgrestest.NewPool(t), now: noon}
	floortest.People(t, s.pool)
	housetest.Person(t, s.pool, otherSupervisor, roles.Supervisor)
	d := desk.New(s.pool, func() time.Time { return s.now })
	f, err := floor.New(d, floor.Options{Key: [32]byte{1}})
	s.must(err)
	s.floor, s.pit = f, pit.New(d, pit.Options{Signing: signing})
	return s
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// by asks alone, under a new key.
func (s *scene) by(name string) desk.Caller {
	s.keys++
	return floortest.Caller(floor.Pair{Dealer: name}, "scene", s.keys)
}

// open is a new table with its float, and what lies on its felt.
func (s *scene) open(spec house.Spec) (int64, *house.Felt) {
	s.t.Helper()
	table := floortest.Table(s.t, s.pool, spec)
	floortest.Open(s.t, s.floor, table)
	felt, err := house.LoadFelt(s.t.Context(), s.pool, table, 1)
	s.must(err)
	return table, felt
}

// played is a round of the table with that record, settled.
func (s *scene) played(table int64, record []games.Event) sight.RoundID {
	s.t.Helper()
	id := s.dealt(table, record)
	if v, err := s.floor.Round(s.t.Context(), id, games.Dealer); err != nil || v.Entry == nil {
		s.t.Fatalf("round %s is not over: %+v, %v", id, v, err)
	}
	return id
}

// dealt is a round of the table with that record.
func (s *scene) dealt(table int64, record []games.Event) sight.RoundID {
	s.t.Helper()
	dealer := floortest.Dealer(table)
	a, err := s.floor.OpenRound(s.t.Context(), s.by(dealer), table)
	s.must(err)
	var v sight.View
	s.must(json.Unmarshal(a.Body, &v))
	id, err := sight.ParseRoundID(v.ID)
	s.must(err)
	_, err = s.floor.Do(s.t.Context(), s.by(dealer), id, floor.Change{N: 0, Events: record})
	s.must(err)
	return id
}

// told reads what a request was answered.
func told[T any](s *scene, a desk.Answer, err error) (v T) {
	s.t.Helper()
	s.must(err)
	s.must(json.Unmarshal(a.Body, &v))
	return v
}

// opened opens a correction, as the table's dealer does.
func (s *scene) opened(id sight.RoundID, r pit.Request) (sight.RoundID, pit.Correction) {
	s.t.Helper()
	a, err := s.pit.Correct(s.t.Context(), s.by(floortest.Dealer(id.Table)), id, r)
	c := told[pit.Correction](s, a, err)
	named, err := sight.ParseRoundID(c.ID)
	s.must(err)
	return named, c
}

// approved is the correction once the supervisor approved it.
func (s *scene) approved(id sight.RoundID) pit.Correction {
	s.t.Helper()
	a, err := s.pit.Approve(s.t.Context(), s.by(floortest.Supervisor), id)
	return told[pit.Correction](s, a, err)
}

func (s *scene) entries(id sight.RoundID) []ledger.Entry {
	s.t.Helper()
	entries, err := ledger.ReadEntries(s.t.Context(), s.pool, id.Table, id.Number)
	s.must(err)
	return entries
}

// sound fails the test unless the book verifies.
func (s *scene) sound() ledger.Summary {
	s.t.Helper()
	sum, err := ledger.Verify(s.t.Context(), s.pool, ledger.VerifyOptions{}, func(f ledger.Fault) { s.t.Error(f) })
	s.must(err)
	return sum
}

// A deal is a hand of one seat, as it is told to a round of any game: everything
// that is asked has one answer.
type deal struct {
	bet                 string // on the first wager
	hole, dealer, board string
	choice              int // of each decision: which option
}

// flushed wins with a flush; a card of it was keyed wrongly in paired.
var (
	flushed = deal{bet: "100", hole: "Qs 3s", dealer: "9h 4c", board: "As Ks 7s 2d 9d"}
	paired  = deal{bet: "100", hole: "Qs 3d", dealer: "9h 4c", board: "As Ks 7s 2d 9d"}
)

// record answers all that a round of the felt asks.
func (d deal) record(t testing.TB, felt *house.Felt) []games.Event {
	t.Helper()
	const seat = 3
	r, board := felt.Round(), lie(t, d.board)
	bet := games.Event{Kind: games.KindBet, Place: seat, Do: games.DoBet, Wager: felt.Game.Wagers[0].Name, Amount: decimal.RequireFromString(d.bet)}
	for next := r.Next(nil); len(next) > 0; next = r.Next(nil) {
		e := bet
		if r.Staked() != 0 {
			e = d.answer(t, next, &board)
		}
		if e.Step == "" {
			e.Step = next[0].Step
		}
		if err := r.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	return r.Standing()
}

func (d deal) answer(t testing.TB, next []games.Prompt, board *cards.Cards) games.Event {
	p := next[0]
	for _, closing := range next {
		if closing.Kind == games.KindClose {
			p = closing
		}
	}
	e := games.Event{Step: p.Step, Kind: p.Kind, Place: p.Place}
	switch {
	case p.Kind == games.KindAct:
		o := p.Options[min(d.choice, len(p.Options)-1)]
		e.Do, e.Wager, e.Amount = o.Do, o.Wager, o.Min
	case p.Place == games.Board && !p.Down && p.Count > 0:
		e.Cards, *board = (*board)[:p.Count], (*board)[p.Count:]
	case p.Kind == games.KindShow && p.Place == games.Dealer:
		e.Cards = lie(t, d.dealer)
	case p.Kind == games.KindShow:
		e.Cards = lie(t, d.hole)
	}
	return e
}

func lie(t testing.TB, text string) cards.Cards {
	t.Helper()
	cs, err := cards.ParseAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}

// everyGame is a table of each game.
func everyGame(t testing.TB) map[string]house.Spec {
	t.Helper()
	specs := map[string]house.Spec{}
	for _, e := range all.Editions {
		s := house.Spec{Game: e.Name(), House: games.House{}, Paytables: map[string]paytables.Paytable{}, Chip: decimal.NewFromInt(1)}
		for _, rule := range e.House {
			if rule.Default == "" {
				s.House[rule.Name] = rule.Values[0]
			}
		}
		if e.Name() == "texas-holdem-bonus/1" {
			p, err := paytables.Default("bonus-1")
			if err != nil {
				t.Fatal(err)
			}
			s.Paytables["bonus"] = p
		}
		specs[e.Name()] = s
	}
	return specs
}

func total(lines []ledger.Line) (sum decimal.Decimal) {
	for i := range lines {
		sum = sum.Add(lines[i].Amount)
	}
	return sum
}

// At a table of each game a flush was paid that was none, because a card was keyed
// wrongly. The dealer opens the correction, the supervisor approves it, chips come
// back, and the table still ties to the unit when it closes.
func TestACardKeyedWrongly(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for name, spec := range everyGame(t) {
		s.now = noon
		table, felt := s.open(spec)
		id := s.played(table, flushed.record(t, felt))
		s.now = noon.AddDate(0, 0, 1)
		number, c := s.opened(id, pit.Request{Code: pit.CardMiskeyed, Reason: "the three was of diamonds", Events: paired.record(t, felt)})
		before := s.entries(id)
		if c.State != pit.Opened || len(before) != 1 || c.GamingDay != "2026-11-30" || c.Standing != fmt.Sprintf("%d:%d", table, before[0].Seq) {
			t.Errorf("%s: opened %+v, %d entries", name, c, len(before))
		}
		done := s.approved(number)
		entries := s.entries(id)
		if len(entries) != 3 {
			t.Fatalf("%s: %d entries, want three", name, len(entries))
		}
		paid, back, stands := entries[0], entries[1], entries[2]
		if !total(paid.Lines).IsPositive() || !total(back.Lines).Equal(total(paid.Lines).Neg()) || total(stands.Lines).IsPositive() {
			t.Errorf("%s: %s, %s, %s", name, total(paid.Lines), total(back.Lines), total(stands.Lines))
		}
		for _, e := range entries[1:] {
			if e.Actor != floortest.Dealer(table) || e.Approver != floortest.Supervisor || e.Reason != c.Reason || e.Round != id.Number ||
				e.Settings != 1 || e.GamingDay.Format(time.DateOnly) != "2026-12-01" {
				t.Errorf("%s: %+v", name, e)
			}
		}
		if back.Kind != ledger.KindReversal || back.Reverses != paid.Seq || stands.Kind != ledger.KindCorrection || stands.Seq != back.Seq+1 {
			t.Errorf("%s: %+v, %+v", name, back, stands)
		}
		want := total(stands.Lines).Sub(total(paid.Lines))
		if len(done.Seats) != 1 || done.Seats[0].Seat != 3 || !done.Seats[0].Chips.Equal(want) || done.State != pit.Approved ||
			done.Reversal != fmt.Sprintf("%d:%d", table, back.Seq) || done.Correction != fmt.Sprintf("%d:%d", table, stands.Seq) {
			t.Errorf("%s: chips %s, answered %+v", name, want, done)
		}
		s.ties(table, total(stands.Lines).Neg(), 1)
		s.seenBy(id, paid, stands)
	}
	for currency, sum := range s.sound().Balance {
		if !sum.IsZero() {
			t.Errorf("balance %s %s", sum, currency)
		}
	}
}

// ties closes the table by a true count: what the bank won is what stands.
func (s *scene) ties(table int64, won decimal.Decimal, rounds int64) {
	s.t.Helper()
	pair := floor.Pair{Dealer: floortest.Dealer(table), Supervisor: floortest.Supervisor}
	s.keys++
	left := decimal.NewFromInt(100_000).Add(won)
	a, err := s.floor.CloseTable(s.t.Context(), floortest.Caller(pair, "close", s.keys), table, pair, floor.Counts{"0.5": left.Mul(decimal.NewFromInt(2)).IntPart()}, floor.Counts{}, "")
	sheet := told[floor.Sheet](s, a, err)
	if !sheet.WinInBook.Equal(won) || !sheet.Variance.IsZero() || sheet.Rounds != rounds {
		s.t.Errorf("table %d: sheet %+v, want a win of %s", table, sheet, won)
	}
}

// seenBy looks at the round as the floor shows it, and at its entries in the book.
func (s *scene) seenBy(id sight.RoundID, paid, stands ledger.Entry) {
	s.t.Helper()
	a, err := s.floor.Audit(s.t.Context(), id)
	s.must(err)
	if !a.Agrees || a.Round.Entry.Seq != paid.Seq || a.Round.Corrected == nil || a.Round.Corrected.Seq != stands.Seq || len(a.Corrected) != 2 {
		s.t.Errorf("audit %+v", a)
	}
	for _, f := range []ledger.Filter{{Table: id.Table, Round: id.Number}, {Table: id.Table}, {Table: id.Table, Day: stands.GamingDay}, {Day: stands.GamingDay, Limit: 1000}} {
		list, err := s.floor.Entries(s.t.Context(), f)
		s.must(err)
		lines := 0
		for _, e := range list.Entries {
			if e.Round == id.String() && (e.Kind == ledger.KindReversal || e.Kind == ledger.KindCorrection) {
				lines += len(e.Lines)
			}
		}
		if lines != len(paid.Lines)+len(stands.Lines) {
			s.t.Errorf("%+v: %d lines of reversal and correction", f, lines)
		}
	}
}

// A settled round is voided, and the void taken back by another correction: the
// stakes went back, and come again.
func TestAVoidAfterSettlement(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for name, spec := range everyGame(t) {
		table, felt := s.open(spec)
		record := flushed.record(t, felt)
		id := s.played(table, record)
		paid := total(s.entries(id)[0].Lines)
		number, c := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "a card lay face up in the shoe"})
		if c.Status != sight.Void || !c.Seats[0].Chips.Equal(paid.Neg()) {
			t.Errorf("%s: %+v", name, c)
		}
		s.approved(number)
		entries := s.entries(id)
		for _, l := range entries[2].Lines {
			if l.Won != games.Voided || !l.Amount.IsZero() {
				t.Errorf("%s: voided, and %+v", name, l)
			}
		}
		if _, err := s.pit.Correct(t.Context(), s.by(otherSupervisor), id, pit.Request{Code: pit.VoidRound, Reason: "again"}); !errors.Is(err, pit.ErrUnchanged) {
			t.Errorf("%s: void of a void: %v", name, err)
		}
		number, c = s.opened(id, pit.Request{Code: pit.Procedure, Reason: "the card was no part of the hand", Events: record})
		if c.Status != sight.Settled || !c.Seats[0].Chips.Equal(paid) {
			t.Errorf("%s: %+v", name, c)
		}
		s.approved(number)
		if entries = s.entries(id); len(entries) != 5 || !total(entries[4].Lines).Equal(paid) || entries[3].Reverses != entries[2].Seq {
			t.Errorf("%s: %d entries, the last %+v", name, len(entries), entries[len(entries)-1])
		}
		s.ties(table, paid.Neg(), 1)
	}
	s.sound()
}
