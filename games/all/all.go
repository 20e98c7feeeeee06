// Package all is the list of games this house deals. It holds no rule.
package all

import (
	"fmt"
	"strings"

	"croupier/games"
	"croupier/games/bonus"
	"croupier/games/casino"
	"croupier/games/uth"
)

// Editions are the games, every version of their rules that was ever dealt.
var Editions = []games.Edition{
	uth.Edition,
	bonus.Edition,
	casino.Edition,
}

// Find returns the edition of the name: "ultimate-texas-holdem/1", or without
// the version the newest. It fails with games.ErrGame.
func Find(name string) (games.Edition, error) {
	var found *games.Edition
	for i := range Editions {
		e := &Editions[i]
		if e.Name() == name || e.Game == name && (found == nil || e.Version > found.Version) {
			found = e
		}
	}
	if found == nil {
		return games.Edition{}, fmt.Errorf("game %.60q, want %s: %w", name, strings.Join(names(), " or "), games.ErrGame)
	}
	return *found, nil
}

func names() []string {
	var ns []string
	for _, e := range Editions {
		ns = append(ns, e.Game)
	}
	return ns
}
