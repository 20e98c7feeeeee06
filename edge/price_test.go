package edge

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/games"
)

func TestPriceRefuses(t *testing.T) {
	t.Parallel()
	c := countsOf(t, uth)
	for name, spoil := range map[string]struct {
		change func(games.Prices)
		names  string
	}{
		"a row missing":       {func(p games.Prices) { delete(p["blind"], "flush") }, "flush"},
		"a row too many":      {func(p games.Prices) { p["blind"]["two pair"] = one }, "two pair"},
		"a negative price":    {func(p games.Prices) { p["blind"]["straight"] = decimal.New(-5, -1) }, "straight"},
		"an absurd price":     {func(p games.Prices) { p["blind"]["royal flush"] = decimal.New(1_000_001, 0) }, "royal flush"},
		"a wager without one": {func(p games.Prices) { p["play"] = p["trips"] }, "play"},
		"no blind":            {func(p games.Prices) { delete(p, "blind") }, "blind"},
	} {
		prices := tables(t, "blind-a", "trips-2")
		spoil.change(prices)
		if _, err := c.Price(prices); !errors.Is(err, games.ErrRow) || !strings.Contains(err.Error(), spoil.names) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestASideBetWithoutPricesIsLeftOut as it is at a table that does not offer it.
func TestASideBetWithoutPricesIsLeftOut(t *testing.T) {
	t.Parallel()
	r := reportOf(t, countsOf(t, uth), "blind-a")
	if r.Wager("trips") != nil || r.Wager("ante").EV.RatString() != "-50643648973/2317817502000" {
		t.Errorf("wagers %v", r.Wagers)
	}
}

// anyPrices draws prices of every size there may be.
func anyPrices(r *rapid.T, g *games.Game) games.Prices {
	prices := games.Prices{}
	for _, w := range g.Wagers {
		for _, row := range w.Rows {
			if prices[w.Name] == nil {
				prices[w.Name] = map[string]games.Odds{}
			}
			digits := rapid.IntRange(0, 6).Draw(r, "decimals")
			most := int64(1_000_000)
			if rapid.Bool().Draw(r, "small") {
				most = 20
			}
			n := rapid.Int64Range(0, most*int64(powerOfTen(digits))).Draw(r, row.Name)
			prices[w.Name][row.Name] = decimal.New(n, int32(-digits))
		}
	}
	return prices
}

func powerOfTen(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// TestAnyPrices: whatever the prices, shares add up to one, parts to the whole,
// the value of the chart to that of the game, and a dearer paytable never costs
// the player more.
func TestAnyPrices(t *testing.T) {
	t.Parallel()
	for name, times := range map[string]int{uth: 60, casino: 6} {
		t.Run(name, func(t *testing.T) {
			c := countsOf(t, name)
			drawn := rapid.Custom(func(r *rapid.T) games.Prices { return anyPrices(r, c.game) })
			more := rapid.IntRange(0, 300)
			for seed := range times {
				prices := drawn.Example(seed)
				p, err := c.Price(prices)
				if err != nil {
					t.Fatal(err)
				}
				addsUp(t, p)
				for _, odds := range prices {
					for row, o := range odds {
						odds[row] = decimal.Min(o.Add(decimal.New(int64(more.Example(seed+len(row))), -2)), games.MaxOdds)
					}
				}
				dearer(t, c, p, prices)
			}
		})
	}
}

func addsUp(t *testing.T, p *Report) {
	parts := new(big.Rat)
	for i := range p.Parts {
		parts.Add(parts, p.Parts[i].EV)
	}
	chart := new(big.Rat)
	for _, h := range p.Chart {
		for _, v := range h.Choices {
			if v.Choice == h.Best {
				chart.Add(chart, new(big.Rat).Mul(v.EV, big.NewRat(h.Combos, 1326)))
			}
		}
	}
	if base := p.Wagers[0].EV; parts.Cmp(base) != 0 || chart.Cmp(base) != 0 {
		t.Fatalf("the game %s, its parts %s, its chart %s", base, parts, chart)
	}
	for _, ws := range [][]Wager{p.Wagers, p.Parts} {
		for i := range ws {
			w, nets := &ws[i], new(big.Rat)
			for _, n := range w.Nets {
				nets.Add(nets, n.How)
			}
			rows := new(big.Rat)
			for _, s := range w.Rows {
				rows.Add(rows, s.Value)
			}
			if nets.Cmp(big.NewRat(1, 1)) != 0 || len(w.Rows) > 0 && rows.Cmp(w.EV) != 0 {
				t.Fatalf("%s: results add up to %s, rows to %s of %s", w.Name, nets, rows, w.EV)
			}
		}
	}
}

func dearer(t *testing.T, c *Counts, p *Report, prices games.Prices) {
	more, err := c.Price(prices)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Wagers {
		if more.Wagers[i].EV.Cmp(p.Wagers[i].EV) < 0 {
			t.Fatalf("%s: %s, paid more %s", p.Wagers[i].Name, p.Wagers[i].EV, more.Wagers[i].EV)
		}
	}
}

// TestCountStops at every stage of the work, and within one job of it.
func TestCountStops(t *testing.T) {
	t.Parallel()
	for _, at := range []float64{0, 0.1, 0.5} {
		if raced && at > 0.1 {
			continue // it takes long to get there
		}
		ctx, stop := context.WithCancelCause(t.Context())
		gone := errors.New("the manager has gone home")
		if at == 0 {
			stop(gone)
		}
		told := 0.0
		c, err := Count(ctx, build(t, uth), Options{Progress: func(done float64) {
			if told = done; done >= at {
				stop(gone)
			}
		}})
		if c != nil || !errors.Is(err, gone) {
			t.Errorf("stopped at %.1f: counts %v, error %v", at, c != nil, err)
		}
		if told > at+0.05 {
			t.Errorf("stopped at %.1f, went on to %.2f", at, told)
		}
		stop(nil)
	}
}

// TestCountsAreTheSameHoweverShared compares what one worker and three count,
// byte by byte.
func TestCountsAreTheSameHoweverShared(t *testing.T) {
	t.Parallel()
	if raced {
		t.Skip("one count is enough under the race detector")
	}
	g := build(t, uth)
	c, err := Count(t.Context(), g, Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	if string(c.Encode()) != string(countsOf(t, uth).Encode()) {
		t.Error("three workers count otherwise")
	}
}
