package demo_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/demo"
	"croupier/desk"
	"croupier/house/people"
	"croupier/ledger"
	"croupier/postgres/postgrestest"
	"croupier/shelf"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// counts is the shelf of all tests: the deals of a game are counted once a run.
var counts = shelf.New(os.Getenv("CROUPIER_TEST_COUNTS"))

// site is an empty book for a demo to be put up in, its file in a directory of the
// test's own.
func site(t *testing.T) demo.Site {
	t.Helper()
	return demo.Site{
		Desk: desk.New(postgrestest.NewPool(t), nil), Key: [32]byte{1}, Shelf: counts, File: filepath.Join(t.TempDir(), "data", "demo.json"),
		Say:   func(string) {},
		Count: func(string) (func(float64), func()) { return func(float64) {}, func() {} },
	}
}

func ends(t *testing.T, s demo.Site) map[int64]int64 {
	t.Helper()
	e, err := ledger.Ends(t.Context(), s.Desk.Pool)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// putUp is a demo that was put up, and who signs in there with what.
func putUp(t *testing.T) (demo.Site, demo.Cast) {
	t.Helper()
	if raced {
		t.Skip("counting every deal takes the race detector minutes")
	}
	s := site(t)
	cast, err := demo.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return s, cast
}

// TestTheDemo puts one demo up and looks at it from all sides.
func TestTheDemo(t *testing.T) {
	t.Parallel()
	s, cast := putUp(t)
	t.Run("everybody signs in", func(t *testing.T) { everybodySignsIn(t, s, cast) })
	t.Run("the book is whole", func(t *testing.T) { theBookIsWhole(t, s) })
	t.Run("the tables are open", func(t *testing.T) { theTablesAreOpen(t, s) })
	t.Run("an hour was played", func(t *testing.T) { anHourWasPlayed(t, s) })
	t.Run("it happened", func(t *testing.T) { itHappened(t, s) })
	t.Run("it is found again", func(t *testing.T) { itIsFoundAgain(t, s, cast) })
	t.Run("no other book is its", func(t *testing.T) { noOtherBookIsIts(t, s) })
}

func everybodySignsIn(t *testing.T, s demo.Site, cast demo.Cast) {
	in := people.New(s.Desk, people.Options{})
	for _, p := range demo.People {
		with := cast[p.Name]
		for _, a := range []people.Attempt{{PIN: with.PIN}, {Password: with.Password}} {
			if a == (people.Attempt{}) {
				continue
			}
			a.Name, a.Origin = p.Name, "10.0.0.7"
			if _, who, err := in.SignIn(t.Context(), a); err != nil || who.Person.Title != p.Title {
				t.Errorf("%s: %q, %v", p.Name, who.Person.Title, err)
			}
		}
	}
	if info, err := os.Stat(s.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
}

// itIsFoundAgain: a second start changes nothing, whatever the people did meanwhile.
func itIsFoundAgain(t *testing.T, s demo.Site, cast demo.Cast) {
	in := people.New(s.Desk, people.Options{})
	if _, err := in.End(t.Context(), desk.Server, "dealer-5", "left the house"); err != nil {
		t.Fatal(err)
	}
	before := ends(t, s)
	again, err := demo.Open(t.Context(), s)
	if err != nil || !maps.Equal(again, cast) {
		t.Errorf("the same people are not found: %v", err)
	}
	if after := ends(t, s); !maps.Equal(after, before) {
		t.Errorf("the book went from %v to %v", before, after)
	}
}

// noOtherBookIsIts: neither without its file, nor with that of another demo, nor
// with an empty book.
func noOtherBookIsIts(t *testing.T, s demo.Site) {
	file, err := os.ReadFile(s.File)
	if err != nil {
		t.Fatal(err)
	}
	before := ends(t, s)
	unknown := s
	unknown.File = filepath.Join(t.TempDir(), "demo.json")
	refuses(t, unknown, "", demo.ErrNotEmpty)
	_, rest, _ := strings.Cut(string(file), "],")
	refuses(t, unknown, `{"tables": ["2026-11-30T08:00:00.000001Z"],`+rest, demo.ErrOtherBook)
	refuses(t, unknown, `{"tables": ["2026-11-30T08:00:00.000001Z"], "people": {"nobody": {}}}`, demo.ErrOtherBook)
	refuses(t, unknown, `{`+rest, demo.ErrHalf)
	empty := site(t)
	refuses(t, empty, string(file), demo.ErrOtherBook)
	if after := ends(t, s); !maps.Equal(after, before) || len(ends(t, empty)) != 0 {
		t.Errorf("a refused book went from %v to %v", before, after)
	}
}

// refuses holds the site to the refusal, with the file, or none, and leaves both as
// they are.
func refuses(t *testing.T, s demo.Site, file string, want error) {
	t.Helper()
	if file != "" {
		if err := os.MkdirAll(filepath.Dir(s.File), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.File, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := demo.Open(t.Context(), s); !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
	if is, _ := os.ReadFile(s.File); string(is) != file {
		t.Errorf("the file was changed to %s", is)
	}
}

// A book with a single page in it is nobody's but its own.
func TestABookThatIsNotEmptyIsRefused(t *testing.T) {
	t.Parallel()
	s := site(t)
	if err := s.Desk.Note(t.Context(), desk.Server, ledger.Significant{Kind: ledger.SignificantStart, Subject: "server", After: "once"}); err != nil {
		t.Fatal(err)
	}
	refuses(t, s, "", demo.ErrNotEmpty)
	if e := ends(t, s); !maps.Equal(e, map[int64]int64{ledger.House: 1}) {
		t.Errorf("the book ends at %v", e)
	}
}

// What is no file of a demo is told, and not written over.
func TestAFileThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	s := site(t)
	if err := os.MkdirAll(filepath.Dir(s.File), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.File, []byte("not one"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := demo.Open(t.Context(), s)
	if b, _ := os.ReadFile(s.File); err == nil || !strings.Contains(err.Error(), s.File) || string(b) != "not one" || len(ends(t, s)) != 0 {
		t.Errorf("%v; the file says %q", err, b)
	}
}

// A demo that was cut short is told from one that is up. Where nothing was written yet
// it is put up all the same, with the people of the file.
func TestADemoThatWasCutShort(t *testing.T) {
	t.Parallel()
	s := site(t)
	cutShort(t, s)
	before := ends(t, s)
	if _, err := demo.Open(t.Context(), s); !errors.Is(err, demo.ErrHalf) || !strings.Contains(err.Error(), s.File) {
		t.Errorf("%v, want %v", err, demo.ErrHalf)
	}
	if after := ends(t, s); !maps.Equal(before, after) {
		t.Errorf("the book went from %v to %v", before, after)
	}
	file, err := os.ReadFile(s.File)
	if err != nil {
		t.Fatal(err)
	}
	s.Desk = desk.New(postgrestest.NewPool(t), nil)
	cutShort(t, s)
	if again, err := os.ReadFile(s.File); err != nil || string(again) != string(file) || !maps.Equal(ends(t, s), before) {
		t.Errorf("another cast was made, or the empty book not begun: %v", err)
	}
}

// cutShort stops a demo when its people are added.
func cutShort(t *testing.T, s demo.Site) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s.Say = func(doing string) {
		if strings.HasPrefix(doing, "tables") {
			stop()
		}
	}
	if _, err := demo.Open(ctx, s); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want that it was cut short", err)
	}
}
