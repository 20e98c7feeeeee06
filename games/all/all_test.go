package all_test

import (
	"testing"

	"croupier/games/all"
	"croupier/games/gamestest"
)

// rounds is how many random rounds each combination of house rules is played.
const rounds = 12

func TestConformance(t *testing.T) {
	for _, e := range all.Editions {
		t.Run(e.Game, func(t *testing.T) { gamestest.Run(t, e, rounds) })
	}
}
