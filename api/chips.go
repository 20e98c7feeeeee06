package api

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/floor"
	"croupier/house/roles"
)

// chipRoutes are of the chips of a table and of who deals there.
var chipRoutes = []route{
	{
		method: "POST", path: "/v1/tables/{table}/open", id: "open-table", action: roles.TableOpen, narrows: true, second: true, tag: "chips", summary: "Open a table with its float",
		about:  "Both persons have counted the float. From now on the dealer deals at the table, and rounds may be opened.",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[openBody](), status: 201, answer: reflect.TypeFor[floor.Movement](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: openTable,
	},
	{
		method: "POST", path: "/v1/tables/{table}/fill", id: "fill-table", action: roles.TableChips, narrows: true, second: true, tag: "chips", summary: "Bring chips from the cage",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[slipBody](), status: 201, answer: reflect.TypeFor[floor.Movement](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: fillTable,
	},
	{
		method: "POST", path: "/v1/tables/{table}/credit", id: "credit-table", action: roles.TableChips, narrows: true, second: true, tag: "chips", summary: "Bring chips back to the cage",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[slipBody](), status: 201, answer: reflect.TypeFor[floor.Movement](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: creditTable,
	},
	{
		method: "POST", path: "/v1/tables/{table}/drop", id: "drop-table", action: roles.TableChips, narrows: true, second: true, tag: "chips", summary: "Book what the drop box held",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[dropBody](), status: 201, answer: reflect.TypeFor[floor.Movement](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: dropTable,
	},
	{
		method: "POST", path: "/v1/tables/{table}/close", id: "close-table", action: roles.TableChips, narrows: true, second: true, tag: "chips", summary: "Close a table with its count",
		about:  "Both persons have counted the float and the drop box. What the book holds and the count does not is the variance; it needs a reason.",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[closeBody](), status: 201, answer: reflect.TypeFor[floor.Sheet](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: closeTable,
	},
	{
		method: "POST", path: "/v1/tables/{table}/dealer", id: "change-dealer", action: roles.TableDealer, tag: "chips", summary: "Put another dealer on a table",
		about:  "Between rounds or in one. A person deals at one table at a time.",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[dealerBody](), status: 201, answer: reflect.TypeFor[floor.Stint](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changeDealer,
	},
	{
		method: "GET", path: "/v1/tables/{table}/sheet", id: "table-sheet", action: roles.BookRead, tag: "chips", summary: "The result sheet of a table",
		params: []*huma.Param{tableParam, queryParam("opening", "Seq of the entry the session opened with; the last session where left out", "15", tableText)},
		status: 200, answer: reflect.TypeFor[floor.Sheet](), problems: []int{400, 404}, handle: showSheet,
	},
}

type openBody struct {
	Dealer string       `json:"dealer" doc:"Who of the two deals from now on" example:"ann"`
	Float  floor.Counts `json:"float" doc:"Pieces by denomination" example:"{\"100\":20,\"25\":40}"`
}

type slipBody struct {
	Slip  string       `json:"slip" doc:"Number of the slip; the house uses each once" pattern:"^[A-Za-z0-9][A-Za-z0-9./-]{0,39}$" example:"F-1017"`
	Chips floor.Counts `json:"chips" doc:"Pieces by denomination" example:"{\"100\":20}"`
}

type dropBody struct {
	Drop floor.Counts `json:"drop" doc:"What lay in the box: pieces by denomination" example:"{\"50\":6}"`
}

type closeBody struct {
	Float  floor.Counts `json:"float" doc:"Pieces by denomination" example:"{\"100\":24,\"25\":39}"`
	Drop   *boxCount    `json:"drop"`
	Reason string       `json:"reason,omitzero" maxLength:"500" doc:"Why the count is not what the book holds, where it is not"`
}

type dealerBody struct {
	Dealer string `json:"dealer" doc:"An active person with the role of a dealer" example:"ben"`
}

// boxCount is what lay in a drop box: pieces by denomination, or "0".
type boxCount floor.Counts

// UnmarshalJSONFrom reads {"50": 6} and "0".
func (b *boxCount) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != jsontext.KindString {
		return json.UnmarshalDecode(d, (*floor.Counts)(b))
	}
	token, err := d.ReadToken()
	if err == nil && token.String() != "0" {
		err = floor.ErrCount
	}
	return err
}

// Schema describes the count of a drop box.
func (boxCount) Schema(huma.Registry) *huma.Schema {
	pieces := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeInteger}, Examples: []any{map[string]any{"50": 6}}}
	none := &huma.Schema{Type: huma.TypeString, Enum: []any{"0"}}
	return &huma.Schema{Description: `What lay in the box since it was last taken: pieces by denomination, or "0"`, AnyOf: []*huma.Schema{pieces, none}}
}

// pairOf returns who asks and who stands by as the pair chips move under, or the
// problem two_persons. Where each may be either, asks says whether who asks deals.
func pairOf(c echo.Context, asks bool) (floor.Pair, error) {
	who := whoOf(c)
	second, ok := secondOf(c)
	mine, other := pairs(who.Roles, second.Roles), pairs(second.Roles, who.Roles)
	switch {
	case ok && mine && (asks || !other):
		return floor.Pair{Dealer: who.Person.Name, Supervisor: second.Name}, nil
	case ok && other:
		return floor.Pair{Dealer: second.Name, Supervisor: who.Person.Name}, nil
	}
	return floor.Pair{}, problem("two_persons", "want a dealer and a supervisor: one asks, the other stands by with "+headerApprover)
}

func pairs(deals, oversees []roles.Role) bool {
	return slices.Contains(deals, roles.Dealer) && slices.Contains(oversees, roles.Supervisor)
}

// A moving is what a request to move chips is about.
type moving struct {
	ctx   context.Context
	who   desk.Caller
	table int64
	pair  floor.Pair
}

// moved reads a request to move chips into b, and answers what do makes of it. A
// dealer is held to the own table by the desk: one who has just closed it and
// sends the request again is still answered.
func (a *api) moved(c echo.Context, b any, do func(moving) (desk.Answer, error)) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	asks := whoOf(c)
	if asks.KeyTable != 0 && asks.KeyTable != table {
		return problem("other_table", "another table than the key's")
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	if err := a.decode(body, b); err != nil {
		return err
	}
	deals := asks.Table == table
	if opening, ok := b.(*openBody); ok {
		deals = opening.Dealer == asks.Person.Name
	}
	pair, err := pairOf(c, deals)
	if err != nil {
		return err
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	answer, err := do(moving{c.Request().Context(), who, table, pair})
	if err != nil {
		return err
	}
	return reply(c, answer)
}

func openTable(a *api, c echo.Context) error {
	var b openBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		if m.pair.Dealer != b.Dealer {
			return desk.Answer{}, problem("two_persons", "the dealer is none of the two, or may not be: want a dealer and a supervisor")
		}
		return a.floor.OpenTable(m.ctx, m.who, m.table, m.pair, b.Float)
	})
}

func fillTable(a *api, c echo.Context) error {
	var b slipBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		return a.floor.FillTable(m.ctx, m.who, m.table, m.pair, b.Slip, b.Chips)
	})
}

func creditTable(a *api, c echo.Context) error {
	var b slipBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		return a.floor.CreditTable(m.ctx, m.who, m.table, m.pair, b.Slip, b.Chips)
	})
}

func dropTable(a *api, c echo.Context) error {
	var b dropBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		return a.floor.DropTable(m.ctx, m.who, m.table, m.pair, b.Drop)
	})
}

func closeTable(a *api, c echo.Context) error {
	var b closeBody
	return a.moved(c, &b, func(m moving) (desk.Answer, error) {
		if b.Drop == nil {
			return desk.Answer{}, invalid("body.drop", `want what lay in the drop box: pieces by denomination, or "0"`)
		}
		return a.floor.CloseTable(m.ctx, m.who, m.table, m.pair, b.Float, floor.Counts(*b.Drop), b.Reason)
	})
}

// changeDealer puts a person on a table who may deal.
func changeDealer(a *api, c echo.Context) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	body, err := read(c)
	if err != nil {
		return err
	}
	var b dealerBody
	if err := a.decode(body, &b); err != nil {
		return err
	}
	dealer, err := a.people.Get(c.Request().Context(), b.Dealer)
	if err != nil {
		return err
	}
	if !dealer.Active || !slices.Contains(dealer.Roles, roles.Dealer) {
		return problem("no_dealer", "want an active person with the role of a dealer", Fault{"body.dealer", "does not deal"})
	}
	who, err := a.caller(c, body)
	if err != nil {
		return err
	}
	answer, err := a.floor.ChangeDealer(c.Request().Context(), who, table, dealer.Name)
	if err != nil {
		return err
	}
	return reply(c, answer)
}

// showSheet answers the result sheet of a session of a table.
func showSheet(a *api, c echo.Context) error {
	table, err := tableID(c.Param("table"))
	if err != nil {
		return err
	}
	var opening int64
	if text := c.QueryParam("opening"); text != "" {
		if opening, err = strconv.ParseInt(text, 10, 64); err != nil || opening < 1 {
			return badQuery("opening", "want the seq of the entry the session opened with, as 15")
		}
	}
	sheet, err := a.floor.Result(c.Request().Context(), table, opening)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, sheet)
}
