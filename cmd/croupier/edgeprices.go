package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"croupier/games"
	"croupier/paytables"
)

// prices reads the paytables that are named, and takes the game's defaults for
// other wagers. A side bet without either has no prices.
func (r *edgeRequest) prices(g *games.Game, house games.House) (games.Prices, error) {
	named, err := pairsOf("paytable", r.paytables)
	if err != nil {
		return nil, err
	}
	for _, wager := range slices.Sorted(maps.Keys(named)) {
		if i := g.Index(wager); i < 0 || len(g.Wagers[i].Rows) == 0 {
			return nil, fmt.Errorf("--paytable %s: %s prices %s: %w", wager, g.Name, strings.Join(g.Priced(), " and "), games.ErrRow)
		}
	}
	prices := games.Prices{}
	for _, w := range g.Wagers {
		name, given := named[w.Name]
		if !given {
			name = w.Paytable
		}
		if len(w.Rows) == 0 || name == "" {
			continue
		}
		table, err := paytable(name, g, w.Name)
		if err == nil {
			err = errors.Join(table.Check(g), table.CheckHouse(house))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.Name, err)
		}
		prices[w.Name] = table.Prices()
	}
	return prices, nil
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
