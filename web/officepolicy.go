package web

import (
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/house"
)

// policyPages are of what the house holds itself to.
var policyPages = []page{
	{path: "/house/policy", name: "house/policy", frame: "office", title: "house.policy", styles: []string{"house", "office"}, scripts: []string{"house/policy"}, words: []string{"house"}, load: loadPolicy},
}

// ofPolicy is what the page of the policy shows.
type ofPolicy struct {
	house.Policy
	Games []game
}

func loadPolicy(v *visit) (any, error) {
	var o ofPolicy
	if err := v.ask("/v1/policy", &o.Policy); err != nil {
		return nil, err
	}
	var err error
	o.Games, err = v.games()
	return &o, err
}

// An edgeBand is what the edge of a bet may be.
type edgeBand struct {
	Game, Wager         string // * is every other
	Least, Most, Change string // in percent; empty does not bind
}

// Bands are those of the policy, the most particular first.
func (o *ofPolicy) Bands() (list []edgeBand) {
	for _, game := range slices.Backward(slices.Sorted(maps.Keys(o.Edge))) { // * comes before all letters
		for _, wager := range slices.Backward(slices.Sorted(maps.Keys(o.Edge[game]))) {
			b := o.Edge[game][wager]
			list = append(list, edgeBand{game, wager, percent(b.Least), percent(b.Most), percent(b.Change)})
		}
	}
	return list
}

// percent is the share in percent, or empty.
func percent(share *decimal.Decimal) string {
	if share == nil {
		return ""
	}
	return share.Shift(2).String()
}

// A watch is from when on a pit is alerted.
type watch struct {
	Pit string // * is every other
	house.Thresholds
}

// Watches are those of the policy, the pits that are named first.
func (o *ofPolicy) Watches() (list []watch) {
	for _, pit := range slices.Sorted(maps.Keys(o.Alerts)) {
		if pit != "*" {
			list = append(list, watch{pit, o.Alerts[pit]})
		}
	}
	return append(list, watch{"*", o.Thresholds("*")})
}

// Wagers are all wagers of all games, each once.
func (o *ofPolicy) Wagers() (names []string) {
	for _, g := range o.Games {
		for _, w := range g.Wagers {
			if !slices.Contains(names, w.Name) {
				names = append(names, w.Name)
			}
		}
	}
	return names
}

// Families are the games without the versions of their rules, each once.
func (o *ofPolicy) Families() (names []string) {
	for _, g := range o.Games {
		if name := family(g.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Minutes writes seconds as minutes and seconds.
func (s *shown) Minutes(seconds int) string {
	if seconds%60 == 0 {
		text, _ := s.Say("house.minutes", "n", seconds/60)
		return text
	}
	text, _ := s.Say("house.seconds", "n", seconds)
	return text
}
