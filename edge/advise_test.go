package edge

import (
	"errors"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

func position(t testing.TB, hole, board string, after ...string) Position {
	t.Helper()
	h, err := cards.ParseAll(hole)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cards.ParseAll(board)
	if err != nil {
		t.Fatal(err)
	}
	return Position{[2]cards.Card(h), b, after}
}

func TestAdvise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, hole, board string
		rules, tables     []string
		after             []string
		step, best        string
	}{
		{uth, "Ah Kh", "Qh Jh Th 2c 3d", nil, []string{"blind-a", "trips-2"}, nil, "after river", "1x"},
		{uth, "2c 3d", "Kh Qh 9s 8d 7c", nil, []string{"blind-a", "trips-2"}, nil, "after river", "fold"},
		{uth, "2c 3d", "Kh Qh 9s", nil, []string{"blind-a", "trips-2"}, []string{"check"}, "after flop", "check"},
		{uth, "2c 3d", "3h Qh 9s", nil, []string{"blind-a", "trips-2"}, nil, "after flop", "2x"},
		{bonus, "2c 3d", "Kh Qh 9s 8d", []string{"ante_pays_from=flush"}, []string{"bonus-1"}, []string{"2x", "1x"}, "river bet", "check"},
		{bonus, "Ac Ad", "Kh Qh 9s 8d", []string{"ante_pays_from=flush"}, []string{"bonus-1"}, []string{"2x", "1x"}, "river bet", "1x"},
		{casino, "2c 3d", "Kh Qh 9s", nil, []string{"casino-ante-1", "casino-aa-1"}, nil, "call", "fold"},
	} {
		a, err := Advise(build(t, c.game, c.rules...), tables(t, c.tables...), position(t, c.hole, c.board, c.after...))
		if err != nil {
			t.Fatal(err)
		}
		if a.Step != c.step || a.Best != c.best {
			t.Errorf("%s %s on %s: %s %s, want %s %s", c.game, c.hole, c.board, a.Step, a.Best, c.step, c.best)
		}
	}
}

func TestAdviseRefuses(t *testing.T) {
	t.Parallel()
	g, prices := build(t, uth), tables(t, "blind-a", "trips-2")
	for _, at := range []Position{
		position(t, "2c 3d", "Kh Qh 9s 8d"),
		position(t, "2c 3d", "Kh Qh 9s", "4x"),
		position(t, "2c 3d", "Kh Qh 9s", "check", "check"),
	} {
		if _, err := Advise(g, prices, at); !errors.Is(err, ErrNothing) {
			t.Errorf("%v: %v", at, err)
		}
	}
	if _, err := Advise(g, prices, position(t, "2c 3d", "2c Qh 9s")); !errors.Is(err, games.ErrCards) {
		t.Errorf("a card twice: %v", err)
	}
	if _, err := Advise(g, games.Prices{}, position(t, "2c 3d", "4c Qh 9s")); !errors.Is(err, games.ErrRow) {
		t.Errorf("no prices: %v", err)
	}
}

// odd are prices no table has: the better the row the less it pays, in halves.
func odd(g *games.Game) games.Prices {
	prices := games.Prices{}
	for _, w := range g.Wagers {
		for i, row := range w.Rows {
			if prices[w.Name] == nil {
				prices[w.Name] = map[string]games.Odds{}
			}
			prices[w.Name][row.Name] = decimal.New(int64(5*i), -1)
		}
	}
	return prices
}

func agree(t *testing.T, s *Strategy, g *games.Game, at Position) {
	a, err := Advise(g, s.prices, at)
	if errors.Is(err, ErrNothing) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Advise(at)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(a.Choices, got.Choices, func(x, y Value) bool { return x.Choice == y.Choice && x.EV.Cmp(y.EV) == 0 }) {
		t.Fatalf("%v on %v: every card says %v, the counts %v", cards.Cards(at.Hole[:]), cards.Cards(at.Board), show(a), show(got))
	}
}

func show(a Advice) (s string) {
	for _, v := range a.Choices {
		s += v.Choice + " " + v.EV.FloatString(9) + " "
	}
	return s
}
