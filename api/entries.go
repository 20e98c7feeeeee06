package api

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/house/roles"
	"croupier/ledger"
)

// bookRoutes are of the book.
var bookRoutes = []route{
	{
		method: "GET", path: "/v1/entries", id: "list-entries", action: roles.BookRead, narrows: true, tag: "book", summary: "Entries of the book",
		about: "In order of gaming day, table and seq. A page ends in a cursor as long as there is more.",
		params: []*huma.Param{
			queryParam("table", "Of this table", "7", tableText), queryParam("round", "Of this round", "7-712", roundText),
			queryParam("day", "Of this gaming day", "2026-11-30", dayText), queryParam("cursor", "Where the page begins: as the last page ended", "", anyText),
			queryParam("limit", "Entries a page, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[floor.Entries](), problems: []int{400}, handle: listEntries,
	},
}

// Entries a page: as many as asked for within bounds.
const (
	defaultLimit = 50
	maxLimit     = 200
)

// listEntries answers a page of the book.
func listEntries(a *api, c echo.Context) error {
	filter, err := entryFilter(c)
	if err != nil {
		return err
	}
	page, err := a.floor.Entries(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, page)
}

// entryFilter reads which entries are asked for.
func entryFilter(c echo.Context) (ledger.Filter, error) {
	f := ledger.Filter{After: c.QueryParam("cursor")}
	if table, held := heldTo(c); held {
		f.Table = table
	}
	for _, read := range []func(*ledger.Filter, echo.Context) error{filterTable, filterRound, filterDay, filterLimit} {
		if err := read(&f, c); err != nil {
			return f, err
		}
	}
	return f, nil
}

func filterTable(f *ledger.Filter, c echo.Context) error {
	text := c.QueryParam("table")
	if text == "" {
		return nil
	}
	table, err := tableID(text)
	if err != nil {
		return badQuery("table", "want the number of a table, as 7")
	}
	if f.Table != 0 && f.Table != table {
		return problem("other_table", "another table than the own")
	}
	f.Table = table
	return nil
}

func filterRound(f *ledger.Filter, c echo.Context) error {
	text := c.QueryParam("round")
	if text == "" {
		return nil
	}
	id, err := floor.ParseRoundID(text)
	if err != nil || f.Table != 0 && f.Table != id.Table {
		return badQuery("round", "want the id of a round of the table, as 7-712")
	}
	f.Table, f.Round = id.Table, id.Number
	return nil
}

func filterDay(f *ledger.Filter, c echo.Context) error {
	text := c.QueryParam("day")
	if text == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return badQuery("day", "want a gaming day, as 2026-11-30")
	}
	f.Day = day
	return nil
}

func filterLimit(f *ledger.Filter, c echo.Context) (err error) {
	f.Limit, err = askedLimit(c)
	return err
}

// askedLimit reads how many a page holds.
func askedLimit(c echo.Context) (int, error) {
	text := c.QueryParam("limit")
	if text == "" {
		return defaultLimit, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxLimit {
		return 0, badQuery("limit", fmt.Sprintf("want 1 to %d", maxLimit))
	}
	return n, nil
}
