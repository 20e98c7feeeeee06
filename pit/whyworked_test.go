package pit

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/words"
)

var update = flag.Bool("update", false, "write the recorded explanations anew")

// Every worked case is told in every language, with the amounts the case expects.
func TestVectorsAreExplained(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t) {
		r := v.play(t)
		explained(t, v.felt, r)
		e := explain(words.In(words.English), openedOn(v.felt), v.felt, r, due(r, v.felt))
		for _, s := range e.Seats {
			for _, l := range s.Lines {
				if want := v.Expect[fmt.Sprint(s.Seat)][l.Wager]; want == "" || !l.Amount.Equal(decimal.RequireFromString(want)) {
					t.Errorf("%s seat %d %s: %s, want %q", v.ID, s.Seat, l.Wager, l.Amount, want)
				}
			}
		}
	}
}

// workedHands are the cases that are written out, some at a table with other chips or a
// cap, and one of a game without vectors.
var workedHands = []struct {
	id        string
	chip, cap int64
	rounding  games.Rounding
	vector    string // where it is no case of the file
}{
	{id: "V03"},
	{id: "V08", chip: 1000, rounding: games.Down},
	{id: "V14"},
	{id: "V20b"},
	{id: "V22"},
	{id: "V25"},
	{id: "V27", cap: 20_000},
	{id: "V31"},
	{id: "C01", vector: `{"id": "C01", "game": "casino-holdem", "dealer": "Ks Jd", "board": "Ah 7h 2h 9c 4s",
		"seats": [{"seat": 2, "cards": "Qh Th", "bets": {"ante": "10", "aa": "5"}, "actions": ["2x"]}]}`},
}

// A few worked hands as they are told, to be read by a person: a change here is a
// change of what a player hears.
func TestWorkedHands(t *testing.T) {
	t.Parallel()
	var told strings.Builder
	for _, c := range workedHands {
		v := vectorNamed(t, c.id, c.vector)
		felt := *v.felt
		if c.chip > 0 {
			felt.Terms.Chip, felt.Terms.Rounding = decimal.NewFromInt(c.chip), c.rounding
		}
		felt.Terms.Cap = decimal.NewFromInt(c.cap)
		v.felt = &felt
		r := v.play(t)
		fmt.Fprintf(&told, "== %s: %s against %s on %s\n", v.ID, v.Seats[0].Cards, v.Dealer, v.Board)
		for _, l := range words.Languages() {
			e := explain(words.In(l), openedOn(v.felt), v.felt, r, due(r, v.felt))
			fmt.Fprintln(&told, e.Title)
			for _, s := range e.Seats {
				fmt.Fprintln(&told, s.Said)
				for _, line := range s.Lines {
					fmt.Fprintf(&told, "  %s\n", line.Said)
				}
			}
		}
	}
	recordedText(t, "testdata/why.txt", told.String())
}

// vectorNamed is the case of the id, or the one written out.
func vectorNamed(t *testing.T, id, written string) vector {
	t.Helper()
	if written != "" {
		return vectorIn(t, written)
	}
	for _, v := range vectors(t) {
		if v.ID == id {
			return v
		}
	}
	t.Fatalf("no vector %s", id)
	return vector{}
}

func recordedText(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s is not what is said now; -update writes it: %v", file, err)
	}
}
