package pit_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"croupier/desk"
	"croupier/floor"
	"croupier/floor/floortest"
	"croupier/games"
	"croupier/house"
	"croupier/house/housetest"
	"croupier/ledger"
	"croupier/pit"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

var signing = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// A clockwork is a floor and its pit whose clock is set by hand.
type clockwork struct {
	kept
	*hall
	now time.Time
}

func newClockwork(t *testing.T) *clockwork {
	t.Helper()
	c := &clockwork{now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	c.url = postgrestest.New(t)
	c.Pool = postgrestest.Pool(t, c.url, postgres.PoolOptions{Role: postgres.WriterRole})
	housetest.People(t, c.Pool)
	c.hall = &hall{t: t, desk: desk.New(c.Pool, func() time.Time { return c.now })}
	c.pit = pit.New(c.desk, pit.Options{Shelf: counts, Signing: signing})
	var err error
	c.floor, err = floor.New(c.desk, floor.Options{Key: [32]byte{1}})
	must(t, err)
	return c
}

func (c *clockwork) closeDay(day string, table int64) (pit.Day, error) {
	at, err := time.Parse(time.DateOnly, day)
	must(c.t, err)
	c.keys++
	who := floortest.Caller(floor.Pair{Dealer: housetest.Manager, Supervisor: housetest.Supervisor}, "day", c.keys)
	a, err := c.pit.CloseDay(context.Background(), who, at, table)
	var d pit.Day
	if err == nil {
		must(c.t, json.Unmarshal(a.Body, &d))
	}
	return d, err
}

// refuses fails unless the day is not closed, for the reason.
func (c *clockwork) refuses(day string, table int64, want error) {
	c.t.Helper()
	if _, err := c.closeDay(day, table); !errors.Is(err, want) {
		c.t.Errorf("closing %s of table %d: %v, want %v", day, table, err, want)
	}
}

// verify returns what is wrong with the closes of days, and how many there are.
func (c *clockwork) verify(trusted ...ed25519.PublicKey) (faults []string, n int) {
	c.t.Helper()
	n, err := pit.VerifyDays(c.t.Context(), c.Pool, trusted, func(f string) { faults = append(faults, f) })
	must(c.t, err)
	return faults, n
}

// A day is closed once, when it is over and no round of it is open. What it came
// to is signed, and it takes nothing more.
func TestADayIsClosed(t *testing.T) {
	t.Parallel()
	c := newClockwork(t)
	table, idle := c.table(uthSpec()), c.table(uthSpec())
	for seed := range uint64(4) {
		c.play(table, seed)
	}
	c.refuses("2026-11-30", table, pit.ErrDayNotOver)
	open := c.seen(c.floor.OpenRound(t.Context(), c.caller(table), table))
	c.now = c.now.Add(24 * time.Hour)
	c.refuses("2026-11-30", table, ledger.ErrDayOpen)
	c.refuses("2026-11-30", 0, ledger.ErrDayOpen)
	c.refuses("2026-11-30", 99, house.ErrNoTable)
	c.refuses("2026-12-01", table, pit.ErrDayNotOver)
	c.finish(open)

	d, err := c.closeDay("2026-11-30", table)
	must(t, err)
	s := d.Tables[0].Statement
	won := c.sum(t, `SELECT sum(amount)::text FROM postings WHERE account = $1 AND seq IN (SELECT seq FROM entries WHERE table_id = $2 AND round IS NOT NULL)`, ledger.Bank(table), table)
	if len(s.Totals) != 1 || !s.Totals[0].Win.Equal(won) || s.Totals[0].Rounds+s.Totals[0].Voids != 5 || s.Totals[0].Opens != 1 {
		t.Errorf("closed with %+v, want a win of %s", s, won)
	}
	c.refuses("2026-11-30", table, ledger.ErrDayClosed)
	if d, err = c.closeDay("2026-11-30", 0); err != nil || len(d.Tables) != 1 || d.Tables[0].Statement.Table != idle {
		t.Errorf("the rest: %+v, %v", d, err)
	}
	c.refuses("2026-11-30", 0, ledger.ErrDayClosed)

	c.now = c.now.Add(-24 * time.Hour) // a clock set back does not open it again
	_, err = c.floor.OpenRound(t.Context(), c.caller(table), table)
	if !errors.Is(err, ledger.ErrDayClosed) {
		t.Errorf("a round on the closed day: %v", err)
	}
	c.now = c.now.Add(24 * time.Hour)
	c.play(table, 9)
	if faults, n := c.verify(signing.Public().(ed25519.PublicKey)); len(faults) != 0 || n != 2 {
		t.Errorf("%d closes, %v", n, faults)
	}
	if sum, err := ledger.Verify(t.Context(), c.Pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) }); err != nil || sum.Faults != 0 {
		t.Error(err)
	}
	days, err := c.pit.Days(t.Context(), time.Time{}, 10)
	if err != nil || len(days) != 1 || days[0] != (pit.DayCount{GamingDay: "2026-11-30", Closed: 2, Tables: 2}) {
		t.Errorf("%+v, %v", days, err)
	}
}

func uthSpec() house.Spec { return house.Spec{Game: ultimate} }

// finish voids the open round.
func (c *clockwork) finish(v floor.View) {
	c.t.Helper()
	e := games.Event{Kind: games.KindVoid, Note: "nobody bet"}
	c.seen(c.floor.Do(c.t.Context(), c.caller(idOf(c.t, v).Table), idOf(c.t, v), floor.Change{N: v.N, Events: []games.Event{e}}))
}

// Two persons close a day, by a server that has a key.
func TestWhoClosesADay(t *testing.T) {
	t.Parallel()
	c := newClockwork(t)
	c.table(uthSpec())
	c.now = c.now.Add(48 * time.Hour)
	who := floortest.Caller(floor.Pair{Dealer: housetest.Manager}, "alone", 1)
	if _, err := c.pit.CloseDay(t.Context(), who, housetest.At, 0); !errors.Is(err, pit.ErrTwoPersons) {
		t.Errorf("alone: %v", err)
	}
	who.Approver = who.Actor
	if _, err := c.pit.CloseDay(t.Context(), who, housetest.At, 0); !errors.Is(err, pit.ErrTwoPersons) {
		t.Errorf("the same person twice: %v", err)
	}
	who.Approver = housetest.Supervisor
	if _, err := pit.New(c.desk, pit.Options{}).CloseDay(t.Context(), who, housetest.At, 0); !errors.Is(err, pit.ErrNoSigning) {
		t.Errorf("without a key: %v", err)
	}
}

// Whoever gets past the guards of the database is found by the signature or by the
// totals.
func TestAChangedDayIsFound(t *testing.T) {
	t.Parallel()
	c := newClockwork(t)
	table := c.table(uthSpec())
	for seed := range uint64(3) {
		c.play(table, seed)
	}
	c.now = c.now.Add(24 * time.Hour)
	_, err := c.closeDay("2026-11-30", 0)
	must(t, err)
	other, _, err := ed25519.GenerateKey(nil)
	must(t, err)
	if faults, _ := c.verify(other); len(faults) != 1 || !strings.Contains(faults[0], "not trusted") {
		t.Errorf("another key: %v", faults)
	}
	const entry = `INSERT INTO entries (gaming_day, table_id, seq, round, kind, currency, actor, at) VALUES ('2026-11-30', %d, 9999, 9999, 'void', 'XXX', 'ann', now())`
	if _, err := c.Pool.Exec(t.Context(), fmt.Sprintf(entry, table)); err == nil || !strings.Contains(err.Error(), "is closed") {
		t.Errorf("an entry on a closed day: %v", err)
	}
	c.tamper(t, `UPDATE lines_2026_11 SET stake = stake + 1 WHERE line = 1`)
	if faults, _ := c.verify(); len(faults) != 1 || !strings.Contains(faults[0], "the book comes to") {
		t.Errorf("other stakes: %v", faults)
	}
}
