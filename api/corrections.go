package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/floor"
	"croupier/games"
	"croupier/house/roles"
	"croupier/pit"
)

// correctionRoutes are of rounds that were settled wrongly.
var correctionRoutes = []route{
	{
		method: "POST", path: "/v1/rounds/{id}/corrections", id: "open-correction", action: roles.RoundCorrect, tag: "corrections", summary: "Open a correction of a settled round",
		about: "Nothing is booked. `events` are the whole record as it should have been; for the code void they are left out. " +
			"The answer says what it comes to: the lines before and after, and the chips to hand out or collect at each seat. While a dispute of the round is open, it must be named.",
		params: []*huma.Param{roundParam}, body: reflect.TypeFor[correctionBody](), status: 201, answer: reflect.TypeFor[pit.Correction](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(openCorrection),
	},
	{
		method: "GET", path: "/v1/corrections", id: "list-corrections", action: roles.RoundAudit, narrows: true, tag: "corrections", summary: "Corrections, the newest first",
		params: []*huma.Param{
			queryParam("table", "Of this table", "7", tableText), queryParam("round", "Of this round", "7-712", roundText),
			queryParam("state", "In this state", "opened", stateText), queryParam("limit", "How many at most, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[correctionList](), problems: []int{400}, handle: listCorrections,
	},
	{
		method: "GET", path: "/v1/corrections/{id}", id: "get-correction", action: roles.RoundAudit, tag: "corrections", summary: "A correction",
		params: []*huma.Param{correctionParam}, status: 200, answer: reflect.TypeFor[pit.Correction](), problems: []int{400, 404}, handle: showCorrection,
	},
	{
		method: "POST", path: "/v1/corrections/{id}/approve", id: "approve-correction", action: roles.RoundApprove, lent: true, tag: "corrections", summary: "Approve a correction another person opened",
		about: "The entry that stands is taken back by its exact opposite, and the new lines follow, in one commit and on the table's gaming day; the table must be open, for chips move. " +
			"Refused where another correction of the round was approved since. " + decidesHere,
		params: []*huma.Param{correctionParam}, body: reflect.TypeFor[emptyBody](), status: 200, answer: reflect.TypeFor[pit.Correction](),
		problems: []int{400, 404, 409, 413, 415, 422, 429}, handle: changes(approveCorrection),
	},
	{
		method: "POST", path: "/v1/corrections/{id}/reject", id: "reject-correction", action: roles.RoundApprove, lent: true, tag: "corrections", summary: "Reject a correction", about: decidesHere,
		params: []*huma.Param{correctionParam}, body: reflect.TypeFor[rejectionBody](), status: 200, answer: reflect.TypeFor[pit.Correction](),
		problems: []int{400, 404, 409, 413, 415, 422, 429}, handle: changes(rejectCorrection),
	},
}

// decidesHere is said of what is lent.
const decidesHere = "A supervisor may decide at a terminal at which another is signed in, named in the header " + headerApprover + ": it is that person's decision then, as if signed in."

var (
	correctionParam = pathParam("id", "Table and the table's own number of the correction", "7-3")
	stateText       = &huma.Schema{Type: huma.TypeString, Enum: []any{"opened", "approved", "rejected"}}
)

type correctionBody struct {
	Code    pit.Code       `json:"code" enum:"card-miskeyed,bet-miskeyed,decision-miskeyed,wrong-payout,procedure,void"`
	Reason  string         `json:"reason" minLength:"1" maxLength:"1000" doc:"One line of text"`
	Dispute string         `json:"dispute,omitzero" doc:"The open dispute it answers" example:"7-1"`
	Events  []EventRequest `json:"events,omitempty" maxItems:"1000" nullable:"true" doc:"The whole record as it should have been"`
}

type rejectionBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"1000" doc:"One line of text"`
}

type correctionList struct {
	Corrections []pit.Correction `json:"corrections"`
}

// maxRecord is the most events a record may have: more than 22 seats ask for.
const maxRecord = 1000

func openCorrection(a *api, c echo.Context, who desk.Caller, b correctionBody) (desk.Answer, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return desk.Answer{}, err
	}
	r := pit.Request{Code: b.Code, Reason: b.Reason}
	if r.Events, err = record(b.Events); err != nil {
		return desk.Answer{}, err
	}
	if b.Dispute != "" {
		d, err := floor.ParseRoundID(b.Dispute)
		if err != nil || d.Table != id.Table {
			return desk.Answer{}, invalid("body.dispute", "want the id of a dispute of the table, as 7-1")
		}
		r.Dispute = d.Number
	}
	return a.pit.Correct(c.Request().Context(), who, id, r)
}

// record reads the events of a record; nil where there are none.
func record(sent []EventRequest) ([]games.Event, error) {
	if len(sent) > maxRecord {
		return nil, invalid("body.events", fmt.Sprintf("%d events, want at most %d", len(sent), maxRecord))
	}
	var events []games.Event
	for i := range sent {
		e, err := sent[i].event(fmt.Sprintf("body.events[%d]", i))
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}

func approveCorrection(a *api, c echo.Context, who desk.Caller, _ emptyBody) (desk.Answer, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return desk.Answer{}, err
	}
	return a.pit.Approve(c.Request().Context(), who, id)
}

func rejectCorrection(a *api, c echo.Context, who desk.Caller, b rejectionBody) (desk.Answer, error) {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return desk.Answer{}, err
	}
	return a.pit.Reject(c.Request().Context(), who, id, b.Reason)
}

func showCorrection(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	found, err := a.pit.Correction(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

func listCorrections(a *api, c echo.Context) error {
	entries, err := roundFilter(c)
	if err != nil {
		return err
	}
	f := pit.CorrectionFilter{Table: entries.Table, Round: entries.Round, State: pit.State(c.QueryParam("state")), Limit: entries.Limit}
	if f.State != "" && !slices.Contains([]pit.State{pit.Opened, pit.Approved, pit.Rejected}, f.State) {
		return badQuery("state", "want opened, approved or rejected")
	}
	list, err := a.pit.Corrections(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, correctionList{list})
}
