package pit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"croupier/desk"
	"croupier/floor/floortest"
	"croupier/ledger"
	"croupier/pit"
)

// A position is read as it is written, and nothing else is one.
func TestPositionsAreReadAsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := pit.Position(rapid.MapOfN(rapid.Int64Range(0, 1<<40), rapid.Int64Range(0, 1<<50), 1, 50).Draw(t, "position"))
		got, err := pit.ParsePosition(p.String())
		if err != nil || got.String() != p.String() || len(got) != len(p) {
			t.Fatalf("%s: %s, %v", p, got, err)
		}
	})
	for _, text := range []string{"", "1", "1:", ":1", "1:2,", "2:1,1:1", "1:1,1:1", "01:1", "1:+1", "-1:1", " 1:1"} {
		if p, err := pit.ParsePosition(text); !errors.Is(err, pit.ErrPosition) {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

// told listens until it has heard of the last page of the table, or for so long.
func (w *watch) told(l *pit.Listener, table, last int64) (pages []string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 20*time.Second)
	defer cancel()
	for {
		p, err := l.Next(ctx)
		if err != nil {
			w.t.Fatalf("after %d pages: %v", len(pages), err)
		}
		pages = append(pages, fmt.Sprintf("%d:%d", p.Chain, p.Seq))
		if p.Chain == table && p.Seq == last {
			return pages
		}
	}
}

func (w *watch) listen(h pit.Hearing) *pit.Listener {
	w.t.Helper()
	l, err := w.pit.Listen(w.t.Context(), h)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(l.Close)
	return l
}

func (w *watch) end(table int64) int64 {
	w.t.Helper()
	ends, err := ledger.Ends(w.t.Context(), w.desk.Pool)
	if err != nil {
		w.t.Fatal(err)
	}
	return ends[table]
}

// Whoever begins at the first page, in the middle or at the end is told of the same
// pages, whatever was read from the book and what came while listening; chains that
// did not exist come from their first page.
func TestAListenerBeginsAnywhere(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	table := w.table(north())
	w.play(table, 1)
	whole := w.listen(pit.Hearing{After: pit.Position{ledger.House: w.end(ledger.House)}})
	middle := w.listen(pit.Hearing{After: pit.Position{ledger.House: w.end(ledger.House), table: 10}})
	now := w.listen(pit.Hearing{})
	w.play(table, 2)
	last := w.end(table)
	all := w.told(whole, table, last)
	if i := slices.IndexFunc(all, func(p string) bool { return p == "1:11" }); i < 0 || !slices.Equal(all[i:], w.told(middle, table, last)) {
		t.Errorf("from page 10: not the end of %v", all)
	}
	later := w.told(now, table, last)
	if len(later) == 0 || len(later) >= len(all) || !slices.Equal(all[len(all)-len(later):], later) {
		t.Errorf("from now: %v, of %v", later, all)
	}
	if !slices.IsSortedFunc(all, func(a, b string) int { return len(a) - len(b) }) || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("out of order: %v", all)
	}
	again := w.listen(pit.Hearing{After: whole.Position()})
	other := w.table(north())
	w.play(other, 3)
	if got := w.told(again, other, w.end(other)); slices.Contains(got, "1:11") || !slices.Contains(got, "2:1") {
		t.Errorf("a new table: %v", got)
	}
}

// One who is held to a table is told of its rounds alone, from now on where another
// table was the own before.
func TestAListenerHeldToATable(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	own, other := w.table(north()), w.table(north())
	w.play(own, 1)
	l := w.listen(pit.Hearing{After: pit.Position{other: 1}, Own: own, Held: true})
	before := w.end(own)
	w.play(other, 2)
	w.play(own, 3)
	for _, page := range w.told(l, own, w.end(own)) {
		var chain, seq int64
		if _, err := fmt.Sscanf(page, "%d:%d", &chain, &seq); err != nil || chain != own || seq <= before {
			t.Errorf("told of %s, %v", page, err)
		}
	}
	if p := l.Position(); len(p) != 1 || p[own] != w.end(own) {
		t.Errorf("position %s", p)
	}
}

// One who does not keep up is dropped, and finds all of it again from where it was.
func TestASlowListenerIsDropped(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	w.table(north())
	l := w.listen(pit.Hearing{})
	began := w.end(ledger.House)
	for i := range 400 {
		e := ledger.Significant{Kind: ledger.SignificantClockJump, Subject: fmt.Sprint("clock ", i), Reason: "set", Before: 1, After: 2}
		if err := w.desk.Note(t.Context(), desk.Caller{Actor: "server", Origin: floortest.Origin}, e); err != nil {
			t.Fatal(err)
		}
	}
	fast := w.listen(pit.Hearing{After: pit.Position{ledger.House: began}})
	w.told(fast, ledger.House, began+400) // by now all is handed out
	seen := began
	for {
		p, err := l.Next(t.Context())
		if errors.Is(err, pit.ErrSlow) {
			break
		}
		if err != nil || p.Seq != seen+1 {
			t.Fatalf("page %d after %d, %v", p.Seq, seen, err)
		}
		if seen = p.Seq; seen == began+400 {
			t.Fatal("kept up with more than may wait")
		}
	}
	rest := w.told(w.listen(pit.Hearing{After: l.Position()}), ledger.House, began+400)
	if want := int(began + 400 - seen); len(rest) != want {
		t.Errorf("told of %d pages, %d are left", len(rest), want)
	}
}
