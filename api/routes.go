package api

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/floor"
	"croupier/house"
)

// A route is a path of the API: what answers it, and all that the description
// says of it.
type route struct {
	method, path string
	id           string // of the operation
	tag          string
	summary      string
	about        string
	open         bool // needs no token
	page         bool // a browser opens it by itself; it holds no data of the house
	params       []*huma.Param
	body         reflect.Type // what it reads; nil reads none
	mayOmit      bool         // the body may be left out
	status       int          // of the answer that is no problem
	answer       reflect.Type // of JSON; nil is the media below
	media        []string
	problems     []int // statuses of the problems that are its own
	asks         bool  // a POST that changes nothing: it needs no Idempotency-Key
	slow         bool  // may take longer than the others
	handle       func(*api, echo.Context) error
}

// changes reports whether the route needs an Idempotency-Key.
func (r *route) changes() bool { return r.method == "POST" && !r.asks }

// echoPath writes {id} as Echo does, :id.
func echoPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

var (
	tableParam = pathParam("table", "The table's number", "7")
	roundParam = pathParam("id", "Table and the table's own number of the round", "7-712")
)

// routeOf returns the route that answers the request, or nil.
func routeOf(c echo.Context) *route { return answering[c.Request().Method+" "+c.Path()] }

// answering are the routes by method and Echo's path.
var answering = func() map[string]*route {
	all := make(map[string]*route, len(routes))
	for i := range routes {
		all[routes[i].method+" "+echoPath(routes[i].path)] = &routes[i]
	}
	return all
}()

// routes are all the paths the server answers.
var routes = []route{
	{
		method: "POST", path: "/v1/tables", id: "create-table", tag: "tables", summary: "Set up a table",
		about: "The keys are those of the round file, with what a table sets besides. What is left out takes its default.",
		body:  reflect.TypeFor[tableBody](), status: 201, answer: reflect.TypeFor[house.Table](),
		problems: []int{400, 409, 413, 415, 422}, handle: createTable,
	},
	{
		method: "GET", path: "/v1/tables", id: "list-tables", tag: "tables", summary: "The tables of the house",
		status: 200, answer: reflect.TypeFor[tableList](), problems: []int{400}, handle: listTables,
	},
	{
		method: "GET", path: "/v1/tables/{table}", id: "get-table", tag: "tables", summary: "One table",
		params: []*huma.Param{tableParam}, status: 200, answer: reflect.TypeFor[house.Table](),
		problems: []int{400, 404}, handle: showTable,
	},
	{
		method: "POST", path: "/v1/tables/{table}/rounds", id: "open-round", tag: "rounds", summary: "Open the next round",
		about:  "Pins the table's settings as they are. A table has one unsettled round at most. Where a deck deals, it is shuffled and sealed now, and its commitment is in the answer.",
		params: []*huma.Param{tableParam}, body: reflect.TypeFor[emptyBody](), mayOmit: true,
		status: 201, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404, 409, 413, 422}, handle: openRound,
	},
	{
		method: "GET", path: "/v1/rounds/{id}", id: "get-round", tag: "rounds", summary: "A round as it may be seen",
		params: []*huma.Param{roundParam, queryParam("as", "Shows the hole cards of that seat where a deck dealt them", "seat:3", seatText)},
		status: 200, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404}, handle: showRound,
	},
	{
		method: "POST", path: "/v1/rounds/{id}/events", id: "act", tag: "rounds", summary: "Answer what the round asks",
		about: "One event, or several in one request, which happen all or none. The view's `next` holds all that may be answered; " +
			"a refused event gets it back with what is wrong. The event that leaves nothing to ask settles the round in the same transaction.",
		params: []*huma.Param{roundParam}, body: reflect.TypeFor[changeBody](),
		status: 200, answer: reflect.TypeFor[floor.View](), problems: []int{400, 404, 409, 413, 415, 422}, handle: act,
	},
	{
		method: "GET", path: "/v1/rounds/{id}/audit", id: "audit-round", tag: "rounds", summary: "All that was recorded of a round, settled again",
		params: []*huma.Param{roundParam}, status: 200, answer: reflect.TypeFor[floor.Audit](), problems: []int{400, 404}, handle: audit,
	},
	{
		method: "GET", path: "/v1/entries", id: "list-entries", tag: "book", summary: "Entries of the book",
		about: "In order of gaming day, table and seq. A page ends in a cursor as long as there is more.",
		params: []*huma.Param{
			queryParam("table", "Of this table", "7", tableText), queryParam("round", "Of this round", "7-712", roundText),
			queryParam("day", "Of this gaming day", "2026-11-30", dayText), queryParam("cursor", "Where the page begins: as the last page ended", "", anyText),
			queryParam("limit", "Entries a page, 50 where left out", "50", limitNumber),
		},
		status: 200, answer: reflect.TypeFor[floor.Entries](), problems: []int{400}, handle: listEntries,
	},
	{
		method: "GET", path: "/v1/games", id: "list-games", tag: "rules", summary: "The games this house deals",
		status: 200, answer: reflect.TypeFor[gameList](), problems: []int{400}, handle: listGames,
	},
	{
		method: "GET", path: "/v1/paytables", id: "list-paytables", tag: "rules", summary: "The paytables there are",
		status: 200, answer: reflect.TypeFor[paytableList](), problems: []int{400}, handle: listPaytables,
	},
	{
		method: "POST", path: "/v1/edge", id: "appraise", tag: "rules", summary: "The exact house edge of a proposal, and whether it may go live", asks: true, slow: true,
		about: "What each wager costs the players under the best play, over every deal. The deals of a game and its house rules are counted once, which takes seconds; " +
			"any paytable is priced from the counts. A house rule that a paytable needs is a warning here, and a refusal where a table is set up.",
		body: reflect.TypeFor[edgeBody](), status: 200, answer: reflect.TypeFor[edgeView](), problems: []int{400, 413, 415, 422}, handle: appraise,
	},
	{
		method: "GET", path: "/livez", id: "live", tag: "server", summary: "Whether the server runs", open: true,
		status: 200, media: []string{"text/plain; charset=UTF-8"}, handle: live,
	},
	{
		method: "GET", path: "/readyz", id: "ready", tag: "server", summary: "Whether requests can be answered now", open: true,
		status: 200, media: []string{"text/plain; charset=UTF-8"}, problems: []int{503}, handle: ready,
	},
	{
		method: "GET", path: "/metrics", id: "metrics", tag: "server", summary: "Figures for Prometheus",
		status: 200, media: []string{"text/plain; version=0.0.4; charset=utf-8; escaping=underscores"}, handle: scrape,
	},
	{
		method: "GET", path: "/openapi.json", id: "openapi-json", tag: "server", summary: "This description",
		page: true, status: 200, media: []string{"application/openapi+json"}, handle: openapiJSON,
	},
	{
		method: "GET", path: "/openapi.yaml", id: "openapi-yaml", tag: "server", summary: "This description as YAML",
		page: true, status: 200, media: []string{"application/openapi+yaml"}, handle: openapiYAML,
	},
	{
		method: "GET", path: "/docs", id: "docs", tag: "server", summary: "This description as a page",
		page: true, status: 200, media: []string{"text/html; charset=UTF-8"}, handle: docs,
	},
	{
		method: "GET", path: "/docs/{asset}", id: "docs-asset", tag: "server", summary: "A file of the page",
		params: []*huma.Param{pathParam("asset", "Its name", "start.js")},
		page:   true, status: 200, media: []string{"text/javascript; charset=utf-8", "text/css; charset=utf-8", "text/html; charset=UTF-8"}, problems: []int{404}, handle: docsAsset,
	},
}
