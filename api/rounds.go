package api

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/games"
)

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
	who, err := caller(c, body)
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

// showRound answers a round as it may be seen.
func showRound(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	as, err := seat(c.QueryParam("as"))
	if err != nil {
		return err
	}
	view, err := a.floor.Round(c.Request().Context(), id, as)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, view)
}

// seat reads whose cards may be seen: "seat:3", or nothing for nobody's.
func seat(as string) (games.Place, error) {
	if as == "" {
		return games.Dealer, nil
	}
	digits, ok := strings.CutPrefix(as, "seat:")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || n > games.MaxSeats || strconv.Itoa(n) != digits {
		return 0, badQuery("as", fmt.Sprintf("want seat:1 to seat:%d", games.MaxSeats))
	}
	return games.Place(n), nil
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
