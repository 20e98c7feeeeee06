package gamestest

import (
	"os"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// Results holds the Result of a game against a file of cases, one a line:
//
//	clause | house rules | player | board | dealer | folded | wager odds, ...
//
// Each outcome but a priced one must cite a clause of the same page as the
// case. Empty lines and lines that begin with # are skipped.
func Results(t *testing.T, e games.Edition, prices games.Prices, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "|")
		if len(fields) != 7 {
			t.Fatalf("%s:%d: %d fields, want 7", file, i+1, len(fields))
		}
		for k := range fields {
			fields[k] = strings.TrimSpace(fields[k])
		}
		cases++
		t.Run(line, func(t *testing.T) { result(t, e, prices, [7]string(fields)) })
	}
	if cases == 0 {
		t.Errorf("%s holds no case", file)
	}
}

func result(t *testing.T, e games.Edition, prices games.Prices, f [7]string) {
	g, _, pays := Setting{House: house(f[1]), Prices: prices}.Game(t, e)
	s := showdown(t, f[2], f[3], f[4])
	s.Folded = f[5] == "folded"
	page, _, _ := strings.Cut(f[0], " ")
	for _, want := range strings.Split(f[6], ", ") {
		wager, odds, _ := strings.Cut(want, " ")
		o := g.Result(wager, &s, pays)
		if !o.Odds.Equal(decimal.RequireFromString(odds)) {
			t.Errorf("%s comes to %s (%s: %s%s), want %s", wager, o.Odds, o.Clause, o.Reason, o.Row, odds)
		}
		if cited, _, _ := strings.Cut(o.Clause, " "); cited != page {
			t.Errorf("%s cites %q", wager, o.Clause)
		}
	}
}

// house reads "rule=value rule=value".
func house(s string) games.House {
	h := games.House{}
	for _, f := range strings.Fields(s) {
		name, value, _ := strings.Cut(f, "=")
		h[name] = value
	}
	return h
}

// showdown is the showdown of the cards as they are written. A board of
// fewer than five is what was opened before all folded.
func showdown(t *testing.T, player, board, dealer string) games.Showdown {
	t.Helper()
	var s games.Showdown
	all := cards.Set(0)
	read := func(to []cards.Card, text string) []cards.Card {
		cs, err := cards.ParseAll(text)
		if err != nil || len(cs) > len(to) || all&cards.SetOf(cs...) != 0 {
			t.Fatalf("cards %q: %v", text, err)
		}
		all |= cards.SetOf(cs...)
		copy(to, cs)
		return cs
	}
	hole, open, theirs := read(s.Hole[:], player), read(s.Board[:], board), read(s.DealerHole[:], dealer)
	if len(open) == 5 && len(hole) == 2 {
		s.Player = cards.Evaluate(append(hole, open...))
	}
	if len(open) == 5 && len(theirs) == 2 {
		s.Dealer = cards.Evaluate(append(theirs, open...))
	}
	return s
}
