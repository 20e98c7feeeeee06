package edge

import (
	"math/big"

	"croupier/games"
)

// ViewDigits is how many decimals the figures of a View have. Expected values
// stand as exact fractions too.
const ViewDigits = 15

// A View is a report as it is written down, in decimal strings.
type View struct {
	Game      string         `json:"game" doc:"With the version of its rules" example:"ultimate-texas-holdem/1"`
	Rules     games.House    `json:"rules" doc:"House rules, every default filled in"`
	Wagers    []WagerView    `json:"wagers" doc:"What can be bet: the base game under the name of its first bet, and each side bet that is priced"`
	Parts     []WagerView    `json:"parts" doc:"The wagers the base game is made of"`
	Decisions []DecisionView `json:"decisions" doc:"How often each choice is made, of all rounds"`
	Preflop   []HandView     `json:"preflop" doc:"What each class of hole cards is worth before the flop"`
	Exposure  string         `json:"exposure,omitempty" doc:"The most one seat can win in a round at the limits given"`
}

// A WagerView is what a bet comes to, per unit staked.
type WagerView struct {
	Wager   string    `json:"wager" example:"ante"`
	EV      string    `json:"ev" doc:"Expected value for the player" example:"-0.021849713762753"`
	EVExact string    `json:"ev_exact" doc:"The same as a fraction" example:"-50643648973/2317817502000"`
	Edge    string    `json:"edge" doc:"House edge"`
	Risk    string    `json:"element_of_risk" doc:"Edge over the average of all that is bet"`
	Stake   string    `json:"average_wager"`
	SD      string    `json:"sd" doc:"Standard deviation"`
	Hit     string    `json:"hit" doc:"How often it wins more than it loses"`
	Most    string    `json:"largest_win"`
	Rows    []RowView `json:"rows,omitempty" doc:"What each result adds"`
	Nets    []NetView `json:"distribution" doc:"How often each net result comes"`
}

// A RowView is what one result of a wager adds to its value.
type RowView struct {
	Row          string `json:"row"`
	Odds         string `json:"odds"`
	Frequency    string `json:"frequency"`
	Contribution string `json:"contribution"`
}

// A NetView is how often a net result comes.
type NetView struct {
	Net       string `json:"net"`
	Frequency string `json:"frequency"`
}

// A DecisionView is how often a choice is made.
type DecisionView struct {
	Step      string `json:"step"`
	Choice    string `json:"choice"`
	Frequency string `json:"frequency"`
}

// A HandView is a class of hole cards before the flop.
type HandView struct {
	Hand   string            `json:"hand" example:"AKs"`
	Combos int64             `json:"combos"`
	EV     map[string]string `json:"ev" doc:"By choice"`
	Best   string            `json:"best"`
}

// View writes the report down; house is what it was priced under.
func (r *Report) View(house games.House) View {
	v := View{Game: r.Game, Rules: house}
	for i := range r.Wagers {
		v.Wagers = append(v.Wagers, r.Wagers[i].view())
	}
	for i := range r.Parts {
		v.Parts = append(v.Parts, r.Parts[i].view())
	}
	for _, d := range r.Decisions {
		v.Decisions = append(v.Decisions, DecisionView{d.Step, d.Choice, d.How.FloatString(ViewDigits)})
	}
	for _, h := range r.Chart {
		hand := HandView{h.Class, h.Combos, map[string]string{}, h.Best}
		for _, c := range h.Choices {
			hand.EV[c.Choice] = c.EV.FloatString(ViewDigits)
		}
		v.Preflop = append(v.Preflop, hand)
	}
	return v
}

func (w *Wager) view() WagerView {
	v := WagerView{
		Wager: w.Name, EV: w.EV.FloatString(ViewDigits), EVExact: w.EV.RatString(), Edge: w.Edge().FloatString(ViewDigits),
		Risk: w.Risk().FloatString(ViewDigits), Stake: w.Stake.FloatString(ViewDigits), SD: w.Deviation(ViewDigits),
		Hit: w.Hit.FloatString(ViewDigits), Most: Decimal(w.Most), Nets: []NetView{},
	}
	for _, r := range w.Rows {
		v.Rows = append(v.Rows, RowView{r.Row, Decimal(r.Odds), r.How.FloatString(ViewDigits), r.Value.FloatString(ViewDigits)})
	}
	for _, n := range w.Nets {
		v.Nets = append(v.Nets, NetView{Decimal(n.Net), n.How.FloatString(ViewDigits)})
	}
	return v
}

// Decimal prints a number that odds and stakes made, so one that ends; another
// is cut to ViewDigits decimals.
func Decimal(r *big.Rat) string {
	n, exact := r.FloatPrec()
	if !exact {
		n = ViewDigits
	}
	return r.FloatString(n)
}
