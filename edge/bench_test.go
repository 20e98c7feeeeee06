package edge

import (
	"context"
	"fmt"
	"testing"
)

func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name, game string
		rules      []string
	}{
		{"uth", uth, nil}, {"bonus", bonus, []string{"ante_pays_from=straight"}}, {"casino", casino, nil},
	} {
		g := build(b, c.game, c.rules...)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", c.name, workers), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					if _, err := Count(context.Background(), g, Options{Workers: workers}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkPrice prices the whole report, side bets included, from counts.
func BenchmarkPrice(b *testing.B) {
	for _, c := range []struct {
		name, game    string
		rules, tables []string
	}{
		{"uth", uth, nil, []string{"blind-b", "trips-1"}},
		{"bonus", bonus, []string{"ante_pays_from=straight"}, []string{"bonus-2"}},
		{"casino", casino, nil, []string{"casino-ante-1", "casino-aa-1"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			counts, prices := countsOf(b, c.game, c.rules...), tables(b, c.tables...)
			b.ResetTimer()
			for range b.N {
				if _, err := counts.Price(prices); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSideBets counts from nothing what the side bets depend on.
func BenchmarkSideBets(b *testing.B) {
	for _, c := range []struct {
		name, game string
		rules      []string
	}{
		{"trips", uth, nil}, {"bonus", bonus, []string{"ante_pays_from=straight"}}, {"aa", casino, nil},
	} {
		g := build(b, c.game, c.rules...)
		p, err := newPlan(g)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				if _, err := newAsides(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAdvise goes through every card for one hand on the flop.
func BenchmarkAdvise(b *testing.B) {
	for _, c := range []struct {
		game   string
		rules  []string
		tables []string
	}{
		{uth, nil, []string{"blind-a", "trips-2"}},
		{bonus, []string{"ante_pays_from=straight"}, []string{"bonus-1"}},
	} {
		b.Run(c.game, func(b *testing.B) {
			g, prices := build(b, c.game, c.rules...), tables(b, c.tables...)
			for range b.N {
				if _, err := Advise(g, prices, position(b, "Kd 5h", "2c 7d 9h")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
