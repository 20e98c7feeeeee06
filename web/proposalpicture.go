package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"croupier/edge"
)

// A drawing is a report drawn: the choice before the flop as a grid of 13 by 13, and how
// often a round comes to what.
type drawing struct {
	*appraised
	Which   string // the drawing that stands alone
	Choices []drawnChoice
	Hands   []drawnHand
	Bars    []drawnBar
	Rest    int // results too rare for a bar of their own
}

// A drawnChoice is a choice before the flop, and how many of the 1,326 hands take it.
type drawnChoice struct {
	Name, Fill, Ink string
	Combos          int64
	Dots            []int
	Hands           []string // by class, the best first
}

// A drawnHand is a class of hole cards in the grid.
type drawnHand struct {
	Class, Best, Worth string
	X, Y               int
	Dots               []int // how far to the left: as many as the choice's number
	Fill, Ink          string
}

// A drawnBar is how often a net result comes.
type drawnBar struct {
	Net, Share string
	Y, Width   int
	Fill       string
	Others     bool
}

const (
	cellSize = 46
	barStep  = 24
	barRoom  = 330
	mostBars = 24
)

// paint are the colours of choices, which tell them apart also for those who see no red
// or green, with an ink that is read on each. Dots tell them apart without colours.
var paint = [][2]string{{"#ced4da", "#17201b"}, {"#fdd835", "#17201b"}, {"#1f6fb2", "#ffffff"}, {"#e67c3c", "#17201b"}, {"#6f4fb0", "#ffffff"}}

// loadPicture is one of the drawings by itself, as a file.
func loadPicture(v *visit) (any, error) {
	q := v.r.URL.Query()
	var a *appraised
	var err error
	if proposal := q.Get("proposal"); proposal != "" {
		id, _ := strconv.ParseInt(proposal, 10, 64) // the API refuses 0
		a, err = v.appraiseProposal(id, q.Get("table"))
	} else {
		a, err = v.appraiseVersion(q.Get("table"), q.Get("version"))
	}
	if err != nil {
		return nil, err
	}
	p := a.Picture()
	if p.Which = v.r.PathValue("picture"); p.Which != "preflop.svg" && p.Which != "results.svg" {
		return nil, &Problem{Status: http.StatusNotFound, Code: "no_such_path", Title: "No such path"}
	}
	return p, nil
}

// Picture draws the report.
func (a *appraised) Picture() *drawing {
	p := &drawing{appraised: a}
	p.chart()
	p.results(&a.Report.Wagers[0])
	return p
}

// Decided reports whether anything is decided before the flop.
func (p *drawing) Decided() bool { return len(p.Choices) > 1 }

// Height is that of the drawing of results.
func (p *drawing) Height() int { return (len(p.Bars) + 1) * barStep }

func (p *drawing) chart() {
	if len(p.Report.Preflop) == 0 {
		return
	}
	for name := range p.Report.Preflop[0].EV {
		p.Choices = append(p.Choices, drawnChoice{Name: name})
	}
	slices.SortFunc(p.Choices, func(a, b drawnChoice) int {
		return cmp.Or(-cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	for i := range p.Choices {
		p.Choices[i].Fill, p.Choices[i].Ink = paint[i%len(paint)][0], paint[i%len(paint)][1]
		for n := range i {
			p.Choices[i].Dots = append(p.Choices[i].Dots, n*6)
		}
	}
	for i := range p.Report.Preflop {
		p.hand(&p.Report.Preflop[i])
	}
	slices.SortFunc(p.Hands, func(a, b drawnHand) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
	for _, h := range p.Hands {
		i := slices.IndexFunc(p.Choices, func(c drawnChoice) bool { return c.Name == h.Best })
		p.Choices[i].Hands = append(p.Choices[i].Hands, h.Class)
	}
}

// hand puts a class where charts have it: pairs on the diagonal from the aces at the top
// left, suited hands above it.
func (p *drawing) hand(of *edge.HandView) {
	const order = "AKQJT98765432"
	row, column := strings.IndexByte(order, of.Hand[0]), strings.IndexByte(order, of.Hand[1])
	if strings.HasSuffix(of.Hand, "o") {
		row, column = column, row
	}
	h := drawnHand{Class: of.Hand, Best: of.Best, Worth: of.EV[of.Best], X: column * cellSize, Y: row * cellSize}
	i := slices.IndexFunc(p.Choices, func(c drawnChoice) bool { return c.Name == of.Best })
	p.Choices[i].Combos += of.Combos
	h.Fill, h.Ink, h.Dots = p.Choices[i].Fill, p.Choices[i].Ink, p.Choices[i].Dots
	if !p.Decided() {
		h.Fill, h.Ink = shade(h.Worth)
	}
	p.Hands = append(p.Hands, h)
}

// shade runs from orange at -1 over white to blue at 1.
func shade(worth string) (fill, ink string) {
	d, _ := decimal.NewFromString(worth) // a figure of the API
	part := min(d.Abs().Shift(2).IntPart(), 100)
	to := [3]int64{0x1f, 0x6f, 0xb2}
	if d.IsNegative() {
		to = [3]int64{0xe6, 0x7c, 0x3c}
	}
	fill = "#"
	for _, c := range to {
		two := strconv.FormatInt(255-(255-c)*part/100, 16)
		fill += strings.Repeat("0", 2-len(two)) + two
	}
	if !d.IsNegative() && part > 60 {
		return fill, "#ffffff"
	}
	return fill, "#17201b"
}

// results draws how often a round comes to what; those too rare for a bar of their own
// share one.
func (p *drawing) results(w *edge.WagerView) {
	type share struct {
		edge.NetView
		how decimal.Decimal
	}
	var all []share
	for _, n := range w.Nets {
		how, _ := decimal.NewFromString(n.Frequency) // a figure of the API
		all = append(all, share{n, how})
	}
	byShare := slices.Clone(all)
	slices.SortStableFunc(byShare, func(a, b share) int { return b.how.Cmp(a.how) })
	least := decimal.Zero
	if len(byShare) > mostBars {
		least = byShare[mostBars-1].how
	}
	rest := decimal.Zero
	for _, s := range all {
		if s.how.LessThan(least) {
			rest, p.Rest = rest.Add(s.how), p.Rest+1
			continue
		}
		p.bar(drawnBar{Net: s.Net, Share: s.Frequency, Fill: resultFill(s.Net)}, s.how, byShare[0].how)
	}
	if p.Rest > 0 {
		p.bar(drawnBar{Others: true, Share: rest.String(), Fill: "#8b988f"}, rest, byShare[0].how)
	}
}

// resultFill is the colour of a result: orange takes, blue pays.
func resultFill(net string) string {
	switch {
	case strings.HasPrefix(net, "-"):
		return "#e67c3c"
	case net == "0":
		return "#8b988f"
	}
	return "#1f6fb2"
}

func (p *drawing) bar(b drawnBar, how, most decimal.Decimal) {
	b.Y = len(p.Bars) * barStep
	b.Width = int(max(how.Div(most).Mul(decimal.NewFromInt(barRoom)).IntPart(), 1))
	p.Bars = append(p.Bars, b)
}
