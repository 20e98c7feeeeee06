package all_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"croupier/games"
	"croupier/games/all"
	"croupier/games/gamestest"
)

func TestFind(t *testing.T) {
	t.Parallel()
	for _, e := range all.Editions {
		if found, err := all.Find(e.Name()); err != nil || found.Name() != e.Name() {
			t.Errorf("%s: found %s, %v", e.Name(), found.Name(), err)
		}
		newest, err := all.Find(e.Game)
		if err != nil || newest.Game != e.Game || newest.Version < e.Version {
			t.Errorf("%s: found %s, %v", e.Game, newest.Name(), err)
		}
	}
	for _, name := range []string{"", "baccarat", "ultimate-texas-holdem/", "ultimate-texas-holdem/0", "Ultimate-Texas-Holdem", strings.Repeat("x", 1000)} {
		e, err := all.Find(name)
		if !errors.Is(err, games.ErrGame) || len(err.Error()) > 200 || !strings.Contains(err.Error(), "texas-holdem-bonus") {
			t.Errorf("%q: %s, %v", name, e.Name(), err)
		}
	}
}

func TestEditionsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range all.Editions {
		if seen[e.Name()] || e.Game == "" || e.Version < 1 || e.Title == "" {
			t.Errorf("%s: no name of its own", e.Name())
		}
		seen[e.Name()] = true
		if e.Seats < 1 || e.Seats > games.MaxSeats || !distinct(e.DealOrders) {
			t.Errorf("%s: %d seats, deal orders %v", e.Name(), e.Seats, e.DealOrders)
		}
	}
}

// distinct reports whether names are some, none empty, none twice.
func distinct(names []string) bool {
	set := map[string]bool{"": true}
	for _, name := range names {
		if set[name] {
			return false
		}
		set[name] = true
	}
	return len(names) > 0
}

func TestHouseRulesAreDeclared(t *testing.T) {
	t.Parallel()
	for _, e := range all.Editions {
		var names []string
		for _, rule := range e.House {
			names = append(names, rule.Name)
			if !distinct(rule.Values) || rule.Default != "" && !slices.Contains(rule.Values, rule.Default) {
				t.Errorf("%s: %s is one of %q, else %q", e.Name(), rule.Name, rule.Values, rule.Default)
			}
			if !strings.HasSuffix(rule.About, ".") || !strings.Contains(rule.Clause, " ") {
				t.Errorf("%s: %s says %q of %q", e.Name(), rule.Name, rule.About, rule.Clause)
			}
		}
		if !distinct(names) {
			t.Errorf("%s: house rules %q", e.Name(), names)
		}
	}
}

func TestGamesAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, e := range all.Editions {
		for _, s := range gamestest.Setups(e) {
			g, chosen, err := e.Build(s)
			if err != nil {
				t.Errorf("%s %v: %v", e.Name(), s, err)
				continue
			}
			if g.Name != e.Name() || !maps.Equal(chosen.House, s.House) || chosen.DealOrder != s.DealOrder {
				t.Errorf("%s: built %s under %v of %v", e.Name(), g.Name, chosen, s)
			}
			wellFormed(t, g)
		}
	}
}

func wellFormed(t *testing.T, g *games.Game) {
	t.Helper()
	var names []string
	required := 0
	for i := range g.Wagers {
		w := &g.Wagers[i]
		names = append(names, w.Name)
		if g.Index(w.Name) != i {
			t.Errorf("%s: wager %q is found at %d, lies at %d", g.Name, w.Name, g.Index(w.Name), i)
		}
		if w.Required {
			required++
		}
		wager(t, g, w)
	}
	if !distinct(names) || len(names) > games.MaxWagers || required == 0 {
		t.Errorf("%s: wagers %q, %d required", g.Name, names, required)
	}
	order := slices.Sorted(slices.Values(g.Order))
	if slices.Sort(names); !slices.Equal(order, names) {
		t.Errorf("%s: settles %q of %q", g.Name, g.Order, names)
	}
	if len(g.Steps) == 0 || g.Result == nil {
		t.Errorf("%s: no steps or no result", g.Name)
	}
}

func wager(t *testing.T, g *games.Game, w *games.Wager) {
	t.Helper()
	if w.Looks == 0 || w.Later && (w.Required || w.Equals != "") {
		t.Errorf("%s: no such wager: %+v", g.Name, *w)
	}
	if w.Equals != "" {
		if with := g.Index(w.Equals); with < 0 || !g.Wagers[with].Required || w.Required {
			t.Errorf("%s: %s equals %q", g.Name, w.Name, w.Equals)
		}
	}
	var rows []string
	for _, row := range w.Rows {
		rows = append(rows, row.Name)
		if row.When == nil || row.Name != strings.ToLower(row.Name) {
			t.Errorf("%s: %s has no such row %q", g.Name, w.Name, row.Name)
		}
	}
	if len(rows) > 0 && !distinct(rows) || len(rows) == 0 && w.Paytable != "" {
		t.Errorf("%s: %s has rows %q, paytable %q", g.Name, w.Name, rows, w.Paytable)
	}
	if slices.Contains(g.Priced(), w.Name) != (len(rows) > 0) {
		t.Errorf("%s: %s is priced, %d rows", g.Name, w.Name, len(rows))
	}
}
