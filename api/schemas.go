package api

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/edge"
	"croupier/floor"
	"croupier/games"
	"croupier/house"
	"croupier/paytables"
)

// aliases are the types of the packages below that write themselves in another
// form than their fields, and types of that form. They know no description.
var aliases = map[reflect.Type]reflect.Type{
	reflect.TypeFor[decimal.Decimal](): reflect.TypeFor[money](),
	reflect.TypeFor[cards.Cards]():     reflect.TypeFor[cardText](),
	reflect.TypeFor[games.Option]():    reflect.TypeFor[option](),

	reflect.TypeFor[paytables.Paytable](): reflect.TypeFor[priceList](),
}

// money is a decimal in an answer; lines have negative ones.
type money string

// Schema describes money in an answer.
func (money) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^-?[0-9]+(\.[0-9]+)?$`, Examples: []any{"12.50"}}
}

// cardText is cards as text.
type cardText string

// Schema describes cards as text.
func (cardText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Description: "Cards as text with a space between, ?? face down; empty is none", Examples: []any{"Ah ??"},
	}
}

// option is games.Option as it is written.
type option struct {
	Do    string `json:"do" example:"bet"`
	Wager string `json:"wager,omitempty" example:"ante"`
	Min   money  `json:"min,omitempty" doc:"With a wager: the least amount; equal to max where the size is fixed"`
	Max   money  `json:"max,omitempty" doc:"With a wager: the most; 0 takes the wager away"`
	Step  money  `json:"step,omitempty" doc:"With a wager: what the amount must be a multiple of"`
}

// named are the schemas that are not called after their types.
var named = map[reflect.Type]string{
	reflect.TypeFor[floor.View]():     "Round",
	reflect.TypeFor[house.Pins]():     "PinnedSettings",
	reflect.TypeFor[floor.Ended]():    "EndedRound",
	reflect.TypeFor[house.Paytable](): "PaytableRef",
	reflect.TypeFor[house.Finding]():  "GateFinding",
	reflect.TypeFor[edge.View]():      "EdgeReport",
	reflect.TypeFor[edge.WagerView](): "WagerEdge",
	reflect.TypeFor[edge.RowView]():   "WagerEdgeRow",
	reflect.TypeFor[games.Event]():    "RecordedEvent",
	reflect.TypeFor[aloneBody]():      "OneEventRequest",
	reflect.TypeFor[batchBody]():      "EventsRequest",
}

// schemaName calls tableBody TableRequest and EntryView Entry.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name, ok := named[t]; ok {
		return name
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if body, ok := strings.CutSuffix(name, "Body"); ok {
		return body + "Request"
	}
	if view, ok := strings.CutSuffix(name, "View"); ok {
		return view
	}
	return name
}
