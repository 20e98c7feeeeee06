package edge

import (
	"context"
	"strings"
	"sync"
	"testing"

	"croupier/games"
	"croupier/paytables"
)

// kept are the counts the tests share, since each takes seconds.
var kept sync.Map

type keptCounts struct {
	once   sync.Once
	counts *Counts
	err    error
}

// countsOf returns the counts of a game under house rules as "rule=value".
func countsOf(t testing.TB, game string, rules ...string) *Counts {
	t.Helper()
	v, _ := kept.LoadOrStore(game+" "+strings.Join(rules, " "), new(keptCounts))
	k := v.(*keptCounts)
	g := build(t, game, rules...)
	k.once.Do(func() { k.counts, k.err = Count(context.Background(), g, Options{}) })
	if k.err != nil {
		t.Fatal(k.err)
	}
	return k.counts
}

// reportOf returns the report under the shipped paytables of the names.
func reportOf(t testing.TB, c *Counts, names ...string) *Report {
	t.Helper()
	r, err := c.Price(tables(t, names...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tables(t testing.TB, names ...string) games.Prices {
	t.Helper()
	prices := games.Prices{}
	for _, name := range names {
		table, err := paytables.Default(name)
		if err != nil {
			t.Fatal(err)
		}
		prices[table.Wager] = table.Prices()
	}
	return prices
}

const (
	uth    = "ultimate-texas-holdem"
	bonus  = "texas-holdem-bonus"
	casino = "casino-holdem"
)
