package house

import (
	"errors"
	"math/big" //nolint:depguard // what the edge reckons with: exact fractions, printed as decimals here

	"croupier/edge"
	"croupier/paytables"
)

// A Finding is a reason why settings should not go live.
type Finding struct {
	Wager  string  `json:"wager,omitempty" example:"trips"`
	Code   string  `json:"code" enum:"favours_player,below_band,above_band,changed,requires"`
	Reason string  `json:"reason" doc:"In words, with the figures"`
	Tables []int64 `json:"tables"`

	// What the words say, for other languages.
	Edge     string `json:"edge,omitempty" doc:"House edge, as a decimal" example:"-0.006919767907163"`
	Bound    string `json:"bound,omitempty" doc:"What it may be at least, at most, or change by" example:"0.005"`
	Before   string `json:"before,omitempty" doc:"The edge it is measured against"`
	Paytable string `json:"paytable,omitempty" doc:"That needs a house rule"`
	Rule     string `json:"rule,omitempty" doc:"The house rule" example:"trips_versus_dealer"`
	Want     string `json:"want,omitempty" doc:"The value it needs" example:"must-win"`
}

// Requires is the code of a paytable that needs another house rule.
const Requires = "requires"

func newFinding(f edge.Finding) Finding {
	return Finding{Wager: f.Wager, Code: f.Code, Reason: f.Reason, Edge: figure(f.Edge), Bound: figure(f.Bound), Before: figure(f.Before)}
}

// figure is the number as a decimal; none where it is nil.
func figure(r *big.Rat) string {
	if r == nil {
		return ""
	}
	return edge.Decimal(r)
}

// unmet is what stands against a paytable without a house rule it needs.
func unmet(err error) Finding {
	f := Finding{Code: Requires, Reason: err.Error()}
	var needs *paytables.RequiresError
	if errors.As(err, &needs) {
		f.Paytable, f.Rule, f.Want = needs.Paytable, needs.Rule, needs.Want
	}
	return f
}
