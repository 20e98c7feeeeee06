package api

import (
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"croupier/house"
	"croupier/house/roles"
)

// policyRoutes are of what the house holds itself to.
var policyRoutes = []route{
	{
		method: "GET", path: "/v1/policy", id: "get-policy", action: roles.ProposalRead, tag: "proposals", summary: "What the house holds itself to",
		about:  "The edges it allows, and how long a session may lie idle. It is changed by a proposal.",
		status: 200, answer: reflect.TypeFor[house.Policy](), problems: []int{400}, handle: showPolicy,
	},
}

func showPolicy(a *api, c echo.Context) error {
	p, err := a.office.Policy(c.Request().Context())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

// housePolicyBody is a policy of the house, whole.
type housePolicyBody struct {
	Edge       map[string]map[string]policyBody `json:"edge" doc:"What the house edge of a bet may be, by game and wager; * is every other"`
	Idle       int                              `json:"idle_seconds" minimum:"30" maximum:"3600" doc:"After which an idle terminal locks"`
	OfficeIdle int                              `json:"office_idle_seconds" minimum:"60" maximum:"86400" doc:"After which an idle session of an office ends"`
	Alerts     map[string]house.Thresholds      `json:"alerts,omitempty" doc:"From when on the pit is alerted, by pit; * is every other. Where left out, as the program ships with it"`
}

func (b *housePolicyBody) policy() *house.Policy {
	p := &house.Policy{Edge: map[string]map[string]house.Bounds{}, Idle: b.Idle, OfficeIdle: b.OfficeIdle, Alerts: b.Alerts}
	for game, by := range b.Edge {
		p.Edge[game] = map[string]house.Bounds{}
		for wager, bounds := range by {
			p.Edge[game][wager] = house.Bounds{Least: bounds.Least.value, Most: bounds.Most.value, Change: bounds.Change.value}
		}
	}
	return p
}
