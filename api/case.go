package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/house/roles"
	"croupier/sight"
)

// caseRoutes are of what leaves the house about a round.
var caseRoutes = []route{
	{
		method: "GET", path: "/v1/rounds/{id}/case", id: "export-case", action: roles.RoundAudit, tag: "rounds", summary: "The case of a round as a signed file",
		about: "All that the book holds of the round, its corrections and disputes, row by row as it was hashed, with the links between and what the round pinned. " +
			"`croupier verify --case` checks it without a database.",
		params: []*huma.Param{roundParam}, status: 200, media: []string{"application/json"}, problems: []int{400, 404}, handle: exportCase,
	},
}

// exportCase answers the case of a round.
func exportCase(a *api, c echo.Context) error {
	id, err := sight.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	file, err := a.pit.Case(c.Request().Context(), id)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="case-`+id.String()+`.json"`)
	return c.JSONBlob(http.StatusOK, file)
}
