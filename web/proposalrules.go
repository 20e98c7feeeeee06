package web

import (
	"strings"

	"croupier/games"
)

// A houseGame is a game as the API tells of it.
type houseGame struct {
	Name       string
	Title      string
	Seats      int
	DealOrders []string `json:"deal_orders"`
	House      []games.Rule
	Wagers     []gameWager
}

type gameWager struct {
	Name     string
	Required bool
	Equals   string
	Later    bool
	Rows     []string
	Paytable string
}

// First reports whether the wager is bet by itself before the cards, so that a table
// limits it.
func (w gameWager) First() bool { return !w.Later && w.Equals == "" }

// Optional reports whether a table may leave the wager out.
func (w gameWager) Optional() bool { return !w.Required && w.Equals == "" && !w.Later }

// familyOf is a game's name without the version of its rules.
func familyOf(game string) string {
	name, _, _ := strings.Cut(game, "/")
	return name
}

// allGames are the games of the house.
func (v *visit) allGames() ([]houseGame, error) {
	var found struct{ Games []houseGame }
	err := v.ask("/v1/games", &found)
	return found.Games, err
}

// game is the one of the name, with or without the version of its rules.
func (v *visit) game(name string) (*houseGame, error) {
	list, err := v.allGames()
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Name == name {
			return &list[i], nil
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		if familyOf(list[i].Name) == familyOf(name) {
			return &list[i], nil
		}
	}
	return nil, &Problem{Status: 422, Code: "unknown_game", Title: "No such game"}
}

// A priceList is a paytable as the API tells of it.
type priceList struct {
	Name     string            `json:"name"`
	Game     string            `json:"-"`
	Wager    string            `json:"-"`
	Digest   string            `json:"digest"`
	Rows     []priceRow        `json:"rows"`
	Requires map[string]string `json:"requires,omitempty"`
}

type priceRow struct {
	Name string `json:"name"`
	Net  string `json:"net"`
}

// net are the net odds by row.
func (p *priceList) net() wagerRows {
	rows := wagerRows{}
	for _, r := range p.Rows {
		rows[r.Name] = r.Net
	}
	return rows
}

// priceLists are the paytables that ship and those a table was ever set up with.
func (v *visit) priceLists() ([]priceList, error) {
	var found struct {
		Paytables []struct {
			priceList
			Game  string `json:"game"`
			Wager string `json:"wager"`
		}
	}
	err := v.ask("/v1/paytables", &found)
	var list []priceList
	for _, p := range found.Paytables {
		p.priceList.Game, p.priceList.Wager = p.Game, p.Wager
		list = append(list, p.priceList)
	}
	return list, err
}
