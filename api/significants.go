package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/house/roles"
	"croupier/ledger"
)

// significantRoutes are of what a regulator asks for.
var significantRoutes = []route{
	{
		method: "GET", path: "/v1/significant", id: "list-significant", action: roles.EventsRead, narrows: true, tag: "book", summary: "Significant events",
		about: "Who did what, where, who authorised it, why, before and after: the newest first. A page ends in a cursor as long as there is more.",
		params: []*huma.Param{
			queryParam("table", "Of this table; 0 is the house", "7", chainText), queryParam("kind", "Of this kind", "approved", kindText),
			queryParam("subject", "About this", "person ann", anyText), queryParam("actor", "By this person", "ann", anyText),
			queryParam("from", "From this time on", "2026-11-30T00:00:00Z", timeText), queryParam("to", "Before this time", "2026-12-01T00:00:00Z", timeText),
			queryParam("cursor", "Where the page begins: as the last page ended", "", anyText),
			queryParam("limit", "Events a page, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[significantList](), problems: []int{400}, handle: listSignificants,
	},
}

var (
	chainText = &huma.Schema{Type: huma.TypeString, Pattern: `^(0|[1-9][0-9]*)$`}
	timeText  = &huma.Schema{Type: huma.TypeString, Format: "date-time"}
	kindText  = func() *huma.Schema {
		s := &huma.Schema{Type: huma.TypeString}
		for _, kind := range ledger.SignificantKinds {
			s.Enum = append(s.Enum, kind)
		}
		return s
	}()
)

// significantList is a page of significant events.
type significantList struct {
	Events []significantView `json:"events"`
	Cursor string            `json:"cursor,omitempty" doc:"Where the next page begins; absent on the last"`
}

type significantView struct {
	ID       string    `json:"id" doc:"Chain, page of it, and the number there; chain 0 is the house's" example:"7:15:1"`
	Kind     string    `json:"kind" example:"approved"`
	Subject  string    `json:"subject" doc:"What it is about" example:"proposal 12"`
	Origin   string    `json:"origin" doc:"Address it came from, or server" example:"10.0.0.7"`
	Actor    string    `json:"actor" doc:"Who did it" example:"ann"`
	Approver string    `json:"approver,omitempty" doc:"Who authorised it" example:"bob"`
	Reason   string    `json:"reason,omitempty"`
	Before   any       `json:"before,omitempty" doc:"What was, as the kind has it"`
	After    any       `json:"after,omitempty" doc:"What is since, as the kind has it"`
	At       time.Time `json:"at"`
}

// listSignificants answers a page of significant events.
func listSignificants(a *api, c echo.Context) error {
	filter, err := significantFilter(c)
	if err != nil {
		return err
	}
	events, cursor, err := a.office.Significants(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	list := significantList{Events: []significantView{}, Cursor: cursor}
	for i := range events {
		list.Events = append(list.Events, viewSignificant(&events[i]))
	}
	return c.JSON(http.StatusOK, list)
}

func viewSignificant(e *ledger.SignificantEvent) significantView {
	return significantView{
		ID: fmt.Sprintf("%d:%d:%d", e.Table, e.Seq, e.N), Kind: e.Kind, Subject: e.Subject, Origin: e.Origin,
		Actor: e.Actor, Approver: e.Approver, Reason: e.Reason, Before: e.Before, After: e.After, At: e.At,
	}
}

// significantFilter reads which events are asked for.
func significantFilter(c echo.Context) (ledger.SignificantFilter, error) {
	f := ledger.SignificantFilter{Kind: c.QueryParam("kind"), After: c.QueryParam("cursor")}
	if f.Kind != "" && !slices.Contains(ledger.SignificantKinds, f.Kind) {
		return f, badQuery("kind", "want one of "+strings.Join(ledger.SignificantKinds, ", "))
	}
	for name, to := range map[string]*string{"subject": &f.Subject, "actor": &f.Actor} {
		if *to = c.QueryParam(name); !utf8.ValidString(*to) || strings.ContainsRune(*to, 0) {
			return f, badQuery(name, "not a text")
		}
	}
	err := filterChain(&f, c)
	for name, to := range map[string]*time.Time{"from": &f.From, "to": &f.To} {
		if err == nil {
			*to, err = askedTime(c, name)
		}
	}
	if err == nil {
		f.Limit, err = askedLimit(c)
	}
	return f, err
}

// filterChain reads the table asked for, or the one who asks is held to.
func filterChain(f *ledger.SignificantFilter, c echo.Context) error {
	own, held := heldTo(c)
	if held {
		f.Table = &own
	}
	text := c.QueryParam("table")
	if text == "" {
		return nil
	}
	table, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || table < 0 || strconv.FormatInt(table, 10) != text:
		return badQuery("table", "want the number of a table, as 7, or 0 for the house")
	case held && table != own:
		return problem("other_table", "another table than the own")
	}
	f.Table = &table
	return nil
}

// askedTime reads a time; zero where none is given.
func askedTime(c echo.Context, name string) (time.Time, error) {
	text := c.QueryParam(name)
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, badQuery(name, "want a time with its zone, as 2026-11-30T19:30:00Z")
	}
	return at, nil
}
