package api

import (
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house/roles"
	"croupier/pit"
)

// dayRoutes are of the close of gaming days.
var dayRoutes = []route{
	{
		method: "GET", path: "/v1/days", id: "list-days", action: roles.ReportRead, tag: "reports", summary: "Gaming days that were closed, the newest first",
		params: []*huma.Param{
			queryParam("before", "Days before this one", "2026-11-30", dayText), queryParam("limit", "Days, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[dayList](), problems: []int{400}, handle: listDays,
	},
	{
		method: "GET", path: "/v1/days/{date}", id: "show-day", action: roles.ReportRead, tag: "reports", summary: "The tables a gaming day was closed for, and what each came to",
		params: []*huma.Param{dateParam}, status: 200, answer: reflect.TypeFor[pit.Day](), problems: []int{400}, handle: showDay,
	},
	{
		method: "POST", path: "/v1/days/{date}/close", id: "close-day", action: roles.DayClose, second: true, tag: "reports", summary: "Close a gaming day",
		about: "What each table came to is signed and written to the book; after it the day takes no round and no entry, and what is corrected is booked on a later day. " +
			"Another supervisor or manager stands by. Refused while the day lasts or a round of it is open, and twice.",
		params: []*huma.Param{dateParam}, body: reflect.TypeFor[closeDayBody](), status: 201, answer: reflect.TypeFor[pit.Day](),
		problems: []int{400, 404, 409, 413, 415, 422}, slow: true, handle: changes(closeDay),
	},
}

var dateParam = pathParam("date", "The gaming day", "2026-11-30")

type dayList struct {
	Days []pit.DayCount `json:"days"`
}

type closeDayBody struct {
	Table int64 `json:"table,omitzero" minimum:"1" doc:"Of this table alone; all that are not closed where left out"`
}

func listDays(a *api, c echo.Context) error {
	before, err := askedDay(c, "before", time.Time{})
	if err != nil {
		return err
	}
	limit, err := askedLimit(c)
	if err != nil {
		return err
	}
	days, err := a.pit.Days(c.Request().Context(), before, limit)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, dayList{days})
}

func showDay(a *api, c echo.Context) error {
	day, err := dateIn(c)
	if err != nil {
		return err
	}
	d, err := a.pit.Day(c.Request().Context(), day)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, d)
}

func closeDay(a *api, c echo.Context, who desk.Caller, b closeDayBody) (desk.Answer, error) {
	day, err := dateIn(c)
	if err != nil {
		return desk.Answer{}, err
	}
	if b.Table < 0 {
		return desk.Answer{}, invalid("body.table", "want the number of a table, as 7")
	}
	second, _ := secondOf(c)
	if !slices.ContainsFunc(second.Roles, func(r roles.Role) bool { return r == roles.Supervisor || r == roles.Manager }) {
		return desk.Answer{}, problem("two_persons", "want another supervisor or manager to stand by with "+headerApprover)
	}
	return a.pit.CloseDay(c.Request().Context(), who, day, b.Table)
}

// dateIn returns the gaming day the path is about.
func dateIn(c echo.Context) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, c.Param("date"))
	if err != nil {
		return day, problem("bad_id", "want a gaming day, as 2026-11-30")
	}
	return day, nil
}
