package api

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/games"
	"croupier/games/all"
	"croupier/house"
	"croupier/paytables"
)

// displayRoutes are of what a table shows to anybody.
var displayRoutes = []route{
	{
		method: "GET", path: "/v1/display/{table}", id: "display", open: true, tagged: true, tag: "tables", summary: "What a table shows to anybody",
		about: "For the screen above it: settings and paytables of the round that is open, or else those in force, under the digest the round is pinned by; the round as everybody may see it; and the last that ended. " +
			"No name of a person, no figure of the book, no card that is not turned. The amounts from which on the pit looks closer, large_win and approve_win, are left out. " +
			"A screen asks each second, with the ETag it has in If-None-Match.",
		params: []*huma.Param{tableParam}, status: 200, answer: reflect.TypeFor[displayView](), problems: []int{400, 404, 500, 503}, handle: showDisplay,
	},
}

// A displayView is what a table shows to anybody.
type displayView struct {
	Table     displayTable            `json:"table"`
	Settings  *house.Pins             `json:"settings,omitempty" doc:"Absent where none are in force"`
	Wagers    []wagerView             `json:"wagers" doc:"Of the game, as they lie on the layout"`
	Paytables map[string]paytableView `json:"paytables" doc:"By wager"`
	Round     *floor.View             `json:"round,omitempty" doc:"The round that has not ended"`
	Done      *floor.View             `json:"done,omitempty" doc:"Where none is open: the last round that ended, as it lay then"`
	Last      []floor.Ended           `json:"last" doc:"The last rounds that ended, 8 at most, the newest first"`
}

type displayTable struct {
	ID       int64  `json:"id"`
	Name     string `json:"name" example:"table 8"`
	Pit      string `json:"pit,omitempty"`
	Language string `json:"language,omitempty" enum:"en,ko,ru" doc:"Of its screens, where one is set"`
	Open     bool   `json:"open" doc:"Whether somebody deals"`
	Version  int    `json:"version,omitempty" doc:"Of the settings below, counted by the table"`
	Game     string `json:"game,omitempty" doc:"With the version of its rules" example:"ultimate-texas-holdem/1"`
	Title    string `json:"title,omitempty" doc:"Of the game" example:"Ultimate Texas Hold'em"`
}

func showDisplay(a *api, c echo.Context) error {
	id, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	d, err := a.floor.Display(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return tagged(c, d.Tag, func() (any, error) { return viewDisplay(id, d) })
}

func viewDisplay(id int64, d *floor.Display) (displayView, error) {
	v := displayView{
		Table:    displayTable{ID: id, Name: d.Name, Open: d.Open},
		Settings: d.Pins, Wagers: []wagerView{}, Paytables: map[string]paytableView{}, Round: d.Round, Done: d.Done, Last: d.Latest,
	}
	if d.Felt == nil {
		return v, nil
	}
	edition, err := all.Find(d.Pins.Game)
	if err != nil {
		return v, err
	}
	v.Table.Pit, v.Table.Language, v.Table.Version = d.Pins.Pit, d.Pins.Language, d.Version
	v.Table.Game, v.Table.Title, v.Wagers = d.Pins.Game, edition.Title, viewWagers(d.Felt.Game)
	for wager, p := range d.Felt.Paytables {
		p.Rows = printed(d.Felt.Game, wager, p.Rows)
		v.Paytables[wager] = viewPaytable(&p)
	}
	return v, nil
}

// printed are the rows in the order they are printed on the felt, best first; what is
// stored has none.
func printed(g *games.Game, wager string, rows []paytables.Row) []paytables.Row {
	place := func(name string) int {
		return slices.IndexFunc(g.Wagers[g.Index(wager)].Rows, func(r games.Row) bool { return r.Name == name })
	}
	return slices.SortedFunc(slices.Values(rows), func(a, b paytables.Row) int { return place(a.Name) - place(b.Name) })
}

// tagged answers what is known by the tag, or that whoever asks has it already.
func tagged(c echo.Context, tag string, answer func() (any, error)) error {
	etag := `"` + tag + `"`
	h := c.Response().Header()
	h.Set("ETag", etag)
	h.Set(echo.HeaderCacheControl, "no-cache") // kept, and asked for again
	if strings.Contains(c.Request().Header.Get("If-None-Match"), etag) {
		return c.NoContent(http.StatusNotModified)
	}
	v, err := answer()
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}
