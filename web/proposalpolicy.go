package web

import (
	"maps"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"croupier/house"
)

// A policyLine is a figure of a policy, as it is in force and as it is proposed; none is
// empty.
type policyLine struct {
	Game, Wager   string // of a bound of the edge; * is every other
	Pit           string // of a threshold of alerts
	Figure        string
	Before, After string
	Percent       bool
}

// PolicyLines are all figures of the policy that is proposed, and of the one in force.
func (p *aProposal) PolicyLines() []policyLine {
	return slices.Concat(boundLines(p.Held.Edge, p.Draft.Policy.Edge), alertLines(p.Held, p.Draft.Policy), []policyLine{
		{Figure: "idle", Before: strconv.Itoa(p.Held.Idle), After: strconv.Itoa(p.Draft.Policy.Idle)},
		{Figure: "office", Before: strconv.Itoa(p.Held.OfficeIdle), After: strconv.Itoa(p.Draft.Policy.OfficeIdle)},
	})
}

func boundLines(before, after map[string]map[string]house.Bounds) (lines []policyLine) {
	for _, game := range eitherKey(before, after) {
		for _, wager := range eitherKey(before[game], after[game]) {
			was, is := before[game][wager], after[game][wager]
			for _, f := range []struct {
				name    string
				was, is *decimal.Decimal
			}{{"least", was.Least, is.Least}, {"most", was.Most, is.Most}, {"change", was.Change, is.Change}} {
				if f.was != nil || f.is != nil {
					lines = append(lines, policyLine{Game: game, Wager: wager, Figure: f.name, Before: shareText(f.was), After: shareText(f.is), Percent: true})
				}
			}
		}
	}
	return lines
}

func shareText(share *decimal.Decimal) string {
	if share == nil {
		return ""
	}
	return share.String()
}

// alertLines are the thresholds of all pits that either policy names, and of the others.
func alertLines(before, after *house.Policy) (lines []policyLine) {
	pits := eitherKey(before.Alerts, after.Alerts)
	if !slices.Contains(pits, "*") {
		pits = append(pits, "*")
	}
	for _, pit := range pits {
		was, is := before.Thresholds(pit), after.Thresholds(pit)
		for _, f := range []struct {
			name    string
			was, is int
		}{
			{"corrections", was.Corrections, is.Corrections}, {"pace_least", was.PaceLeast, is.PaceLeast}, {"pace_most", was.PaceMost, is.PaceMost},
			{"bets", was.Bets, is.Bets}, {"unattended", was.Unattended, is.Unattended}, {"skew", was.Skew, is.Skew},
		} {
			if f.was != 0 || f.is != 0 {
				lines = append(lines, policyLine{Pit: pit, Figure: f.name, Before: countText(f.was), After: countText(f.is)})
			}
		}
	}
	return lines
}

func countText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// eitherKey are the keys of both, those that name something before *.
func eitherKey[T any](a, b map[string]T) []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	keys = slices.Compact(keys)
	slices.Reverse(keys) // * comes before all letters
	return keys
}
