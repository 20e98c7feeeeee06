package api

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/house/roles"
)

// A route is a path of the API: what answers it, and all that the description
// says of it.
type route struct {
	method, path string
	id           string // of the operation
	tag          string
	summary      string
	about        string
	action       roles.Action // what one must be allowed to do to be answered
	open         bool         // anybody is answered
	account      bool         // whoever is signed in is answered: it is about the own session
	narrows      bool         // answers whoever is held to one table of that table only
	second       bool         // a second person may stand by: see headerApprover
	lent         bool         // a second person may ask for it where another is signed in: see headerApprover
	keyless      bool         // changes something that is not repeated by key: sessions, and what holds a secret
	params       []*huma.Param
	body         reflect.Type // what it reads; nil reads none
	mayOmit      bool         // the body may be left out
	status       int          // of the answer that is no problem
	answer       reflect.Type // of JSON; nil is only the media below
	media        []string     // it may be answered in besides
	problems     []int        // statuses of the problems that are its own
	asks         bool         // a POST that changes nothing: it needs no Idempotency-Key
	slow         bool         // may take longer than the others
	tagged       bool         // has an ETag, and is not sent again to who has it
	stream       bool         // goes on for as long as somebody reads it
	handle       func(*api, echo.Context) error
}

// changes reports whether the route needs an Idempotency-Key.
func (r *route) changes() bool { return r.method == "POST" && !r.asks && !r.keyless }

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
var routes = slices.Concat(
	tableRoutes, displayRoutes, roundRoutes, whyRoutes, caseRoutes, correctionRoutes, disputeRoutes, bookRoutes, ruleRoutes, serverRoutes,
	sessionRoutes, openidRoutes, personRoutes, keyRoutes, proposalRoutes, policyRoutes, chipRoutes, significantRoutes, alertRoutes, searchRoutes, chainRoutes, feedRoutes, reportRoutes, dayRoutes, glanceRoutes,
)
