package api

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/games"
	"croupier/house/roles"
)

// roundRoutes are of the rounds.
var roundRoutes = []route{
	{
		method: "POST", path: "/v1/tables/{table}/rounds", id: "open-round", action: roles.RoundDeal, tag: "rounds", summary: "Open the next round",
		about:  "Pins the table's settings as they are. A table has one unsettled round at most. Where a deck deals, it is shuffled and sealed now, and its commitment is in the answer.",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[emptyBody](), mayOmit: true,
		status: 201, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404, 409, 413, 422}, handle: openRound,
	},
	{
		method: "GET", path: "/v1/rounds/{id}", id: "get-round", action: roles.RoundRead, tag: "rounds", summary: "A round as it may be seen",
		params: []*huma.Param{roundParam},
		status: 200, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404}, handle: showRound,
	},
	{
		method: "GET", path: "/v1/rounds/{id}/seats/{seat}", id: "get-round-as-seat", action: roles.SeatRead, tag: "rounds", summary: "A round as one seat sees it",
		about:  "With the seat's own hole cards where a deck dealt them. It needs a key that was made for that seat of that table.",
		params: []*huma.Param{roundParam, pathParam("seat", "The seat's number", "3")},
		status: 200, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404}, handle: showRoundAsSeat,
	},
	{
		method: "POST", path: "/v1/rounds/{id}/events", id: "act", action: roles.RoundDeal, second: true, tag: "rounds", summary: "Answer what the round asks",
		about: "One event, or several in one request, which happen all or none. The view's `next` holds all that may be answered; " +
			"a refused event gets it back with what is wrong. The event that leaves nothing to ask settles the round in the same transaction. " +
			"A pay or a void that is asked of the supervisor (`by` of its prompt) needs one standing by, named in the header " + headerApprover + "; so does the whole request with such an event in it.",
		params: []*huma.Param{roundParam}, body: reflect.TypeFor[changeBody](),
		status: 200, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404, 409, 413, 415, 422}, handle: act,
	},
	irregularRoute,
	{
		method: "GET", path: "/v1/rounds/{id}/audit", id: "audit-round", action: roles.RoundAudit, tag: "rounds", summary: "All that was recorded of a round, settled again",
		params: []*huma.Param{roundParam}, status: 200, answer: reflect.TypeFor[floor.Audit](), problems: []int{400, 404}, handle: audit,
	},
}

// openRound opens the next round of a table. It takes no body but an empty
// object.
func openRound(a *api, c echo.Context) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	body, err := readAll(c)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(body)) > 0 {
		if err := a.decode(body, &emptyBody{}); err != nil {
			return err
		}
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	answer, err := a.floor.OpenRound(c.Request().Context(), who, table)
	if err != nil {
		return err
	}
	return reply(c, answer)
}

// emptyBody is an object without keys.
type emptyBody struct{}

// showRound answers a round as everybody may see it.
func showRound(a *api, c echo.Context) error { return a.showRoundTo(c, games.Dealer) }

// showRoundAsSeat answers a round as the seat sees it that the key is made for.
func showRoundAsSeat(a *api, c echo.Context) error {
	seat, err := strconv.Atoi(c.Param("seat"))
	if err != nil || seat < 1 || seat > games.MaxSeats || strconv.Itoa(seat) != c.Param("seat") {
		return problem("bad_id", fmt.Sprintf("a seat is named by its number, 1 to %d", games.MaxSeats))
	}
	if seat != whoOf(c).Seat {
		return problem("forbidden", "the key is made for another seat")
	}
	return a.showRoundTo(c, games.Place(seat))
}

func (a *api) showRoundTo(c echo.Context, as games.Place) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	view, err := a.floor.Round(c.Request().Context(), id, as)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, view)
}

// audit answers all that was recorded of a round, settled again.
func audit(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	found, err := a.floor.Audit(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}
