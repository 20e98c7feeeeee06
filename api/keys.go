package api

import (
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

// keyRoutes are of the keys of machines.
var keyRoutes = []route{
	{
		method: "POST", path: "/v1/keys", id: "make-key", action: roles.KeyWrite, tag: "keys", summary: "Make a key for a machine", keyless: true,
		about: "The key is told once. It acts as its person: within its scopes, and within that person's roles at each moment. " +
			"The key of a seat has the scope seat.read alone, with a table and a seat.",
		body: reflect.TypeFor[keyBody](), status: 201, answer: reflect.TypeFor[newKeyView](), problems: []int{400, 404, 413, 415, 422}, handle: makeKey,
	},
	{
		method: "GET", path: "/v1/keys", id: "list-keys", action: roles.KeyRead, tag: "keys", summary: "Which keys there are",
		status: 200, answer: reflect.TypeFor[keyList](), problems: []int{400}, handle: listKeys,
	},
	{
		method: "POST", path: "/v1/keys/{id}/end", id: "end-key", action: roles.KeyWrite, tag: "keys", summary: "Revoke a key",
		params: []*huma.Param{pathParam("id", "The key's number", "3")}, body: reflect.TypeFor[reasonBody](),
		status: 200, answer: reflect.TypeFor[people.Key](), problems: []int{400, 404, 409, 413, 415, 422}, handle: endKey,
	},
}

type keyBody struct {
	Person  string         `json:"person" doc:"Whom it acts as" example:"ann"`
	Label   string         `json:"label" doc:"Which machine has it" example:"display of pit 2"`
	Scopes  []roles.Action `json:"scopes" doc:"Actions of the table of roles" example:"[\"table.read\"]"`
	Table   int64          `json:"table,omitempty" minimum:"1" doc:"The one table it is good for"`
	Seat    int            `json:"seat,omitempty" minimum:"1" doc:"The seat whose hole cards it shows"`
	Expires *time.Time     `json:"expires,omitempty"`
}

// newKeyView is a key as it is told once.
type newKeyView struct {
	Key   people.Key `json:"key"`
	Token string     `json:"token" doc:"Sent as Authorization: Bearer; nothing tells it again"`
}

func makeKey(a *api, c echo.Context) error {
	b, err := decoded[keyBody](a, c)
	if err != nil {
		return err
	}
	k, token, err := a.people.NewKey(c.Request().Context(), asking(c), people.Key{
		Person: b.Person, Label: b.Label, Scopes: b.Scopes, Table: b.Table, Seat: b.Seat, Expires: b.Expires,
	})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, newKeyView{k, token})
}

// keyList is which keys there are.
type keyList struct {
	Keys []people.Key `json:"keys"`
}

func listKeys(a *api, c echo.Context) error {
	all, err := a.people.Keys(c.Request().Context())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, keyList{append([]people.Key{}, all...)})
}

var endKey = changes(func(a *api, c echo.Context, who desk.Caller, b reasonBody) (desk.Answer, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return desk.Answer{}, problem("bad_id", "a key is named by its number, as 3")
	}
	return a.people.EndKey(c.Request().Context(), who, id, b.Reason)
})
