package house_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/edge"
	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

func dec(s string) decimal.Decimal { return decimal.RequireFromString(s) }

func felt(t interface{ Fatal(...any) }, s house.Spec) *house.Felt {
	f, err := s.Felt()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mistyped is trips-2 with a full house at 9 instead of 8.
func mistyped(t *testing.T) paytables.Paytable {
	t.Helper()
	p := shipped(t, "trips-2")
	p.Name = "trips-new"
	p.Rows = append([]paytables.Row(nil), p.Rows...)
	p.Rows[3].Odds = dec("9")
	return p
}

// bet is a line of a report: what the player expects and wins at most.
func bet(name, ev, most string) edge.Wager {
	return edge.Wager{Name: name, EV: dec(ev).Rat(), Most: dec(most).Rat()}
}

func report(bets ...edge.Wager) *edge.Report { return &edge.Report{Wagers: bets} }

func TestEqualFeltsDifferInNothing(t *testing.T) {
	t.Parallel()
	costs := report(bet("ante", "-0.0218", "505"), bet("trips", "-0.035", "50"))
	for _, reports := range [][2]*edge.Report{{}, {costs, costs}} {
		if diff := cmp.Diff(house.Diff{}, house.Compare(felt(t, uth()), felt(t, uth()), reports)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestDiffIsWrittenDown compares two versions in everything that can differ
// within a game, and holds the JSON to testdata/diff.json.
func TestDiffIsWrittenDown(t *testing.T) {
	t.Parallel()
	old, s := uth(), uth()
	old.Limits = map[string]house.Limit{"ante": {Min: dec("5"), Max: dec("100")}, "trips": {Max: dec("50")}}
	s.Limits = map[string]house.Limit{"ante": {Min: dec("5"), Max: dec("200")}, "trips": {Min: dec("2.50"), Max: dec("50")}}
	s.House = games.House{"trips_on_fold": "forfeit"}
	s.Paytables = map[string]paytables.Paytable{"trips": mistyped(t)}
	s.Cap, s.AnteStep, s.Rounding, s.Currency, s.Seats = dec("100000"), dec("5"), games.Up, "KRW", 6
	reports := [2]*edge.Report{
		report(bet("ante", "-0.0218", "505"), bet("trips", "-0.035", "50")),
		report(bet("ante", "-0.0218", "505"), bet("trips", "0.0053125", "50")),
	}
	got, err := json.MarshalIndent(house.Compare(felt(t, old), felt(t, s), reports), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/diff.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Error(diff)
	}
}

// TestSamePricesUnderAnotherName: a name is a change, the rows are none.
func TestSamePricesUnderAnotherName(t *testing.T) {
	t.Parallel()
	s := uth()
	p := shipped(t, "trips-2")
	p.Name = "trips of the summer"
	s.Paytables = map[string]paytables.Paytable{"trips": p}
	digest := p.Digest().String()
	want := house.Diff{Paytables: []house.PaytableDiff{{
		Wager: "trips", Name: house.Pair{Before: "trips-2", After: p.Name}, Digest: house.Pair{Before: digest, After: digest},
	}}}
	if diff := cmp.Diff(want, house.Compare(felt(t, uth()), felt(t, s), [2]*edge.Report{})); diff != "" {
		t.Error(diff)
	}
}

// TestAnotherGame: what both games have stands once, before and after; what
// one has, on its own side.
func TestAnotherGame(t *testing.T) {
	t.Parallel()
	bonus := house.Spec{Game: "texas-holdem-bonus", House: games.House{"ante_pays_from": "flush"}}
	bonus.Paytables = map[string]paytables.Paytable{"bonus": shipped(t, "bonus-1")}
	d := house.Compare(felt(t, uth()), felt(t, bonus), [2]*edge.Report{
		report(bet("ante", "-0.02", "505"), bet("trips", "-0.03", "50")),
		report(bet("ante", "-0.05", "4"), bet("bonus", "-0.08", "1000")),
	})
	var wagers, edges []string
	for _, p := range d.Paytables {
		wagers = append(wagers, p.Wager)
		for _, row := range p.Rows {
			if (row.Before == "") == (row.After == "") || (row.After != "") != (p.Wager == "bonus") {
				t.Errorf("%s: row %+v", p.Wager, row)
			}
		}
		if len(p.Rows) == 0 {
			t.Errorf("%s has no rows", p.Wager)
		}
	}
	for _, e := range d.Edges {
		edges = append(edges, e.Wager)
		if both := e.Before != nil && e.After != nil; both != (e.Change != nil) || both != (e.Wager == "ante") {
			t.Errorf("edge %+v", e)
		}
	}
	if got := strings.Join(wagers, " "); got != "blind trips bonus" {
		t.Errorf("paytables of %s", got)
	}
	if got := strings.Join(edges, " "); got != "ante trips bonus" {
		t.Errorf("edges of %s", got)
	}
	game := house.Change{Name: "game", Pair: house.Pair{Before: "ultimate-texas-holdem/1", After: "texas-holdem-bonus/1"}}
	rule := house.Change{Name: "ante_pays_from", Pair: house.Pair{After: "flush"}}
	if !slices.Contains(d.Settings, game) || !slices.Contains(d.Rules, rule) || d.Exposure == nil {
		t.Errorf("settings %v, rules %v, exposure %v", d.Settings, d.Rules, d.Exposure)
	}
}

// TestNoSettingIsForgotten changes every field of the settings, those too that
// come after this test was written.
func TestNoSettingIsForgotten(t *testing.T) {
	t.Parallel()
	before := felt(t, uth())
	for _, field := range reflect.VisibleFields(reflect.TypeFor[house.Settings]()) {
		after := *before
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch v := reflect.ValueOf(&after.Settings).Elem().FieldByIndex(field.Index); {
		case key == "house":
			after.Settings.House = games.House{"trips_on_fold": "forfeit"}
		case key == "paytables":
			after.Settings.Paytables = map[string]house.Paytable{"trips": {Name: "another"}}
		case key == "limits":
			after.Settings.Limits = map[string]house.Limit{"ante": {Max: dec("7")}}
		case v.Kind() == reflect.String:
			v.SetString("another")
		case v.Kind() == reflect.Int:
			v.SetInt(v.Int() + 1)
		default:
			t.Errorf("%s is a %s: say here how it is changed", field.Name, v.Kind())
		}
		d := house.Compare(before, &after, [2]*edge.Report{})
		var found bool
		switch key {
		case "house":
			found = len(d.Rules) > 0 && d.Settings == nil && d.Paytables == nil
		case "paytables":
			found = len(d.Paytables) == 2 && d.Settings == nil && d.Rules == nil
		default:
			found = len(d.Settings) > 0 && strings.HasPrefix(d.Settings[0].Name, key) && d.Rules == nil && d.Paytables == nil
		}
		if !found {
			t.Errorf("%s changed, and the diff is %+v", field.Name, d)
		}
	}
}

// TestDiffOfAnyTwo: the diff is empty when the digest is the same and only
// then, and the other way round it is the same with its sides changed.
func TestDiffOfAnyTwo(t *testing.T) {
	t.Parallel()
	tables := []paytables.Paytable{shipped(t, "trips-1"), shipped(t, "trips-2"), mistyped(t)}
	draw := func(t *rapid.T, name string) *house.Felt {
		s := uth()
		s.Paytables = map[string]paytables.Paytable{"trips": rapid.SampledFrom(tables).Draw(t, name+" trips")}
		s.House = games.House{"trips_on_fold": rapid.SampledFrom([]string{"settle", "forfeit"}).Draw(t, name+" fold")}
		most := decimal.NewFromInt(rapid.Int64Range(0, 2).Draw(t, name+" most"))
		s.Limits = map[string]house.Limit{"ante": {Max: most}}
		s.Cap = decimal.NewFromInt(rapid.Int64Range(0, 1).Draw(t, name+" cap"))
		return felt(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "before"), draw(t, "after")
		there, back := house.Compare(a, b, [2]*edge.Report{}), house.Compare(b, a, [2]*edge.Report{})
		if empty := reflect.DeepEqual(there, house.Diff{}); empty != (a.Digest == b.Digest) {
			t.Fatalf("%+v of %+v and %+v", there, a.Settings, b.Settings)
		}
		if diff := cmp.Diff(there, turned(back)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// turned changes the sides of a diff without figures.
func turned(d house.Diff) house.Diff {
	turn := func(p *house.Pair) { p.Before, p.After = p.After, p.Before }
	for _, changes := range [][]house.Change{d.Rules, d.Settings} {
		for i := range changes {
			turn(&changes[i].Pair)
		}
	}
	for i := range d.Paytables {
		p := &d.Paytables[i]
		turn(&p.Name)
		turn(&p.Digest)
		for j := range p.Rows {
			turn(&p.Rows[j].Pair)
		}
	}
	return d
}

func TestExposureOfAFelt(t *testing.T) {
	t.Parallel()
	costs := report(bet("ante", "-0.02", "505"), bet("trips", "-0.03", "50"))
	priced := report(bet("ante", "-0.02", "505"))
	ante := map[string]house.Limit{"ante": {Max: dec("100")}}
	both := map[string]house.Limit{"ante": {Max: dec("100")}, "trips": {Max: dec("0.5")}}
	for _, c := range []struct {
		name          string
		before, after house.Spec
		reports       [2]*edge.Report
		want          *house.Pair
	}{
		{"limits", house.Spec{Limits: both}, house.Spec{Limits: both, Cap: dec("20000.5")}, [2]*edge.Report{costs, costs}, &house.Pair{Before: "50525", After: "20000.5"}},
		{"a bet without a most", house.Spec{Limits: both}, house.Spec{Limits: ante}, [2]*edge.Report{costs, costs}, &house.Pair{Before: "50525", After: "50000050500"}},
		{"a bet not offered", house.Spec{Limits: both}, house.Spec{Limits: both}, [2]*edge.Report{costs, priced}, &house.Pair{Before: "50525", After: "50500"}},
		{"priced on one side", house.Spec{Limits: both}, house.Spec{Limits: both}, [2]*edge.Report{nil, costs}, &house.Pair{After: "50525"}},
		{"priced nowhere", house.Spec{Limits: both}, house.Spec{Limits: ante}, [2]*edge.Report{}, nil},
	} {
		c.before.Game, c.after.Game = uth().Game, uth().Game
		got := house.Compare(felt(t, c.before), felt(t, c.after), c.reports).Exposure
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
