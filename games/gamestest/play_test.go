package gamestest_test

import (
	"fmt"
	"testing"

	"croupier/games"
	"croupier/games/gamestest"
	"croupier/games/uth"
)

func ExamplePlay() {
	g, pays, err := gamestest.Build(uth.Edition, games.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := games.NewRound(g, games.DefaultTerms(), pays)
	if err := gamestest.Play(r, gamestest.Rand(1)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Over(), r.Closed(), r.Paid() == r.In())
	// Output: true true true
}

func TestDealerTellsOneStory(t *testing.T) {
	t.Parallel()
	g, pays, err := gamestest.Build(uth.Edition, games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(50) {
		a := games.NewRound(g, games.DefaultTerms(), pays)
		b := games.NewRound(g, games.DefaultTerms(), pays)
		for _, r := range []*games.Round{a, b} {
			d := gamestest.NewDealer(gamestest.Rand(seed), 7)
			d.Strikes, d.Voids = 50, 10
			if err := d.Play(r); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if x, y := fmt.Sprint(a.Events()), fmt.Sprint(b.Events()); x != y {
			t.Fatalf("seed %d: one dealer, two rounds:\n%s\n%s", seed, x, y)
		}
	}
}
