package paytables_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/games"
	"croupier/games/all"
	"croupier/paytables"
)

// build returns the game with every required house rule at its first value.
func build(t testing.TB, name string) *games.Game {
	t.Helper()
	e, err := all.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	house := games.House{}
	for _, rule := range e.House {
		if rule.Default == "" {
			house[rule.Name] = rule.Values[0]
		}
	}
	g, _, err := e.Build(games.Setup{House: house})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// cases reads the files of a folder of testdata: a paytable, a line of dashes,
// and what the error must say.
func cases(t testing.TB, folder string) map[string][2]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s: %v", folder, err)
	}
	found := map[string][2]string{}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		in, want, ok := strings.Cut(string(data), "----------\n")
		if want = strings.TrimSpace(want); !ok || want == "" {
			t.Fatalf("%s says no error", p)
		}
		found[filepath.Base(p)] = [2]string{in, want}
	}
	return found
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range cases(t, "bad") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := paytables.Parse([]byte(c[0]))
			if !errors.Is(err, paytables.ErrForm) || !strings.Contains(err.Error(), c[1]) {
				t.Errorf("error %v\nwant one with %s", err, c[1])
			}
		})
	}
}

func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	g := build(t, "ultimate-texas-holdem")
	for name, c := range cases(t, "refused") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			table, err := paytables.Parse([]byte(c[0]))
			if err != nil {
				t.Fatal(err)
			}
			err = table.Check(g)
			if !errors.Is(err, games.ErrRow) && !errors.Is(err, paytables.ErrOther) || !strings.Contains(err.Error(), c[1]) {
				t.Errorf("error %v\nwant one with %s", err, c[1])
			}
		})
	}
}

func TestGoodFiles(t *testing.T) {
	t.Parallel()
	g := build(t, "ultimate-texas-holdem")
	paths, err := filepath.Glob("testdata/good/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		table, err := paytables.Parse(data)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		if err := table.Check(g); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		formatsAlike(t, table)
	}
}

// formatsAlike holds that what Format writes is the same table.
func formatsAlike(t testing.TB, table paytables.Paytable) {
	t.Helper()
	text := table.Format()
	again, err := paytables.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	equal := cmp.Comparer(func(a, b decimal.Decimal) bool { return a.Equal(b) })
	if diff := cmp.Diff(table, again, equal, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	if table.Digest() != again.Digest() {
		t.Errorf("read again it has another digest:\n%s", text)
	}
	if !bytes.Equal(text, again.Format()) {
		t.Errorf("written again:\n%s\nwas\n%s", again.Format(), text)
	}
}

func TestInline(t *testing.T) {
	t.Parallel()
	const uth = "ultimate-texas-holdem"
	named, err := paytables.Default("blind-a")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"rows alone":     {`{"royal flush":"500","straight flush":"50","four of a kind":"10","full house":"3","flush":"1.50","straight":"1"}`, nil},
		"printed for":    {`{"form":"for","royal flush":"501","straight flush":"51","four of a kind":"11","full house":"4","flush":"2.5","straight":"2"}`, nil},
		"a whole file":   {string(named.Format()), nil},
		"another wager":  {`{"wager":"trips","royal flush":"500"}`, paytables.ErrOther},
		"another game":   {`{"game":"texas-holdem-bonus","royal flush":"500"}`, paytables.ErrOther},
		"nothing priced": {`{}`, paytables.ErrForm},
	} {
		table, err := paytables.ParseInline([]byte(c.text), uth, "blind")
		if !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
		if c.want == nil && table.Digest() != named.Digest() {
			t.Errorf("%s: digest %v, want that of blind-a, %v", name, table.Digest(), named.Digest())
		}
	}
}

func TestCheckHouse(t *testing.T) {
	t.Parallel()
	florida, err := paytables.Default("trips-florida")
	if err != nil {
		t.Fatal(err)
	}
	if err := florida.CheckHouse(games.House{"trips_versus_dealer": "must-win"}); err != nil {
		t.Error(err)
	}
	err = florida.CheckHouse(games.House{"trips_versus_dealer": "independent"})
	want := `paytable "trips-florida" needs house rule trips_versus_dealer to be "must-win", not "independent": the paytable is not offered under this house rule`
	if !errors.Is(err, paytables.ErrRequires) || err.Error() != want {
		t.Errorf("error %v\nwant %s", err, want)
	}
}

// TestDigest holds that only what is paid counts.
func TestDigest(t *testing.T) {
	t.Parallel()
	table := func() paytables.Paytable {
		found, err := paytables.Default("trips-2")
		if err != nil {
			t.Fatal(err)
		}
		found.Rows = append([]paytables.Row(nil), found.Rows...)
		return found
	}
	was := table()
	for name, c := range map[string]struct {
		change func(*paytables.Paytable)
		same   bool
	}{
		"name":           {func(p *paytables.Paytable) { p.Name = "other" }, true},
		"requires":       {func(p *paytables.Paytable) { p.Requires = games.House{"a": "b"} }, true},
		"trailing zeros": {func(p *paytables.Paytable) { p.Rows[3].Odds = decimal.New(800, -2) }, true},
		"order written":  {func(p *paytables.Paytable) { p.Rows[0], p.Rows[1] = p.Rows[1], p.Rows[0] }, true},
		"game":           {func(p *paytables.Paytable) { p.Game = "other" }, false},
		"wager":          {func(p *paytables.Paytable) { p.Wager = "blind" }, false},
		"form":           {func(p *paytables.Paytable) { p.Form = paytables.For }, false},
		"odds":           {func(p *paytables.Paytable) { p.Rows[3].Odds = decimal.New(9, 0) }, false},
		"row":            {func(p *paytables.Paytable) { p.Rows[3].Name = "boat" }, false},
		"row left out":   {func(p *paytables.Paytable) { p.Rows = p.Rows[1:] }, false},
		"prices swapped": {func(p *paytables.Paytable) { p.Rows[0].Odds, p.Rows[1].Odds = p.Rows[1].Odds, p.Rows[0].Odds }, false},
	} {
		p := table()
		c.change(&p)
		if same := p.Digest() == was.Digest(); same != c.same {
			t.Errorf("%s changed: same digest %v, want %v", name, same, c.same)
		}
	}
}

// TestDigestOfFields holds that moving a byte from one field to the next, in
// any table, makes another content.
func TestDigestOfFields(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-z]{2,12}`).Draw(t, "s")
		i := rapid.IntRange(0, len(s)).Draw(t, "i")
		j := rapid.IntRange(0, len(s)).Draw(t, "j")
		a := paytables.Paytable{Game: s[:i], Wager: s[i:]}
		b := paytables.Paytable{Game: s[:j], Wager: s[j:]}
		if (a.Digest() == b.Digest()) != (i == j) {
			t.Errorf("%q|%q and %q|%q", s[:i], s[i:], s[:j], s[j:])
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, c := range cases(f, "bad") {
		f.Add([]byte(c[0]))
	}
	for _, table := range paytables.All() {
		f.Add(table.Format())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := paytables.Parse(data)
		if err != nil {
			if !errors.Is(err, paytables.ErrForm) {
				t.Errorf("%v wraps no refusal", err)
			}
			return
		}
		for row, odds := range table.Prices() {
			if odds.IsNegative() || odds.GreaterThan(games.MaxOdds) {
				t.Errorf("%q pays %s", row, odds)
			}
		}
		formatsAlike(t, table)
	})
}
