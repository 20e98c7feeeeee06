package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/floor"
	"croupier/house/roles"
	"croupier/ledger"
	"croupier/pit"
)

// disputeRoutes are of rounds that are contested.
var disputeRoutes = []route{
	{
		method: "POST", path: "/v1/rounds/{id}/disputes", id: "open-dispute", action: roles.RoundDispute, tag: "corrections", summary: "Open a dispute of a round",
		about:  "While it is open, the round takes no event, and a settled one no correction that does not name the dispute.",
		params: []*huma.Param{roundParam}, body: reflect.TypeFor[disputeBody](), status: 201, answer: reflect.TypeFor[pit.Dispute](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(openDispute),
	},
	{
		method: "GET", path: "/v1/disputes", id: "list-disputes", action: roles.RoundAudit, narrows: true, tag: "corrections", summary: "Disputes, the newest first",
		params: []*huma.Param{
			queryParam("table", "Of this table", "7", tableText), queryParam("round", "Of this round", "7-712", roundText),
			queryParam("open", "Those that are open", "true", onlyTrue), queryParam("limit", "How many at most, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[disputeList](), problems: []int{400}, handle: listDisputes,
	},
	{
		method: "GET", path: "/v1/disputes/{id}", id: "get-dispute", action: roles.RoundAudit, tag: "corrections", summary: "A dispute",
		params: []*huma.Param{disputeParam}, status: 200, answer: reflect.TypeFor[pit.Dispute](), problems: []int{400, 404}, handle: showDispute,
	},
	{
		method: "POST", path: "/v1/disputes/{id}/notes", id: "note-dispute", action: roles.RoundDispute, tag: "corrections", summary: "Add to what is said of an open dispute",
		params: []*huma.Param{disputeParam}, body: reflect.TypeFor[noteBody](), status: 200, answer: reflect.TypeFor[pit.Dispute](),
		problems: []int{400, 404, 413, 415, 422}, handle: changes(noteDispute),
	},
	{
		method: "POST", path: "/v1/disputes/{id}/close", id: "close-dispute", action: roles.RoundDispute, tag: "corrections", summary: "Close a dispute another person opened",
		about: "As what was booked bears out: `corrected` and `void` once a correction that names the dispute was approved to that effect, `stands` where none was. " +
			"A round that is not settled may close as `void`; it is voided after that.",
		params: []*huma.Param{disputeParam}, body: reflect.TypeFor[outcomeBody](), status: 200, answer: reflect.TypeFor[pit.Dispute](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(closeDispute),
	},
}

var (
	disputeParam = pathParam("id", "Table and the table's own number of the dispute", "7-1")
	onlyTrue     = &huma.Schema{Type: huma.TypeString, Enum: []any{"true"}}
)

type disputeBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"1000" doc:"What is contested: one line of text"`
}

type noteBody struct {
	Text string `json:"text" minLength:"1" maxLength:"1000" doc:"One line of text"`
}

type outcomeBody struct {
	Outcome pit.Outcome `json:"outcome" enum:"stands,corrected,void"`
	Reason  string      `json:"reason" minLength:"1" maxLength:"1000" doc:"What was found: one line of text"`
}

type disputeList struct {
	Disputes []pit.Dispute `json:"disputes"`
}

func openDispute(a *api, c echo.Context, who desk.Caller, b disputeBody) (desk.Answer, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return desk.Answer{}, err
	}
	return a.pit.Dispute(c.Request().Context(), who, id, b.Reason)
}

func noteDispute(a *api, c echo.Context, who desk.Caller, b noteBody) (desk.Answer, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return desk.Answer{}, err
	}
	return a.pit.NoteDispute(c.Request().Context(), who, id, b.Text)
}

func closeDispute(a *api, c echo.Context, who desk.Caller, b outcomeBody) (desk.Answer, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return desk.Answer{}, err
	}
	return a.pit.CloseDispute(c.Request().Context(), who, id, b.Outcome, b.Reason)
}

func showDispute(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	list, err := a.pit.Disputes(c.Request().Context(), pit.DisputeFilter{Table: id.Table, Number: id.Number})
	switch {
	case err != nil:
		return err
	case len(list) == 0:
		return problem("no_dispute", "table "+c.Param("id")+" has none of that number")
	}
	return c.JSON(http.StatusOK, list[0])
}

func listDisputes(a *api, c echo.Context) error {
	f, err := roundFilter(c)
	if err != nil {
		return err
	}
	open := c.QueryParam("open")
	if open != "" && open != "true" {
		return badQuery("open", "want true, or leave it out")
	}
	list, err := a.pit.Disputes(c.Request().Context(), pit.DisputeFilter{Table: f.Table, Round: f.Round, Open: open != "", Limit: f.Limit})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, disputeList{list})
}

// roundFilter reads of which table and round things are asked for, and how many.
func roundFilter(c echo.Context) (ledger.Filter, error) {
	var f ledger.Filter
	if table, held := heldTo(c); held {
		f.Table = table
	}
	for _, read := range []func(*ledger.Filter, echo.Context) error{filterTable, filterRound, filterLimit} {
		if err := read(&f, c); err != nil {
			return f, err
		}
	}
	return f, nil
}
