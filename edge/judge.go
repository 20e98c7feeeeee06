package edge

import (
	"fmt"
	"math/big"
)

// A Policy is what management lets a wager cost its players. Edges are of one
// unit: 0.02 is two percent. A nil field does not bind.
type Policy struct {
	Least, Most *big.Rat // of the house edge
	Change      *big.Rat // from the paytable in force, up or down
}

// A Finding is why a paytable should not go live.
type Finding struct {
	Wager  string
	Code   string // one of the codes below, for machines
	Reason string // in words, with the figures
	// The figures: the house edge, the bound it breaks, and the edge in force it is
	// measured against. What a code does not speak of is nil.
	Edge, Bound, Before *big.Rat
}

// What a paytable may be found to do.
const (
	FavoursPlayer = "favours_player" // the edge is the player's
	BelowBand     = "below_band"     // the edge is below the policy's least
	AboveBand     = "above_band"     // the edge is above the policy's most
	Changed       = "changed"        // the edge moved by more than the policy lets
)

// A Verdict is whether a paytable may go live, and all that stands against it.
type Verdict struct {
	Pass     bool
	Findings []Finding
}

// Judge holds the report of a paytable to the policies, by wager; "" is the
// policy of wagers without one. A report in force, which may be nil, is what
// changes are measured against. A wager that favours the player never passes.
func Judge(r *Report, policies map[string]Policy, inForce *Report) Verdict {
	var found []Finding
	for i := range r.Wagers {
		w := &r.Wagers[i]
		policy, ok := policies[w.Name]
		if !ok {
			policy = policies[""]
		}
		var before *Wager
		if inForce != nil {
			before = inForce.Wager(w.Name)
		}
		found = append(found, policy.judge(w, before)...)
	}
	return Verdict{len(found) == 0, found}
}

func (p Policy) judge(w, before *Wager) (found []Finding) {
	edge := w.Edge()
	report := func(code string, bound, was *big.Rat, format string, args ...any) {
		reason := fmt.Sprintf("the house edge of %s is %s, %s", w.Name, percent(edge), fmt.Sprintf(format, args...))
		found = append(found, Finding{Wager: w.Name, Code: code, Reason: reason, Edge: edge, Bound: bound, Before: was})
	}
	if edge.Sign() < 0 {
		report(FavoursPlayer, nil, nil, "so the player has the advantage")
	}
	if p.Least != nil && edge.Cmp(p.Least) < 0 {
		report(BelowBand, p.Least, nil, "below the least allowed, %s", percent(p.Least))
	}
	if p.Most != nil && edge.Cmp(p.Most) > 0 {
		report(AboveBand, p.Most, nil, "above the most allowed, %s", percent(p.Most))
	}
	if p.Change != nil && before != nil {
		moved := new(big.Rat).Sub(edge, before.Edge())
		if new(big.Rat).Abs(moved).Cmp(p.Change) > 0 {
			report(Changed, p.Change, before.Edge(), "%s in force: it may change by %s", percent(before.Edge()), percent(p.Change))
		}
	}
	return found
}

// percent prints a share with six decimals of a percent.
func percent(r *big.Rat) string {
	return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(6) + " %"
}
