package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"croupier/games"
	"croupier/house"
	"croupier/house/roles"
	"croupier/paytables"
)

// tableRoutes are of the tables.
var tableRoutes = []route{
	{
		method: "POST", path: "/v1/tables", id: "create-table", action: roles.TableCreate, tag: "tables", summary: "Set up a table",
		about: "The keys are those of the round file, with what a table sets besides. What is left out takes its default.",
		body:  reflect.TypeFor[tableBody](), status: 201, answer: reflect.TypeFor[house.Table](),
		problems: []int{400, 409, 413, 415, 422}, handle: createTable,
	},
	{
		method: "GET", path: "/v1/tables", id: "list-tables", action: roles.TableRead, narrows: true, tag: "tables", summary: "The tables of the house",
		status: 200, answer: reflect.TypeFor[tableList](), problems: []int{400}, handle: listTables,
	},
	{
		method: "GET", path: "/v1/tables/{table}", id: "get-table", action: roles.TableRead, tag: "tables", summary: "One table",
		params: []*huma.Param{tableParam}, status: 200, answer: reflect.TypeFor[house.Table](),
		problems: []int{400, 404}, handle: showTable,
	},
}

// tableBody is a table as it is asked for: the keys of the round file, and what
// a table sets besides.
type tableBody struct {
	Name       string               `json:"name,omitzero" maxLength:"60" doc:"Of this table alone; without one it is named by its number"`
	Game       string               `json:"game" doc:"With or without the version of its rules" example:"ultimate-texas-holdem"`
	House      map[string]ruleValue `json:"house,omitempty" doc:"House rules by name; those left out take the game's default, one without a default must be given"`
	Paytables  map[string]priceList `json:"paytables,omitempty" doc:"By wager: the name of one that ships, or its rows inline"`
	Table      termsBody            `json:"table,omitzero" doc:"How winnings are rounded and capped"`
	Limits     map[string]limitBody `json:"limits,omitempty" doc:"By wager bet before the cards"`
	AnteStep   amount               `json:"ante_step,omitzero" doc:"What an ante must be a multiple of" example:"5"`
	Seats      *int                 `json:"seats,omitempty" minimum:"1" maximum:"22" nullable:"true" doc:"7 where left out"`
	Currency   string               `json:"currency,omitzero" pattern:"^[A-Z]{3}$" doc:"ISO 4217; XXX, no currency, where left out" example:"KRW"`
	Dealing    house.Dealing        `json:"dealing,omitzero" enum:"hand,deck" doc:"By a hand that keys the cards, which is the default, or from a sealed deck"`
	DealFrom   games.Side           `json:"deal_from,omitzero" enum:"first,last"`
	SettleFrom games.Side           `json:"settle_from,omitzero" enum:"first,last"`
	DealOrder  string               `json:"deal_order,omitzero" doc:"One the game knows"`
	TimeZone   string               `json:"time_zone,omitzero" doc:"IANA name; UTC where left out" example:"Asia/Seoul"`
	DayStart   string               `json:"day_start,omitzero" pattern:"^[0-9]{2}:[0-9]{2}$" doc:"When the gaming day begins; 06:00 where left out"`
}

type termsBody struct {
	Chip     amount         `json:"chip,omitzero" doc:"The smallest chip; 0.01 where left out" example:"0.5"`
	Rounding games.Rounding `json:"rounding,omitzero" enum:"down,nearest,up" doc:"Of winnings to whole chips; down where left out"`
	Cap      amount         `json:"cap,omitzero" doc:"The most a seat wins in a round; none where left out" example:"20000"`
	CapShare games.CapShare `json:"cap_share,omitzero" enum:"by-order,pro-rata" doc:"How a cap that binds is shared out; by-order where left out"`
}

type limitBody struct {
	Min amount `json:"min,omitzero" example:"5"`
	Max amount `json:"max,omitzero" example:"500"`
}

// ruleValue is the value of a house rule: a string, or a list for a rule that
// names several.
type ruleValue string

// UnmarshalJSONFrom reads "settle", "3,4", [3, 4] and ["3", "4"].
func (v *ruleValue) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	parts := []jsontext.Value{raw}
	if raw.Kind() == jsontext.KindBeginArray {
		if err := json.Unmarshal(raw, &parts); err != nil {
			return err
		}
	}
	var texts []string
	for _, part := range parts {
		text, err := ruleText(part)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	*v = ruleValue(strings.Join(texts, ","))
	return nil
}

func ruleText(v jsontext.Value) (string, error) {
	switch v.Kind() {
	case jsontext.KindString:
		var s string
		err := json.Unmarshal(v, &s)
		return s, err
	case jsontext.KindNumber:
		return string(v), nil
	}
	return "", fmt.Errorf("want a string, or a list of them: %w", games.ErrHouse)
}

// Schema describes the value of a house rule.
func (ruleValue) Schema(huma.Registry) *huma.Schema {
	word := &huma.Schema{Type: huma.TypeString, Examples: []any{"settle"}}
	list := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{}, Examples: []any{[]any{3, 4}}}
	return &huma.Schema{AnyOf: []*huma.Schema{word, list, {Type: huma.TypeNumber}}}
}

// priceList is a paytable as a table names it, read once game and wager are
// known.
type priceList jsontext.Value

// UnmarshalJSONFrom keeps the value as it stands.
func (p *priceList) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	*p = priceList(raw.Clone())
	return err
}

// Schema describes a paytable by name or by its rows.
func (priceList) Schema(huma.Registry) *huma.Schema {
	name := &huma.Schema{Type: huma.TypeString, Description: "Of a paytable that ships", Examples: []any{"blind-a"}}
	rows := &huma.Schema{
		Type: huma.TypeObject, Description: "Odds by row as decimal strings; form (to or for), name and requires may stand beside them",
		AdditionalProperties: true, Examples: []any{map[string]any{"royal flush": "500"}},
	}
	return &huma.Schema{AnyOf: []*huma.Schema{name, rows}}
}

// unnamed is what a paytable is called that was written inline without a name.
const unnamed = "inline"

func (p priceList) paytable(game, wager string) (paytables.Paytable, error) {
	raw := jsontext.Value(p)
	if raw.Kind() == jsontext.KindString {
		var name string
		if err := json.Unmarshal(raw, &name); err != nil {
			return paytables.Paytable{}, err
		}
		return paytables.Default(name)
	}
	t, err := paytables.ParseInline(raw, game, wager)
	if t.Name == "" {
		t.Name = unnamed
	}
	return t, err
}

// spec returns the table that is asked for.
func (b *tableBody) spec() (house.Spec, error) {
	s := house.Spec{
		Name: b.Name, Game: b.Game, House: games.House{},
		Chip: b.Table.Chip.Decimal, Rounding: b.Table.Rounding, Cap: b.Table.Cap.Decimal, CapShare: b.Table.CapShare,
		Limits: map[string]house.Limit{}, AnteStep: b.AnteStep.Decimal,
		Currency: b.Currency, Dealing: b.Dealing, DealFrom: b.DealFrom, SettleFrom: b.SettleFrom,
		DealOrder: b.DealOrder, TimeZone: b.TimeZone, DayStart: b.DayStart,
	}
	if b.Game == "" {
		return s, invalid("body.game", "a game must be named")
	}
	if err := b.Table.Chip.positive("body.table.chip"); err != nil {
		return s, err
	}
	if b.Seats != nil {
		if s.Seats = *b.Seats; s.Seats < 1 {
			return s, invalid("body.seats", "want 1 or more")
		}
	}
	for rule, value := range b.House {
		s.House[rule] = string(value)
	}
	for wager, l := range b.Limits {
		s.Limits[wager] = house.Limit{Min: l.Min.Decimal, Max: l.Max.Decimal}
	}
	var err error
	s.Paytables, err = priceLists(b.Game, "paytables", b.Paytables)
	return s, err
}

// createTable sets up a table.
func createTable(a *api, c echo.Context) error {
	body, err := read(c)
	if err != nil {
		return err
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	var b tableBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	spec, err := b.spec()
	if err != nil {
		return err
	}
	answer, err := a.office.CreateTable(c.Request().Context(), who, spec)
	if err != nil {
		return err
	}
	return reply(c, answer)
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
	tables = slices.DeleteFunc(tables, func(t house.Table) bool { return held && t.ID != own })
	return c.JSON(http.StatusOK, tableList{append([]house.Table{}, tables...)})
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
