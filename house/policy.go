package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
)

// A Policy is what the house holds itself to. Only a proposal changes it, so two
// persons do.
type Policy struct {
	Edge       map[string]map[string]Bounds `json:"edge" doc:"What the house edge of a bet may be, by game and wager; * is every other"`
	Idle       int                          `json:"idle_seconds" doc:"After which an idle terminal locks" minimum:"30" maximum:"3600"`
	OfficeIdle int                          `json:"office_idle_seconds" doc:"After which an idle session of an office ends" minimum:"60" maximum:"86400"`
	Alerts     map[string]Thresholds        `json:"alerts,omitempty" doc:"From when on the pit is alerted, by pit; * is every other"`
	Version    int                          `json:"version,omitempty" doc:"None: the policy the program ships with"`
	Proposal   int64                        `json:"proposal,omitempty" doc:"That brought it in"`
	Actor      string                       `json:"actor,omitempty" doc:"Who proposed it"`
	Approver   string                       `json:"approver,omitempty"`
	ApprovedAt *time.Time                   `json:"approved_at,omitempty"`
}

// Bounds are what a house edge may be; 0.02 is two percent. One that is nil does
// not bind.
type Bounds struct {
	Least  *decimal.Decimal `json:"least,omitempty" example:"0.005"`
	Most   *decimal.Decimal `json:"most,omitempty" example:"0.25"`
	Change *decimal.Decimal `json:"change,omitempty" doc:"How far it may be from the one in force" example:"0.02"`
}

// every stands for all games, or wagers, that are not named.
const every = "*"

// DefaultPolicy is in force until another is approved. Every paytable that ships
// passes it, and a full house of trips-2 at 9 for 8 does not: docs/house.md has
// the figures.
func DefaultPolicy() Policy {
	least, most, change := decimal.New(5, -3), decimal.New(25, -2), decimal.New(2, -2)
	return Policy{
		Edge: map[string]map[string]Bounds{every: {every: {Least: &least, Most: &most, Change: &change}}},
		Idle: 5 * 60, OfficeIdle: 30 * 60, Alerts: map[string]Thresholds{every: DefaultThresholds()},
	}
}

// Check fails with a *SpecError on a policy that cannot be held.
func (p *Policy) Check() error {
	for _, game := range slices.Sorted(maps.Keys(p.Edge)) {
		if err := checkBounds(game, p.Edge[game]); err != nil {
			return err
		}
	}
	switch {
	case p.Idle < 30 || p.Idle > 3600:
		return wrong("idle_seconds", "%d, want 30 to 3600", p.Idle)
	case p.OfficeIdle < 60 || p.OfficeIdle > 86400:
		return wrong("office_idle_seconds", "%d, want 60 to 86400", p.OfficeIdle)
	}
	return p.checkAlerts()
}

func checkBounds(game string, by map[string]Bounds) error {
	var wagers []games.Wager
	if game != every {
		e, err := all.Find(game)
		if err != nil || e.Game != game {
			return wrong(fmt.Sprintf("edge.%.60s", game), "want a game without the version of its rules, or *: %w", games.ErrGame)
		}
		g, err := plain(e)
		if err != nil {
			return err
		}
		wagers = g.Wagers
	}
	for _, wager := range slices.Sorted(maps.Keys(by)) {
		known := wager == every || game == every || slices.ContainsFunc(wagers, func(w games.Wager) bool { return w.Name == wager })
		b, at := by[wager], fmt.Sprintf("edge.%s.%.60s", game, wager)
		switch {
		case !known:
			return wrong(at, "%s has no such wager, want one of its own, or *", game)
		case b.Least != nil && b.Most != nil && b.Most.LessThan(*b.Least):
			return wrong(at, "least %s is over most %s", b.Least, b.Most)
		case b.Change != nil && b.Change.IsNegative():
			return wrong(at+".change", "want 0 or more")
		}
	}
	return nil
}

// plain builds a game under its defaults, and the first value of a house rule that
// has none: what wagers there are does not depend on house rules.
func plain(e games.Edition) (*games.Game, error) {
	house := games.House{}
	for _, r := range e.House {
		if r.Default == "" {
			house[r.Name] = r.Values[0]
		}
	}
	g, _, err := e.Build(games.Setup{House: house})
	return g, err
}

// of are the policies of a game's wagers, as edge.Judge takes them.
func (p *Policy) of(g *games.Game) map[string]edge.Policy {
	by := map[string]edge.Policy{"": p.bounds(family(g.Name), every)}
	for _, w := range g.Wagers {
		by[w.Name] = p.bounds(family(g.Name), w.Name)
	}
	return by
}

// bounds are those of the wager, the most particular first.
func (p *Policy) bounds(game, wager string) edge.Policy {
	for _, at := range [][2]string{{game, wager}, {game, every}, {every, wager}, {every, every}} {
		b, ok := p.Edge[at[0]][at[1]]
		if !ok {
			continue
		}
		var held edge.Policy
		if b.Least != nil {
			held.Least = b.Least.Rat()
		}
		if b.Most != nil {
			held.Most = b.Most.Rat()
		}
		if b.Change != nil {
			held.Change = b.Change.Rat()
		}
		return held
	}
	return edge.Policy{}
}

const selectPolicy = `SELECT version, proposal, content, actor, approver, at FROM policies ORDER BY version DESC LIMIT 1`

// PolicyInForce returns the newest policy that was approved, or DefaultPolicy.
func PolicyInForce(ctx context.Context, q Querier) (Policy, error) {
	var content []byte
	var of Policy
	var at time.Time
	err := q.QueryRow(ctx, selectPolicy).Scan(&of.Version, &of.Proposal, &content, &of.Actor, &of.Approver, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return DefaultPolicy(), nil
	}
	if err != nil {
		return of, fmt.Errorf("policy: %w", err)
	}
	of.ApprovedAt = &at
	if err := json.Unmarshal(content, &of); err != nil {
		return of, fmt.Errorf("policy %d: %w", of.Version, err)
	}
	return of, nil
}

// held is what the policy holds the house to, and nothing of how it came to be.
func (p *Policy) held() *Policy {
	return &Policy{Edge: p.Edge, Idle: p.Idle, OfficeIdle: p.OfficeIdle, Alerts: p.Alerts}
}

// content is the policy as it is stored.
func (p Policy) content() (json.RawMessage, error) {
	return json.Marshal(p.held())
}
