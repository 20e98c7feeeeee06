package api

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/cards"
	"croupier/floor"
	"croupier/games"
	"croupier/house/roles"
)

// irregularRoute is of what goes wrong in a round.
var irregularRoute = route{
	method: "POST", path: "/v1/rounds/{id}/irregularities", id: "rule-irregularity", action: roles.RoundDeal, second: true, tag: "rounds", summary: "Record an irregularity and what is ruled",
	about: "As the rules of the table ask: what happened, at which seats, with which cards, who called it, and the ruling. The supervisor who rules stands by, named in the header " + headerApprover + ". " +
		"`events` are the strikes or voids of the ruling, as in POST /v1/rounds/{id}/events, in the same commit; where it is played on there are none. It is a significant event, and answers the round as it then stands.",
	params: []*huma.Param{roundParam}, body: reflect.TypeFor[irregularBody](),
	status: 200, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404, 409, 413, 415, 422}, handle: rule,
}

type irregularBody struct {
	Event    string         `json:"event" enum:"wrong-count,exposed,face-up,drawn,burn,left-table,misplaced,jam,other"`
	Ruling   string         `json:"ruling" enum:"void,dead,return,moved,play-on"`
	Seats    []games.Place  `json:"seats,omitempty" nullable:"true" doc:"Those it is of; empty: of no seat"`
	Cards    cards.Cards    `json:"cards,omitempty" doc:"Those it is of" example:"Ah"`
	CalledBy string         `json:"called_by" enum:"dealer,player,supervisor,surveillance"`
	Note     string         `json:"note,omitzero" maxLength:"500" doc:"One line of text"`
	N        *int           `json:"n,omitempty" minimum:"0" doc:"Events of the round so far; with another number the request is stale"`
	Events   []EventRequest `json:"events,omitempty" maxItems:"200" nullable:"true" doc:"Strikes or voids; none where it is played on"`
}

// rule records an irregularity of a round.
func rule(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	if second, ok := secondOf(c); !ok || !slices.Contains(second.Roles, roles.Supervisor) {
		return problem("two_persons", "who rules stands by and is a supervisor")
	}
	var b irregularBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	if err := b.check(); err != nil {
		return err
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	change, err := many(changeBody{N: b.N, Events: b.Events})
	if err != nil {
		return err
	}
	ruled := floor.Irregularity{Event: b.Event, Ruling: b.Ruling, Seats: b.Seats, Cards: b.Cards, CalledBy: b.CalledBy, Note: b.Note}
	answer, err := a.floor.Rule(c.Request().Context(), who, id, ruled, change)
	if err != nil {
		return err
	}
	return reply(c, answer)
}

// check fails where the body says what no irregularity is.
func (b *irregularBody) check() error {
	for _, of := range []struct {
		field, has string
		want       []string
	}{{"event", b.Event, floor.Irregularities}, {"ruling", b.Ruling, floor.Rulings}, {"called_by", b.CalledBy, floor.Callers}} {
		if !slices.Contains(of.want, of.has) {
			return invalid("body."+of.field, fmt.Sprintf("want one of %v", of.want))
		}
	}
	for _, seat := range b.Seats {
		if seat < 1 || seat > games.MaxSeats {
			return invalid("body.seats", fmt.Sprintf("want seats, 1 to %d", games.MaxSeats))
		}
	}
	if len(b.Events) > maxEvents {
		return invalid("body.events", fmt.Sprintf("%d events, want at most %d", len(b.Events), maxEvents))
	}
	if strings.ContainsFunc(b.Note, unicode.IsControl) {
		return invalid("body.note", "want one line of text")
	}
	return nil
}
