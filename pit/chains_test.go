package pit_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"croupier/desk"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/ledger"
	"croupier/pit"
)

// chainOf is the chain of the table.
func chainOf(t *testing.T, p *pit.Pit, table int64) pit.Chain {
	t.Helper()
	list, err := p.Chains(t.Context())
	must(t, err)
	for _, c := range list {
		if c.Table == table {
			return c
		}
	}
	t.Fatalf("no chain of table %d: %+v", table, list)
	return pit.Chain{}
}

// Each chain says where it ends, whatever its last page is: that a table was set up,
// that chips came, a round, a correction, an alert.
func TestChainsEndAtTheirLastPage(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	table, felt := s.open(house.Spec{Game: ultimate, Name: "first"})
	idle := floortest.Table(t, s.pool, house.Spec{Game: ultimate})
	ends := func(what string) {
		t.Helper()
		list, err := s.pit.Chains(t.Context())
		s.must(err)
		if len(list) != 3 || list[0].Table != ledger.House || list[0].Name != "" || list[1].Table != table || list[1].Name != "first" || list[2].Table != idle {
			t.Fatalf("%s: %+v", what, list)
		}
		for _, c := range list {
			var seq int64
			var hash []byte
			var at *time.Time
			s.must(s.pool.QueryRow(t.Context(), `SELECT h.seq, h.hash, (SELECT at FROM links l WHERE l.table_id = h.table_id AND l.seq = h.seq) FROM heads h WHERE table_id = $1`, c.Table).Scan(&seq, &hash, &at))
			if c.Seq != seq || c.Hash != hex.EncodeToString(hash) || (at == nil) != (c.Written == nil) || at != nil && !at.Equal(*c.Written) {
				t.Errorf("%s: chain %+v, the book has seq %d of %v", what, c, seq, at)
			}
		}
	}
	ends("opened")
	s.now = s.now.Add(time.Hour)
	id := s.played(table, flushed.record(t, felt))
	ends("played")
	s.now = s.now.Add(26 * time.Hour)
	correction, _ := s.opened(id, pit.Request{Code: pit.VoidRound, Reason: "short deck"})
	ends("a correction was opened")
	s.approved(correction)
	ends("and approved")
	s.now = s.now.Add(time.Hour)
	s.must(s.pit.Survey(t.Context()))
	ends("alerted")
}

// Rounds that ended wait until they are settled again; what does not come to what was
// posted is counted until somebody acknowledges it; reports follow when they are
// derived.
func TestChainsSayHowFarTheyWereLookedAt(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	p := pit.New(desk.New(k.Pool, func() time.Time { return day(1) }), pit.Options{Shelf: counts})
	c := chainOf(t, p, s.id)
	if c.Waiting != 3 || c.Resettled != 0 || c.RolledUp != 0 || c.Differences != 0 || c.Written == nil || !c.Written.Equal(day(0)) {
		t.Errorf("at first: %+v", c)
	}
	k.tamper(t, `UPDATE lines SET amount = amount + 5 WHERE round = 2 AND line = 1`)
	_, err := p.Resettle(t.Context())
	must(t, err)
	must(t, p.Roll(t.Context()))
	if c = chainOf(t, p, s.id); c.Waiting != 0 || c.Resettled != c.Seq || c.RolledUp != c.Seq || c.Differences != 1 {
		t.Errorf("looked at: %+v", c)
	}
	list, _, err := p.Alerts(t.Context(), pit.AlertFilter{Kind: pit.AlertResettlement})
	must(t, err)
	if len(list) != 1 {
		t.Fatalf("alerts %+v", list)
	}
	_, err = p.Acknowledge(t.Context(), desk.Caller{Actor: floortest.Supervisor, Origin: "server"}, list[0].ID, "seen")
	must(t, err)
	s.keep(1, s.random(2, 70)...)
	if c = chainOf(t, p, s.id); c.Waiting != 64 || c.Resettled == c.Seq || c.Differences != 0 {
		t.Errorf("acknowledged, and played on: %+v", c)
	}
}

// A chain is walked as a whole or in part, and what is wrong is told.
func TestAChainIsVerified(t *testing.T) {
	t.Parallel()
	k, s := uth(t)
	for d := 1; d < 3; d++ { // after three rounds
		s.keep(d, s.random(uint64(d), 4)...)
	}
	p := reporter(k, day(4))
	verified := func(table int64, from, to time.Time) pit.Verified {
		t.Helper()
		v, err := p.VerifyChain(t.Context(), table, from, to)
		must(t, err)
		if v.Table != table || v.Sound != (v.Faults == 0) || v.Faults != int64(len(v.Findings)) {
			t.Errorf("%+v", v)
		}
		return v
	}
	whole := verified(s.id, time.Time{}, time.Time{})
	if c := chainOf(t, p, s.id); !whole.Sound || whole.Rounds != 11 || whole.Pages != c.Seq || whole.From != "" {
		t.Errorf("%+v of %+v", whole, c)
	}
	if v := verified(s.id, day(1), day(1)); !v.Sound || v.Rounds != 4 || v.Pages != 8 || v.From != "2026-12-01" || v.To != "2026-12-01" || v.Rows >= whole.Rows {
		t.Errorf("a day: %+v", v)
	}
	if v := verified(ledger.House, time.Time{}, time.Time{}); !v.Sound || v.Pages != chainOf(t, p, ledger.House).Seq || v.Rounds != 0 {
		t.Errorf("the house: %+v", v)
	}
	k.tamper(t, `UPDATE entries SET reason = 'another' WHERE round = 5`)
	for d, sound := range []bool{true, false, true} {
		v := verified(s.id, day(d), day(d))
		if v.Sound != sound {
			t.Errorf("day %d: %+v", d, v)
		}
		if sound {
			continue
		}
		if f := v.Findings[0]; f.Relation != "entries" || f.What != "altered" || f.Seq != 10 || !strings.HasSuffix(f.Said, "seq 10: entries: altered") {
			t.Errorf("%+v", f)
		}
	}
	if _, err := p.VerifyChain(t.Context(), 99, time.Time{}, time.Time{}); !errors.Is(err, ledger.ErrNoTable) {
		t.Errorf("a table that is not there: %v", err)
	}
}
