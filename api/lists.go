package api

import (
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"croupier/games"
	"croupier/games/all"
	"croupier/house/roles"
	"croupier/paytables"
)

// ruleRoutes are of games, paytables and their edge.
var ruleRoutes = []route{
	{
		method: "GET", path: "/v1/games", id: "list-games", action: roles.RulesRead, narrows: true, tag: "rules", summary: "The games this house deals",
		status: 200, answer: reflect.TypeFor[gameList](), problems: []int{400}, handle: listGames,
	},
	{
		method: "GET", path: "/v1/paytables", id: "list-paytables", action: roles.RulesRead, narrows: true, tag: "rules", summary: "The paytables there are",
		status: 200, answer: reflect.TypeFor[paytableList](), problems: []int{400}, handle: listPaytables,
	},
	{
		method: "POST", path: "/v1/edge", id: "appraise", action: roles.EdgeRead, narrows: true, tag: "rules", summary: "The exact house edge of a proposal, and whether it may go live", asks: true, slow: true,
		about: "What each wager costs the players under the best play, over every deal. The deals of a game and its house rules are counted once, which takes seconds; " +
			"any paytable is priced from the counts. A house rule that a paytable needs is a warning here; the gate refuses a proposal for it.",
		body: reflect.TypeFor[edgeBody](), status: 200, answer: reflect.TypeFor[edgeView](), problems: []int{400, 413, 415, 422}, handle: appraise,
	},
}

// gameList is the games of the house, every version of their rules.
type gameList struct {
	Games []gameView `json:"games"`
}

type gameView struct {
	Name       string      `json:"name" doc:"With the version of its rules" example:"ultimate-texas-holdem/1"`
	Title      string      `json:"title" example:"Ultimate Texas Hold'em"`
	Seats      int         `json:"seats" doc:"The most one deck deals to"`
	DealOrders []string    `json:"deal_orders" doc:"The default first"`
	House      []ruleView  `json:"house" doc:"What the house decides"`
	Wagers     []wagerView `json:"wagers" doc:"As they lie on the layout"`
	Settles    []string    `json:"settles" doc:"The order in which a seat's wagers are settled"`
}

type ruleView struct {
	Name    string   `json:"name"`
	Clause  string   `json:"clause" example:"uth 7"`
	Values  []string `json:"values"`
	Default string   `json:"default,omitempty" doc:"None: the house must choose"`
	About   string   `json:"about"`
}

type wagerView struct {
	Name     string   `json:"name"`
	Required bool     `json:"required" doc:"To be in the round at all"`
	Equals   string   `json:"equals,omitempty" doc:"Goes down with this other wager, in the same amount"`
	Later    bool     `json:"later" doc:"Is bet by a decision, not before the cards"`
	Rows     []string `json:"rows" doc:"What its paytable prices, best first; none where it pays even money"`
	Paytable string   `json:"paytable,omitempty" doc:"Used where a table names none"`
}

func listGames(_ *api, c echo.Context) error {
	list := gameList{Games: []gameView{}}
	for _, e := range all.Editions {
		g, err := plain(e)
		if err != nil {
			return err
		}
		list.Games = append(list.Games, viewGame(e, g))
	}
	return c.JSON(http.StatusOK, list)
}

// plain builds the game under its defaults, and the first value of a rule that
// has none: wagers and rows do not depend on house rules.
func plain(e games.Edition) (*games.Game, error) {
	house := games.House{}
	for _, r := range e.House {
		if r.Default == "" {
			house[r.Name] = r.Values[0]
		}
	}
	g, _, err := e.Build(games.Setup{House: house})
	return g, err
}

func viewGame(e games.Edition, g *games.Game) gameView {
	v := gameView{
		Name: e.Name(), Title: e.Title, Seats: e.Seats, DealOrders: e.DealOrders,
		House: []ruleView{}, Wagers: viewWagers(g), Settles: g.Order,
	}
	for _, r := range e.House {
		v.House = append(v.House, ruleView(r))
	}
	return v
}

func viewWagers(g *games.Game) []wagerView {
	list := []wagerView{}
	for _, w := range g.Wagers {
		wager := wagerView{Name: w.Name, Required: w.Required, Equals: w.Equals, Later: w.Later, Rows: []string{}, Paytable: w.Paytable}
		for _, row := range w.Rows {
			wager.Rows = append(wager.Rows, row.Name)
		}
		list = append(list, wager)
	}
	return list
}

// paytableList is the paytables that ship and those a table was set up with.
type paytableList struct {
	Paytables []paytableView `json:"paytables"`
}

type paytableView struct {
	Name     string         `json:"name" example:"blind-a"`
	Game     string         `json:"game" doc:"Without the version of its rules"`
	Wager    string         `json:"wager"`
	Form     paytables.Form `json:"form" enum:"to,for" doc:"As its odds are printed"`
	Digest   string         `json:"digest" doc:"SHA-256, hex, of game, wager, rows and net odds"`
	Rows     []rowView      `json:"rows"`
	Requires games.House    `json:"requires,omitempty" doc:"House rules it is only offered under"`
}

type rowView struct {
	Name string `json:"name" example:"flush"`
	Odds string `json:"odds" doc:"As printed" example:"1.5"`
	Net  string `json:"net" doc:"Won on top of each unit staked" example:"1.5"`
}

func listPaytables(a *api, c echo.Context) error {
	tables, err := a.office.Paytables(c.Request().Context())
	if err != nil {
		return err
	}
	list := paytableList{Paytables: []paytableView{}}
	for i := range tables {
		list.Paytables = append(list.Paytables, viewPaytable(&tables[i]))
	}
	return c.JSON(http.StatusOK, list)
}

func viewPaytable(t *paytables.Paytable) paytableView {
	v := paytableView{
		Name: t.Name, Game: t.Game, Wager: t.Wager, Form: t.Form, Digest: t.Digest().String(),
		Rows: []rowView{}, Requires: t.Requires,
	}
	for _, r := range t.Rows {
		v.Rows = append(v.Rows, rowView{Name: r.Name, Odds: r.Odds.String(), Net: t.Net(r).String()})
	}
	return v
}
