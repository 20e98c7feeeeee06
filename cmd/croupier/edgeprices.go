package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

// prices reads the paytables that are named, and takes the game's defaults for
// other wagers. A side bet without either has no prices. A paytable that needs
// another house rule is priced all the same, with a warning: what is wrong with
// it is what the edge shows.
func (r *edgeRequest) prices(g *games.Game, rules games.House) (games.Prices, error) {
	named, err := pairsOf("paytable", r.paytables)
	if err != nil {
		return nil, err
	}
	given := map[string]paytables.Paytable{}
	for wager, name := range named {
		if given[wager], err = paytable(name, g, wager); err != nil {
			return nil, fmt.Errorf("%s: %w", wager, err)
		}
	}
	chosen, err := house.Choose(g, given)
	if err != nil {
		return nil, err
	}
	for wager, table := range chosen {
		if err := table.CheckHouse(rules); err != nil {
			fmt.Fprintf(r.env.stderr, "croupier: %s: %v\n", wager, err)
		}
	}
	return house.Prices(chosen), nil
}

// paytable is a shipped one, or one of a file.
func paytable(name string, g *games.Game, wager string) (paytables.Paytable, error) {
	table, unknown := paytables.Default(name)
	if unknown == nil && table.Wager != wager {
		return table, fmt.Errorf("paytable %q prices %s: %w", name, table.Wager, paytables.ErrOther)
	}
	if unknown == nil {
		return table, nil
	}
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && filepath.Ext(name) == "":
		return table, unknown
	case err != nil:
		return table, err
	}
	game, _, _ := strings.Cut(g.Name, "/")
	return paytables.ParseInline(data, game, wager)
}

// exposure reads the limits of the wagers.
func (r *edgeRequest) exposure(g *games.Game) (map[string]*big.Rat, error) {
	given, err := pairsOf("limit", r.limits)
	if err != nil || len(given) == 0 {
		return nil, err
	}
	limits := map[string]*big.Rat{}
	for wager, text := range given {
		amount, err := games.ParseAmount(text)
		if err != nil {
			return nil, fmt.Errorf("--limit %s: %w", wager, err)
		}
		if i := g.Index(wager); i < 0 || g.Wagers[i].Later || g.Wagers[i].Equals != "" {
			return nil, fmt.Errorf("--limit %q: %s has no such bet before the cards", wager, g.Name)
		}
		limits[wager] = amount.Rat()
	}
	return limits, nil
}
