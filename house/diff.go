package house

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/edge"
	"croupier/games"
)

// A Diff is what differs between two versions of a table's settings, and
// nothing else: felts that are equal have an empty one.
type Diff struct {
	Paytables []PaytableDiff `json:"paytables,omitempty" doc:"As their wagers lie on the layout"`
	Rules     []Change       `json:"rules,omitempty" doc:"House rules, by name"`
	Settings  []Change       `json:"settings,omitempty" doc:"All other settings, by name"`
	Edges     []EdgeDiff     `json:"edges,omitempty" doc:"The house edge of what can be bet"`
	Exposure  *Pair          `json:"exposure,omitempty" doc:"The most one seat can win in a round at the table's limits, before rounding; a bet without a most is taken at the most a stake may be"`
}

// A Pair is a value before and after, left out where there is none.
type Pair struct {
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// A Change is a value with its name.
type Change struct {
	Name string `json:"name" example:"limits.ante.max"`
	Pair
}

// A PaytableDiff is another paytable for a wager, or the same prices under
// another name.
type PaytableDiff struct {
	Wager  string   `json:"wager" example:"trips"`
	Name   Pair     `json:"name"`
	Digest Pair     `json:"digest" doc:"SHA-256, hex"`
	Rows   []Change `json:"rows,omitempty" doc:"Every row with its net odds, as the game orders them; none where the prices are the same"`
}

// Compare returns what differs between two versions of a table's settings,
// which may be of different games. The reports are what each costs its
// players; the figures of a nil one are left out.
func Compare(before, after *Felt, reports [2]*edge.Report) Diff {
	for i := range reports {
		if reports[i] == nil {
			reports[i] = &edge.Report{}
		}
	}
	return Diff{
		Paytables: paytableDiffs(before, after),
		Rules:     changes(before.Settings.House, after.Settings.House),
		Settings:  changes(before.Settings.others(), after.Settings.others()),
		Edges:     edgeDiffs(reports[0], reports[1]),
		Exposure:  differing(before.exposure(reports[0]), after.exposure(reports[1])),
	}
}

// differing returns the pair of values that differ, or nil.
func differing(before, after string) *Pair {
	if before == after {
		return nil
	}
	return &Pair{before, after}
}

// changes are the values that differ, in the order of their names.
func changes(before, after map[string]string) []Change {
	names := slices.Sorted(maps.Keys(before))
	names = slices.AppendSeq(names, maps.Keys(after))
	slices.Sort(names)
	var changed []Change
	for _, name := range slices.Compact(names) {
		if p := differing(before[name], after[name]); p != nil {
			changed = append(changed, Change{name, *p})
		}
	}
	return changed
}

// others are all settings but house rules and paytables, as text by name. They
// are taken from what is stored, so that a new setting cannot be forgotten.
func (s Settings) others() map[string]string {
	s.House, s.Paytables = nil, nil
	d := json.NewDecoder(bytes.NewReader(s.Content()))
	d.UseNumber()
	var content any
	if err := d.Decode(&content); err != nil {
		panic(fmt.Sprintf("settings of %s: %v", s.Game, err))
	}
	named := map[string]string{}
	flatten(named, "", content)
	return named
}

// flatten names every value inside v by its path, as "limits.ante.max".
func flatten(named map[string]string, path string, v any) {
	switch v := v.(type) {
	case nil: // not set
	case map[string]any:
		for key := range v {
			flatten(named, strings.TrimPrefix(path+"."+key, "."), v[key])
		}
	default:
		named[path] = fmt.Sprint(v)
	}
}

func paytableDiffs(before, after *Felt) []PaytableDiff {
	var diffs []PaytableDiff
	for _, wager := range union(before.Game.Priced(), after.Game.Priced()) {
		was, is := before.Settings.Paytables[wager], after.Settings.Paytables[wager]
		if was == is {
			continue
		}
		d := PaytableDiff{Wager: wager, Name: Pair{was.Name, is.Name}, Digest: Pair{was.Digest, is.Digest}}
		if was.Digest != is.Digest {
			old, odds := before.odds(wager), after.odds(wager)
			for _, row := range union(rows(before.Game, wager), rows(after.Game, wager)) {
				d.Rows = append(d.Rows, Change{row, Pair{old[row], odds[row]}})
			}
		}
		diffs = append(diffs, d)
	}
	return diffs
}

// odds are the net odds of the wager's rows, as text.
func (f *Felt) odds(wager string) map[string]string {
	named := map[string]string{}
	p := f.Paytables[wager]
	for row, odds := range p.Prices() {
		named[row] = odds.String()
	}
	return named
}

func rows(g *games.Game, wager string) []string {
	var names []string
	if i := g.Index(wager); i >= 0 {
		for _, row := range g.Wagers[i].Rows {
			names = append(names, row.Name)
		}
	}
	return names
}

// union is a, and after it what else is in b.
func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
