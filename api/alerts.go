package api

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house/roles"
	"croupier/pit"
)

// alertRoutes are of what somebody should look at.
var alertRoutes = []route{
	{
		method: "GET", path: "/v1/alerts", id: "list-alerts", action: roles.AlertRead, narrows: true, tag: "pit", summary: "Alerts",
		about: "What somebody should look at, and who did: the newest first. A page ends in a cursor as long as there is more.",
		params: []*huma.Param{
			queryParam("open", "true: those nobody has acknowledged", "true", trueText), queryParam("pit", "Of this pit", "north", anyText),
			queryParam("kind", "Of this kind", "approved-win", alertKindText), queryParam("table", "Of this table", "7", tableText),
			queryParam("cursor", "Where the page begins: as the last page ended", "", anyText),
			queryParam("limit", "Alerts a page, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[alertList](), problems: []int{400}, handle: listAlerts,
	},
	{
		method: "POST", path: "/v1/alerts/{id}/ack", id: "acknowledge-alert", action: roles.AlertAck, narrows: true, tag: "pit", summary: "Acknowledge an alert",
		about:  "Says who has looked at it, once, and what came of it.",
		params: []*huma.Param{alertParam}, body: reflect.TypeFor[alertNoteBody](), status: 201, answer: reflect.TypeFor[pit.Alert](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: acknowledgeAlert,
	},
	{
		method: "POST", path: "/v1/alerts/{id}/notes", id: "note-alert", action: roles.AlertAck, narrows: true, tag: "pit", summary: "Add a note to an alert",
		params: []*huma.Param{alertParam}, body: reflect.TypeFor[alertNoteBody](), status: 201, answer: reflect.TypeFor[pit.Alert](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: noteAlert,
	},
}

var (
	alertParam    = pathParam("id", "The alert's number", "12")
	trueText      = &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}
	alertKindText = func() *huma.Schema {
		s := &huma.Schema{Type: huma.TypeString}
		for _, kind := range pit.AlertKinds {
			s.Enum = append(s.Enum, kind)
		}
		return s
	}()
)

// alertList is a page of alerts.
type alertList struct {
	Alerts []pit.Alert `json:"alerts"`
	Cursor string      `json:"cursor,omitempty" doc:"Where the next page begins; absent on the last"`
}

type alertNoteBody struct {
	Note string `json:"note" maxLength:"1000" doc:"What was found" example:"watched the tape: paid as it should"`
}

// listAlerts answers a page of the alerts: those of the own table to whoever is
// held to one.
func listAlerts(a *api, c echo.Context) error {
	f, err := alertFilter(c)
	if err != nil {
		return err
	}
	list := alertList{}
	if list.Alerts, list.Cursor, err = a.pit.Alerts(c.Request().Context(), f); err != nil {
		return err
	}
	if list.Alerts == nil {
		list.Alerts = []pit.Alert{}
	}
	return c.JSON(http.StatusOK, list)
}

func alertFilter(c echo.Context) (f pit.AlertFilter, err error) {
	f = pit.AlertFilter{Pit: c.QueryParam("pit"), Kind: c.QueryParam("kind"), After: c.QueryParam("cursor")}
	switch open := c.QueryParam("open"); open {
	case "", "false":
	case "true":
		f.Open = true
	default:
		return f, badQuery("open", "want true or false")
	}
	if f.Kind != "" && !slices.Contains(pit.AlertKinds, f.Kind) {
		return f, badQuery("kind", "want one of "+strings.Join(pit.AlertKinds, ", "))
	}
	if !utf8.ValidString(f.Pit) || strings.ContainsRune(f.Pit, 0) {
		return f, badQuery("pit", "not a text")
	}
	own, held := heldTo(c)
	if text := c.QueryParam("table"); text != "" {
		if f.Table, err = tableID(text); err != nil {
			return f, badQuery("table", "want the number of a table, as 7")
		}
	}
	switch {
	case held && (own == 0 || f.Table != 0 && f.Table != own):
		return f, problem("other_table", "another table than the own")
	case held:
		f.Table = own
	}
	f.Limit, err = askedLimit(c)
	return f, err
}

// acknowledgeAlert says who has looked at an alert.
func acknowledgeAlert(a *api, c echo.Context) error { return a.sayOfAlert(c, a.pit.Acknowledge) }

// noteAlert adds a note to an alert.
func noteAlert(a *api, c echo.Context) error { return a.sayOfAlert(c, a.pit.NoteAlert) }

func (a *api) sayOfAlert(c echo.Context, say func(context.Context, desk.Caller, int64, string) (desk.Answer, error)) error {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != c.Param("id") {
		return problem("bad_id", "an alert is named by its number, as 12")
	}
	if _, held := heldTo(c); held {
		return problem("other_table", "alerts are not answered for one table")
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	var b alertNoteBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	answer, err := say(c.Request().Context(), who, id, b.Note)
	if err != nil {
		return err
	}
	return reply(c, answer)
}
