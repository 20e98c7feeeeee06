package api

import (
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"croupier/house/roles"
	"croupier/pit"
)

// glanceRoutes are of the floor at a glance.
var glanceRoutes = []route{
	{
		method: "GET", path: "/v1/floor", id: "glance", action: roles.ReportRead, narrows: true, tag: "pit", summary: "The floor at a glance",
		about: "Each table as it is: who deals, how far its round has come, whether a payout waits for a supervisor, how many rounds ended within the hour, the alerts nobody has acknowledged, " +
			"and what its gaming day came to so far; and the sums of all tables.",
		status: 200, answer: reflect.TypeFor[pit.Glance](), problems: []int{400}, handle: showGlance,
	},
}

// showGlance answers the floor as it is: of the own table to whoever is held to one.
func showGlance(a *api, c echo.Context) error {
	own, held := heldTo(c)
	if held && own == 0 {
		return problem("other_table", "another table than the own")
	}
	g, err := a.pit.Glance(c.Request().Context(), own)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, g)
}
