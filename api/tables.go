package api

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house"
	"croupier/house/roles"
)

// tableRoutes are of the tables.
var tableRoutes = []route{
	{
		method: "POST", path: "/v1/tables", id: "create-table", action: roles.TableCreate, tag: "tables", summary: "Set up a table",
		about: "The keys are those of the round file, with what a table sets besides. What is left out takes its default. " +
			"The table gets its number, its chain in the book and a proposal with its settings, named by pending: it can open once another manager approved that.",
		body: reflect.TypeFor[tableBody](), status: 201, answer: reflect.TypeFor[house.Table](),
		problems: []int{400, 409, 413, 415, 422}, handle: changes(createTable),
	},
	{
		method: "GET", path: "/v1/tables", id: "list-tables", action: roles.TableRead, narrows: true, tag: "tables", summary: "The tables of the house",
		about:  "A dealer is answered the own table; one who deals nowhere, those that are closed and have settings in force, for any of them may be opened.",
		status: 200, answer: reflect.TypeFor[tableList](), problems: []int{400}, handle: listTables,
	},
	{
		method: "GET", path: "/v1/tables/{table}", id: "get-table", action: roles.TableRead, tag: "tables", summary: "One table",
		params: []*huma.Param{tableParam}, status: 200, answer: reflect.TypeFor[house.Table](),
		problems: []int{400, 404}, handle: showTable,
	},
	{
		method: "GET", path: "/v1/tables/{table}/versions", id: "list-versions", action: roles.TableRead, tag: "tables", summary: "The versions of a table's settings, the newest first",
		params: []*huma.Param{tableParam}, status: 200, answer: reflect.TypeFor[versionList](),
		problems: []int{400, 404}, handle: listVersions,
	},
	{
		method: "GET", path: "/v1/tables/{table}/diff", id: "compare-versions", action: roles.ProposalRead, tag: "tables", summary: "What differs between two versions of a table's settings", slow: true,
		params: []*huma.Param{
			tableParam, queryParam("from", "The version before", "1", versionNumber), queryParam("to", "The version after", "2", versionNumber),
		},
		status: 200, answer: reflect.TypeFor[house.Diff](), problems: []int{400, 404}, handle: compareVersions,
	},
	{
		method: "POST", path: "/v1/tables/{table}/return", id: "return-table", action: roles.ProposalReturn, tag: "tables", summary: "Return a table to settings that were in force before",
		about:  "At once: from the next round that opens. A round that is open settles under the settings it pinned.",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[returnBody](), status: 200, answer: reflect.TypeFor[house.Returned](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(returnTable),
	},
}

var versionNumber = &huma.Schema{Type: huma.TypeInteger, Minimum: float(1)}

func createTable(a *api, c echo.Context, who desk.Caller, b tableBody) (desk.Answer, error) {
	settings, err := b.patch()
	if err != nil {
		return desk.Answer{}, err
	}
	return a.office.CreateTable(c.Request().Context(), who, b.Name, settings)
}

// tableList is the tables of the house.
type tableList struct {
	Tables []house.Table `json:"tables"`
}

func listTables(a *api, c echo.Context) error {
	tables, err := a.office.Tables(c.Request().Context())
	if err != nil {
		return err
	}
	own, held := heldTo(c)
	opens := held && mayOpen(c)
	tables = slices.DeleteFunc(tables, func(t house.Table) bool {
		closed := t.Dealer == "" && t.Pins != nil
		return held && t.ID != own && !(opens && closed)
	})
	return c.JSON(http.StatusOK, tableList{append([]house.Table{}, tables...)})
}

// mayOpen reports whether whoever asks deals nowhere and may open a table, whichever
// is closed.
func mayOpen(c echo.Context) bool {
	who := whoOf(c)
	return who.Table == 0 && who.KeyTable == 0 && who.May(roles.TableOpen) == roles.Any
}

func showTable(a *api, c echo.Context) error {
	id, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	t, err := a.office.Table(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t)
}

// tableID reads the number of a table.
func tableID(s string) (int64, error) {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != s {
		return 0, problem("bad_id", "a table is named by its number, as 7")
	}
	return id, nil
}

// versionList is the versions of a table's settings.
type versionList struct {
	Versions []house.Version `json:"versions"`
}

func listVersions(a *api, c echo.Context) error {
	id, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	versions, err := a.office.Versions(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, versionList{versions})
}

func compareVersions(a *api, c echo.Context) error {
	id, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	from, err := queryVersion(c, "from")
	if err != nil {
		return err
	}
	to, err := queryVersion(c, "to")
	if err != nil {
		return err
	}
	diff, err := a.office.Diff(c.Request().Context(), id, from, to)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, diff)
}

func queryVersion(c echo.Context, name string) (int, error) {
	n, err := strconv.Atoi(c.QueryParam(name))
	if err != nil || n < 1 {
		return 0, badQuery(name, "want the number of a version, as 3")
	}
	return n, nil
}

// returnBody is which settings a table returns to, and why.
type returnBody struct {
	Version int    `json:"version" minimum:"1" example:"3"`
	Reason  string `json:"reason" maxLength:"500"`
}

func returnTable(a *api, c echo.Context, who desk.Caller, b returnBody) (desk.Answer, error) {
	id, err := tableID(c.Param("table"))
	if err != nil {
		return desk.Answer{}, err
	}
	return a.office.Return(c.Request().Context(), who, id, b.Version, b.Reason)
}
