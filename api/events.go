package api

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/cards"
	"croupier/floor"
	"croupier/games"
	"croupier/house/roles"
)

// maxEvents is the most events one request may bring: more than any round of
// 22 seats asks for at once.
const maxEvents = 200

// An EventRequest is an event as it is sent: a prompt answered.
type EventRequest struct {
	Step   string       `json:"step,omitzero" maxLength:"60" doc:"As the prompt has it; may be left out of a strike and a void" example:"bets"`
	Kind   games.Kind   `json:"kind" enum:"bet,close,deal,show,act,pay,strike,void" doc:"As the prompt has it"`
	Place  *games.Place `json:"place,omitempty" minimum:"-2" maximum:"22" nullable:"true" doc:"A seat from 1 up, 0 the dealer, -1 the board, -2 the burn pile; 0 where left out"`
	Do     string       `json:"do,omitzero" maxLength:"60" doc:"Which option of the prompt" example:"bet"`
	Wager  string       `json:"wager,omitzero" maxLength:"60" doc:"Of the option" example:"ante"`
	Amount amount       `json:"amount,omitzero" doc:"With an option that names a wager: a decimal string" example:"10"`
	Cards  cards.Cards  `json:"cards,omitempty" doc:"Of a deal or a show by hand, as text; ?? is face down" example:"Ah ??"`
	Note   string       `json:"note,omitzero" maxLength:"1000" doc:"Why: of a strike or a void"`
}

// batchBody is several events, all or none.
type batchBody struct {
	N      *int           `json:"n" minimum:"0" doc:"Events of the round so far; with another number the request is stale"`
	Events []EventRequest `json:"events" minItems:"1" maxItems:"200" nullable:"false"`
}

// aloneBody is one event, which need not name the number of events so far.
type aloneBody struct {
	N *int `json:"n,omitempty" minimum:"0" doc:"Events of the round so far; with another number the request is stale"`
	EventRequest
}

// changeBody is either, as it is read.
type changeBody struct {
	N      *int           `json:"n"`
	Events []EventRequest `json:"events"`
	EventRequest
}

// Schema describes a change: one event, or several.
func (changeBody) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[aloneBody](), true, ""), r.Schema(reflect.TypeFor[batchBody](), true, ""),
	}}
}

// form returns which of the two the value is meant for.
func (changeBody) form(value any) reflect.Type {
	object, _ := value.(map[string]any)
	if _, ok := object["events"]; ok {
		return reflect.TypeFor[batchBody]()
	}
	return reflect.TypeFor[aloneBody]()
}

// act makes events happen to a round.
func act(a *api, c echo.Context) error {
	id, err := floor.ParseRoundID(c.Param("id"))
	if err != nil {
		return err
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	if second, ok := secondOf(c); ok && !slices.Contains(second.Roles, roles.Supervisor) {
		return problem("two_persons", "who stands by at a round is a supervisor")
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	change, err := a.change(body)
	if err != nil {
		return err
	}
	answer, err := a.floor.Do(c.Request().Context(), who, id, change)
	if err != nil {
		return err
	}
	return reply(c, answer)
}

// change reads what a request asks of a round.
func (a *api) change(data []byte) (floor.Change, error) {
	var b changeBody
	if err := a.decode(data, &b); err != nil {
		return floor.Change{}, err
	}
	alone := !b.empty()
	switch {
	case b.Events != nil && alone:
		return floor.Change{}, invalid("body.events", "one event beside events, want either")
	case b.Events == nil:
		return one(b)
	case b.N == nil:
		return floor.Change{}, invalid("body.n", "several events need n, the number of events of the round so far")
	case len(b.Events) == 0 || len(b.Events) > maxEvents:
		return floor.Change{}, invalid("body.events", fmt.Sprintf("%d events, want 1 to %d", len(b.Events), maxEvents))
	}
	return many(b)
}

func one(b changeBody) (floor.Change, error) {
	e, err := b.event("body")
	n, badN := number(b.N)
	if badN != nil {
		return floor.Change{}, badN
	}
	return floor.Change{N: n, Events: []games.Event{e}}, err
}

func many(b changeBody) (floor.Change, error) {
	n, err := number(b.N)
	if err != nil {
		return floor.Change{}, err
	}
	ch := floor.Change{N: n, Events: make([]games.Event, len(b.Events))}
	for i := range b.Events {
		if ch.Events[i], err = b.Events[i].event(fmt.Sprintf("body.events[%d]", i)); err != nil {
			var p *Problem
			if errors.As(err, &p) {
				p.Event = &i
			}
			return floor.Change{}, err
		}
	}
	return ch, nil
}

func number(n *int) (int, error) {
	switch {
	case n == nil:
		return floor.AnyN, nil
	case *n < 0:
		return 0, invalid("body.n", "want 0 or more")
	}
	return *n, nil
}

var eventKinds = []games.Kind{
	games.KindBet, games.KindClose, games.KindDeal, games.KindShow, games.KindAct, games.KindPay, games.KindStrike, games.KindVoid,
}

func (b *EventRequest) empty() bool {
	return b.Step == "" && b.Kind == "" && b.Place == nil && b.Do == "" && b.Wager == "" && !b.Amount.given && b.Cards == nil && b.Note == ""
}

// event returns the event, or a *Problem where its kind is none.
func (b *EventRequest) event(where string) (games.Event, error) {
	if !slices.Contains(eventKinds, b.Kind) {
		return games.Event{}, invalid(where+".kind", fmt.Sprintf("want one of %v", eventKinds))
	}
	e := games.Event{Step: b.Step, Kind: b.Kind, Do: b.Do, Wager: b.Wager, Amount: b.Amount.Decimal, Cards: b.Cards, Note: b.Note}
	if b.Place != nil {
		e.Place = *b.Place
	}
	return e, nil
}

// invalid returns the problem of a body with one thing wrong.
func invalid(where, message string) *Problem {
	return problem("invalid_body", where+": "+message, Fault{where, message})
}
