package house

import (
	"math/big" //nolint:depguard // what the edge reckons with: exact fractions, printed as decimals here

	"croupier/edge"
	"croupier/games"
)

// An EdgeDiff is another house edge of a bet; one that is made in one version
// only has no change.
type EdgeDiff struct {
	Wager  string  `json:"wager" example:"ante" doc:"The base game stands under the name of its first bet"`
	Before *Figure `json:"before,omitempty"`
	After  *Figure `json:"after,omitempty"`
	Change *Figure `json:"change,omitempty" doc:"After less before: above zero, the players lose more"`
}

// A Figure is a house edge, or how far one moved: a share of one unit.
type Figure struct {
	Decimal string `json:"edge" example:"0.021849713762753"`
	Exact   string `json:"edge_exact" doc:"The same as a fraction" example:"50643648973/2317817502000"`
}

func newEdge(r *big.Rat) *Figure { return &Figure{r.FloatString(edge.ViewDigits), r.RatString()} }

func edgeDiffs(before, after *edge.Report) []EdgeDiff {
	var diffs []EdgeDiff
	for _, wager := range union(bets(before), bets(after)) {
		d := EdgeDiff{Wager: wager}
		was, is := before.Wager(wager), after.Wager(wager)
		if was != nil {
			d.Before = newEdge(was.Edge())
		}
		if is != nil {
			d.After = newEdge(is.Edge())
		}
		if was != nil && is != nil {
			moved := new(big.Rat).Sub(is.Edge(), was.Edge())
			if moved.Sign() == 0 {
				continue
			}
			d.Change = newEdge(moved)
		}
		diffs = append(diffs, d)
	}
	return diffs
}

func bets(r *edge.Report) []string {
	var names []string
	for i := range r.Wagers {
		names = append(names, r.Wagers[i].Name)
	}
	return names
}

// exposure is the most one seat can win in a round of the felt before
// rounding, as a decimal; none where the report prices nothing.
func (f *Felt) exposure(r *edge.Report) string {
	if len(r.Wagers) == 0 {
		return ""
	}
	most := map[string]*big.Rat{}
	for wager, l := range f.Terms.Limits {
		stake := l.Max
		if stake.IsZero() {
			stake = games.MaxStake
		}
		most[wager] = stake.Rat()
	}
	return edge.Decimal(r.Exposure(most, f.Terms.Cap.Rat()))
}
