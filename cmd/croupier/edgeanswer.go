package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"text/tabwriter"

	"croupier/edge"
	"croupier/games"
)

// An answer is a report and what it was asked for.
type answer struct {
	report  *edge.Report
	house   games.House
	limits  map[string]*big.Rat
	seconds float64
}

// json prints the report, and how long it took.
func (a *answer) json(out io.Writer) error {
	j := struct {
		edge.View
		Seconds json.RawMessage `json:"seconds"`
	}{a.report.View(a.house), json.RawMessage(fmt.Sprintf("%.3f", a.seconds))}
	if a.limits != nil {
		j.Exposure = edge.Decimal(a.report.Exposure(a.limits, nil))
	}
	e := json.NewEncoder(out)
	e.SetIndent("", " ")
	return e.Encode(j)
}

func percentOf(r *big.Rat, decimals int) string {
	return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(decimals) + " %"
}

// text prints a table for a person.
func (a *answer) text(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, a.report.Game)
	for _, rule := range slices.Sorted(maps.Keys(a.house)) {
		fmt.Fprintf(out, "  %s: %s\n", rule, a.house[rule])
	}
	fmt.Fprintln(out)
	fmt.Fprintln(t, "wager\thouse edge\telement of risk\taverage wager\tstandard deviation\twins\tlargest win\t")
	for i := range a.report.Wagers {
		w := &a.report.Wagers[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", w.Name, percentOf(w.Edge(), 6), percentOf(w.Risk(), 6),
			w.Stake.FloatString(6), w.Deviation(6), percentOf(w.Hit, 4), edge.Decimal(w.Most))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s is the whole base game; its exact value is %s of one unit, %s.\n", a.report.Wagers[0].Name,
		a.report.Wagers[0].EV.RatString(), a.report.Wagers[0].EV.FloatString(edge.ViewDigits))
	a.rows(out, t)
	fmt.Fprint(out, "\nhow often each choice is made\n")
	for _, d := range a.report.Decisions {
		fmt.Fprintf(t, "%s\t%s\t%s\t\n", d.Step, d.Choice, percentOf(d.How, 4))
	}
	if a.limits != nil {
		fmt.Fprintf(t, "\nlargest win of one seat at the limits: %s\n", edge.Decimal(a.report.Exposure(a.limits, nil)))
	}
	return t.Flush()
}

// rows prints what each result of each wager adds.
func (a *answer) rows(out io.Writer, t *tabwriter.Writer) {
	fmt.Fprint(out, "\nwhat each result adds to the player's value\n")
	fmt.Fprintln(t, "wager\tresult\tpays\thow often\tadds\t")
	for _, ws := range [][]edge.Wager{a.report.Parts, a.report.Wagers[1:]} {
		for i := range ws {
			for _, r := range ws[i].Rows {
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", ws[i].Name, r.Row, edge.Decimal(r.Odds), percentOf(r.How, 6), percentOf(r.Value, 6))
			}
		}
	}
	_ = t.Flush()
}
