package paytables_test

import (
	"encoding/csv"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/paytables"
)

// TestDefaultsAsPrinted compares the shipped tables with the ones in print,
// which testdata/printed.csv lists row by row.
func TestDefaultsAsPrinted(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/printed.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{}
	for _, line := range lines[1:] {
		name, row, odds := line[0], line[1], line[2]
		if want[name] == nil {
			want[name] = map[string]string{}
		}
		want[name][row] = odds
	}
	got := map[string]map[string]string{}
	for _, table := range paytables.All() {
		got[table.Name] = map[string]string{}
		for row, odds := range table.Prices() {
			got[table.Name][row] = odds.String()
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("shipped tables (-printed +shipped):\n%s", diff)
	}
}

// TestDefaultsFit holds every shipped table to its game, and finds the one
// each wager names as its default.
func TestDefaultsFit(t *testing.T) {
	t.Parallel()
	for _, table := range paytables.All() {
		g := build(t, table.Game)
		if err := table.Check(g); err != nil {
			t.Error(err)
		}
		formatsAlike(t, table)
		if name := g.Wagers[g.Index(table.Wager)].Paytable; name != "" {
			if _, err := paytables.Default(name); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestDefaultFiles holds the files to the form Format writes, so that one
// style of file ships.
func TestDefaultFiles(t *testing.T) {
	t.Parallel()
	for _, table := range paytables.All() {
		text, err := os.ReadFile("defaults/" + table.Name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), string(table.Format())); diff != "" {
			t.Errorf("%s (-file +formatted):\n%s", table.Name, diff)
		}
	}
}

func TestUnknownDefault(t *testing.T) {
	t.Parallel()
	_, err := paytables.Default("trips-9")
	if !errors.Is(err, paytables.ErrUnknown) || !strings.Contains(err.Error(), `"trips-9", want blind-a, blind-b, bonus-1, bonus-2, casino-aa-1, casino-ante-1, trips-1`) {
		t.Errorf("error %v", err)
	}
}
