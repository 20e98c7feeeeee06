package all_test

import (
	"testing"

	"croupier/games/all"
	"croupier/games/gamestest"
)

// rounds is how many random rounds each combination of house rules is played.
const rounds = 12

func TestConformance(t *testing.T) {
	n := rounds
	if testing.Short() {
		n = 3
	}
	for _, e := range all.Editions {
		t.Run(e.Game, func(t *testing.T) { gamestest.Run(t, e, n) })
	}
}
