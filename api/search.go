package api

import (
	"net/http"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/games"
	"croupier/games/all"
	"croupier/house/roles"
	"croupier/pit"
	"croupier/sight"
)

// searchRoutes are of rounds that somebody looks for.
var searchRoutes = []route{
	{
		method: "GET", path: "/v1/rounds", id: "list-rounds", action: roles.RoundRead, narrows: true, tag: "rounds", summary: "Rounds in short, the newest first",
		about: "Open ones too. What a round came to is by the entry that stands: corrected, where it was. A page ends in a cursor as long as there may be more; " +
			"where what is asked for is rare, it may hold fewer rounds than its limit, and none: go on with the cursor.",
		params: []*huma.Param{
			queryParam("table", "Of this table", "7", tableText), queryParam("pit", "Of tables that stood in this pit", "north", anyText),
			queryParam("from", "First gaming day", "2026-11-01", dayText), queryParam("to", "Last gaming day", "2026-11-30", dayText),
			queryParam("dealer", "Opened by this person", "ann", anyText),
			queryParam("game", "Of this game, with the version of its rules or, of any version, without", "ultimate-texas-holdem", anyText),
			queryParam("status", "In this status as it stands", "void", oneOf(roundStatuses)),
			queryParam("corrected", "Whether it was corrected", "true", trueText), queryParam("disputed", "Whether it was ever disputed", "true", trueText),
			queryParam("min_win", "Some seat won at least this, over all its wagers", "500", anyText),
			queryParam("cursor", "Where the page begins: as the last page ended", "", anyText),
			queryParam("limit", "Rounds a page at most, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[foundRounds](), problems: []int{400}, handle: searchRounds,
	},
}

var roundStatuses = []string{string(sight.Betting), string(sight.Dealing), string(sight.Paying), string(sight.Settled), string(sight.Void)}

// foundRounds is a page of rounds.
type foundRounds struct {
	Rounds []pit.FoundRound `json:"rounds"`
	Cursor string           `json:"cursor,omitempty" doc:"Where the next page begins; absent on the last"`
}

// searchRounds answers a page of rounds: those of the own table to whoever is held
// to one.
func searchRounds(a *api, c echo.Context) error {
	f := pit.RoundFilter{After: c.QueryParam("cursor")}
	for _, read := range []func(*pit.RoundFilter, echo.Context) error{searchedTable, searchedDays, searchedTexts, searchedStates, searchedWin} {
		if err := read(&f, c); err != nil {
			return err
		}
	}
	var err error
	if f.Limit, err = askedLimit(c); err != nil {
		return err
	}
	page := foundRounds{}
	if page.Rounds, page.Cursor, err = a.pit.Rounds(c.Request().Context(), f); err != nil {
		return err
	}
	if page.Rounds == nil {
		page.Rounds = []pit.FoundRound{}
	}
	return c.JSON(http.StatusOK, page)
}

func searchedTable(f *pit.RoundFilter, c echo.Context) (err error) {
	own, held := heldTo(c)
	if text := c.QueryParam("table"); text != "" {
		if f.Table, err = tableID(text); err != nil {
			return badQuery("table", "want the number of a table, as 7")
		}
	}
	switch {
	case held && (own == 0 || f.Table != 0 && f.Table != own):
		return problem("other_table", "another table than the own")
	case held:
		f.Table = own
	}
	return nil
}

func searchedDays(f *pit.RoundFilter, c echo.Context) (err error) {
	if f.From, err = askedDay(c, "from", time.Time{}); err != nil {
		return err
	}
	if f.To, err = askedDay(c, "to", time.Time{}); err != nil {
		return err
	}
	if !f.To.IsZero() && f.To.Before(f.From) {
		return badQuery("to", "want a day not before the first")
	}
	return nil
}

func searchedTexts(f *pit.RoundFilter, c echo.Context) error {
	f.Pit, f.Dealer, f.Game = c.QueryParam("pit"), c.QueryParam("dealer"), c.QueryParam("game")
	for name, text := range map[string]string{"pit": f.Pit, "dealer": f.Dealer} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return badQuery(name, "not a text")
		}
	}
	if f.Game == "" {
		return nil
	}
	if _, err := all.Find(f.Game); err != nil {
		return badQuery("game", err.Error())
	}
	return nil
}

func searchedStates(f *pit.RoundFilter, c echo.Context) (err error) {
	if f.Corrected, err = askedWhether(c, "corrected"); err != nil {
		return err
	}
	if f.Disputed, err = askedWhether(c, "disputed"); err != nil {
		return err
	}
	f.Status, err = askedStatus(c)
	return err
}

func askedStatus(c echo.Context) (sight.Status, error) {
	text := c.QueryParam("status")
	for _, known := range roundStatuses {
		if text == known || text == "" {
			return sight.Status(text), nil
		}
	}
	return "", badQuery("status", "want one of "+strings.Join(roundStatuses, ", "))
}

// askedWhether reads true or false; nil where neither is asked for.
func askedWhether(c echo.Context, name string) (*bool, error) {
	var yes bool
	switch c.QueryParam(name) {
	case "":
		return nil, nil
	case "true":
		yes = true
	case "false":
	default:
		return nil, badQuery(name, "want true or false")
	}
	return &yes, nil
}

func searchedWin(f *pit.RoundFilter, c echo.Context) (err error) {
	text := c.QueryParam("min_win")
	if text == "" {
		return nil
	}
	if f.MinWin, err = games.ParseAmount(text); err != nil || !f.MinWin.IsPositive() {
		return badQuery("min_win", "want an amount more than 0, as 500 or 7.50")
	}
	return nil
}
