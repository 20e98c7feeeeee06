package edge

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"croupier/games"
	"croupier/paytables"
)

// kept are the counts the tests share, since each takes seconds.
var kept sync.Map

type keptCounts struct {
	once    sync.Once
	counter *counter // of the games that are played, until they have been
	counts  *Counts
	err     error
}

// played are the games whose strategy is tested.
var played = map[string][]string{
	uth:    nil,
	bonus:  {"ante_pays_from=straight"},
	casino: nil,
}

// shippedTables price every wager of a played game.
var shippedTables = map[string][]string{
	uth:    {"blind-a", "trips-2"},
	bonus:  {"bonus-1"},
	casino: {"casino-ante-1", "casino-aa-1"},
}

// countsOf returns the counts of a game under house rules as "rule=value".
func countsOf(t testing.TB, game string, rules ...string) *Counts {
	t.Helper()
	return keptOf(t, game, rules).counts
}

func keptOf(t testing.TB, game string, rules []string) *keptCounts {
	t.Helper()
	if raced && (game != uth || len(rules) > 0) {
		t.Skip("one game is counted under the race detector, which makes it ten times slower")
	}
	v, _ := kept.LoadOrStore(game+" "+strings.Join(rules, " "), new(keptCounts))
	k := v.(*keptCounts)
	k.once.Do(func() { k.count(build(t, game, rules...), slices.Equal(played[game], rules)) })
	if k.err != nil {
		t.Fatal(k.err)
	}
	return k
}

func (k *keptCounts) count(g *games.Game, keep bool) {
	var c *counter
	if c, k.err = newCounter(g, Options{}); k.err != nil {
		return
	}
	c.keep = keep
	k.counts, k.err = c.run(context.Background())
	if keep {
		k.counter = c
	}
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
