package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
		method: "POST", path: "/v1/tables/{table}/dealer", id: "change-dealer", action: roles.TableDealer, lent: true, tag: "chips", summary: "Put another dealer on a table",
		about:  "Between rounds or in one. A person deals at one table at a time. " + decidesHere,
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[dealerBody](), status: 201, answer: reflect.TypeFor[floor.Stint](),
		problems: []int{400, 404, 409, 413, 415, 422, 429}, handle: changeDealer,
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
