package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
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

// digits is how many decimals figures have.
const digits = 15

type edgeJSON struct {
	Game      string          `json:"game"`
	Rules     games.House     `json:"rules"`
	Wagers    []wagerJSON     `json:"wagers"`
	Parts     []wagerJSON     `json:"parts"`
	Decisions []decisionJSON  `json:"decisions"`
	Preflop   []handJSON      `json:"preflop"`
	Exposure  string          `json:"exposure,omitempty"`
	Seconds   json.RawMessage `json:"seconds"`
}

type wagerJSON struct {
	Wager   string    `json:"wager"`
	EV      string    `json:"ev"`
	EVExact string    `json:"ev_exact"`
	Edge    string    `json:"edge"`
	Risk    string    `json:"element_of_risk"`
	Stake   string    `json:"average_wager"`
	SD      string    `json:"sd"`
	Hit     string    `json:"hit"`
	Most    string    `json:"largest_win"`
	Rows    []rowJSON `json:"rows,omitempty"`
	Nets    []netJSON `json:"distribution"`
}

type rowJSON struct {
	Row          string `json:"row"`
	Odds         string `json:"odds"`
	Frequency    string `json:"frequency"`
	Contribution string `json:"contribution"`
}

type netJSON struct {
	Net       string `json:"net"`
	Frequency string `json:"frequency"`
}

type decisionJSON struct {
	Step      string `json:"step"`
	Choice    string `json:"choice"`
	Frequency string `json:"frequency"`
}

type handJSON struct {
	Hand   string            `json:"hand"`
	Combos int64             `json:"combos"`
	EV     map[string]string `json:"ev"`
	Best   string            `json:"best"`
}

func (a *answer) json(out io.Writer) error {
	j := edgeJSON{Game: a.report.Game, Rules: a.house, Seconds: json.RawMessage(fmt.Sprintf("%.3f", a.seconds))}
	for i := range a.report.Wagers {
		j.Wagers = append(j.Wagers, wagerOf(&a.report.Wagers[i]))
	}
	for i := range a.report.Parts {
		j.Parts = append(j.Parts, wagerOf(&a.report.Parts[i]))
	}
	for _, d := range a.report.Decisions {
		j.Decisions = append(j.Decisions, decisionJSON{d.Step, d.Choice, d.How.FloatString(digits)})
	}
	for _, h := range a.report.Chart {
		hand := handJSON{h.Class, h.Combos, map[string]string{}, h.Best}
		for _, v := range h.Choices {
			hand.EV[v.Choice] = v.EV.FloatString(digits)
		}
		j.Preflop = append(j.Preflop, hand)
	}
	if a.limits != nil {
		j.Exposure = a.report.Exposure(a.limits, nil).FloatString(4)
	}
	e := json.NewEncoder(out)
	e.SetIndent("", " ")
	return e.Encode(j)
}

func wagerOf(w *edge.Wager) wagerJSON {
	j := wagerJSON{
		Wager: w.Name, EV: w.EV.FloatString(digits), EVExact: w.EV.RatString(), Edge: w.Edge().FloatString(digits),
		Risk: w.Risk().FloatString(digits), Stake: w.Stake.FloatString(digits), SD: w.Deviation(digits),
		Hit: w.Hit.FloatString(digits), Most: decimalOf(w.Most),
	}
	for _, r := range w.Rows {
		j.Rows = append(j.Rows, rowJSON{r.Row, decimalOf(r.Odds), r.How.FloatString(digits), r.Value.FloatString(digits)})
	}
	for _, n := range w.Nets {
		j.Nets = append(j.Nets, netJSON{decimalOf(n.Net), n.How.FloatString(digits)})
	}
	return j
}

// decimalOf prints a number that odds and stakes made, so one that ends.
func decimalOf(r *big.Rat) string {
	n, exact := r.FloatPrec()
	if !exact {
		n = digits
	}
	return r.FloatString(n)
}

func percentOf(r *big.Rat, decimals int) string {
	return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(decimals) + " %"
}

// text prints a table for a person.
func (a *answer) text(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "%s %v\n\n", a.report.Game, map[string]string(a.house))
	fmt.Fprintln(t, "wager\thouse edge\telement of risk\taverage wager\tstandard deviation\twins\tlargest win\t")
	for i := range a.report.Wagers {
		w := &a.report.Wagers[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", w.Name, percentOf(w.Edge(), 6), percentOf(w.Risk(), 6),
			w.Stake.FloatString(6), w.Deviation(6), percentOf(w.Hit, 4), decimalOf(w.Most))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s is the whole base game; its exact value is %s of one unit, %s.\n", a.report.Wagers[0].Name,
		a.report.Wagers[0].EV.RatString(), a.report.Wagers[0].EV.FloatString(digits))
	a.rows(out, t)
	fmt.Fprint(out, "\nhow often each choice is made\n")
	for _, d := range a.report.Decisions {
		fmt.Fprintf(t, "%s\t%s\t%s\t\n", d.Step, d.Choice, percentOf(d.How, 4))
	}
	if a.limits != nil {
		fmt.Fprintf(t, "\nlargest win of one seat at the limits: %s\n", decimalOf(a.report.Exposure(a.limits, nil)))
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
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", ws[i].Name, r.Row, decimalOf(r.Odds), percentOf(r.How, 6), percentOf(r.Value, 6))
			}
		}
	}
	_ = t.Flush()
}
