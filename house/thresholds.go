package house

import (
	"fmt"
	"maps"
	"slices"
)

// Thresholds are from when on a pit is alerted of what its tables do. One that is
// zero never does. From which win on a table alerts, and waits for a supervisor, is
// set table by table: large_win and approve_win.
type Thresholds struct {
	Corrections int `json:"corrections,omitempty" minimum:"0" maximum:"1000" doc:"So many corrections of rounds of one dealer in a shift of eight hours"`
	PaceLeast   int `json:"pace_least,omitempty" minimum:"0" maximum:"10000" doc:"Fewer rounds in an hour of an open table"`
	PaceMost    int `json:"pace_most,omitempty" minimum:"0" maximum:"10000" doc:"More rounds in an hour of an open table"`
	Bets        int `json:"bets,omitempty" minimum:"0" maximum:"1000000000" doc:"After so many bets, and again each time they have doubled, the win is held to the exact expectation"`
	Unattended  int `json:"unattended_minutes,omitempty" minimum:"0" maximum:"1440" doc:"A table is open and no supervisor is at a terminal for so many minutes"`
	Skew        int `json:"skew_seconds,omitempty" minimum:"0" maximum:"3600" doc:"The clocks of server and database differ by so many seconds; the house's is that of *"`
}

// DefaultThresholds are those of pits for which the policy names none. A dealer of
// one table seldom deals a hundred rounds an hour; the least is for a house to say
// that knows how often its tables wait for players.
func DefaultThresholds() Thresholds {
	return Thresholds{Corrections: 3, PaceMost: 120, Bets: 1000, Unattended: 15, Skew: 2}
}

// Thresholds are those of the pit.
func (p *Policy) Thresholds(pit string) Thresholds {
	for _, name := range []string{pit, every} {
		if t, ok := p.Alerts[name]; ok {
			return t
		}
	}
	return DefaultThresholds()
}

func (p *Policy) checkAlerts() error {
	for _, pit := range slices.Sorted(maps.Keys(p.Alerts)) {
		at := fmt.Sprintf("alerts.%.60s", pit)
		if pit == "" || !named(pit) {
			return wrong(at, "want the name of a pit, or *")
		}
		t := p.Alerts[pit]
		for _, of := range []struct {
			name     string
			is, most int
		}{
			{"corrections", t.Corrections, 1000}, {"pace_least", t.PaceLeast, 10_000}, {"pace_most", t.PaceMost, 10_000},
			{"bets", t.Bets, 1_000_000_000}, {"unattended_minutes", t.Unattended, 1440}, {"skew_seconds", t.Skew, 3600},
		} {
			if of.is < 0 || of.is > of.most {
				return wrong(at+"."+of.name, "%d, want 0, which never alerts, to %d", of.is, of.most)
			}
		}
		if t.PaceMost > 0 && t.PaceLeast > t.PaceMost {
			return wrong(at+".pace_least", "%d is over the most, %d", t.PaceLeast, t.PaceMost)
		}
	}
	return nil
}
