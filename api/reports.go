package api

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/house/roles"
	"croupier/pit"
)

// The media a report is answered in besides JSON.
const (
	mediaCSV  = "text/csv; charset=utf-8; header=present"
	mediaXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// reportRoutes are of what was played.
var reportRoutes = []route{
	{
		method: "GET", path: "/v1/reports", id: "report", action: roles.ReportRead, narrows: true, tag: "reports", summary: "What was played, and what it should have come to", slow: true,
		about: "Figures of an interval of gaming days, told apart by what is asked for, the result sheets of the tables, the largest payouts, and the corrections booked in it. " +
			"A report in which nothing happened has the note no activity. Deals of settings that were never reported on before are counted, which takes seconds.",
		params: []*huma.Param{
			queryParam("by", "What figures are told apart by, a comma between: "+strings.Join(pit.Dimensions(), ", ")+"; all in one where left out", "table,bet", anyText),
			queryParam("per", "The time they are summed by; life, which is the whole interval, where left out", "day", oneOf(pit.Periods())),
			queryParam("from", "First gaming day; today in UTC where left out", "2026-11-30", dayText),
			queryParam("to", "Last gaming day; the first where left out", "2026-11-30", dayText),
			queryParam("table", "Of this table alone", "7", tableText),
			queryParam("format", "json where left out", "xlsx", oneOf(formats)),
			queryParam("sheet", "What a CSV has; figures where left out", "chips", oneOf(pit.SheetNames)),
		},
		status: 200, answer: reflect.TypeFor[pit.Report](), media: []string{mediaCSV, mediaXLSX}, problems: []int{400}, handle: showReport,
	},
}

var formats = []string{"json", "csv", "xlsx"}

func oneOf(names []string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, name := range names {
		s.Enum = append(s.Enum, name)
	}
	return s
}

// showReport answers a report.
func showReport(a *api, c echo.Context) error {
	ask, err := reportAsked(c)
	if err != nil {
		return err
	}
	format, sheet := cmp.Or(c.QueryParam("format"), "json"), c.QueryParam("sheet")
	switch {
	case !slices.Contains(formats, format):
		return badQuery("format", "want one of "+strings.Join(formats, ", "))
	case sheet != "" && format != "csv":
		return badQuery("sheet", "only a CSV has one sheet: leave it out")
	case sheet != "" && !slices.Contains(pit.SheetNames, sheet):
		return badQuery("sheet", "want one of "+strings.Join(pit.SheetNames, ", "))
	}
	r, err := a.pit.Report(c.Request().Context(), ask)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch format {
	case "csv":
		if err := r.CSV(&out, cmp.Or(sheet, pit.SheetFigures)); err != nil {
			return err
		}
		return download(c, r, mediaCSV, format, &out)
	case "xlsx":
		if err := r.XLSX(&out); err != nil {
			return err
		}
		return download(c, r, mediaXLSX, format, &out)
	}
	return c.JSON(http.StatusOK, r)
}

// download answers a file.
func download(c echo.Context, r *pit.Report, media, format string, out *bytes.Buffer) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="report-%s-%s.%s"`, r.From, r.To, format))
	return c.Blob(http.StatusOK, media, out.Bytes())
}

// reportAsked reads which report is asked for.
func reportAsked(c echo.Context) (pit.Ask, error) {
	a := pit.Ask{Per: c.QueryParam("per"), Operator: whoOf(c).Person.Name}
	if by := c.QueryParam("by"); by != "" {
		a.By = strings.Split(by, ",")
	}
	var err error
	if a.From, err = askedDay(c, "from", time.Now().UTC()); err != nil {
		return a, err
	}
	if a.To, err = askedDay(c, "to", a.From); err != nil {
		return a, err
	}
	own, held := heldTo(c)
	if text := c.QueryParam("table"); text != "" {
		if a.Table, err = tableID(text); err != nil {
			return a, badQuery("table", "want the number of a table, as 7")
		}
	}
	if held && (own == 0 || a.Table != 0 && a.Table != own) {
		return a, problem("other_table", "another table than the own")
	}
	if held {
		a.Table = own
	}
	return a, nil
}

// askedDay reads a gaming day.
func askedDay(c echo.Context, name string, otherwise time.Time) (time.Time, error) {
	text := c.QueryParam(name)
	if text == "" {
		return otherwise, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, badQuery(name, "want a gaming day, as 2026-11-30")
	}
	return day, nil
}
