package edge

import (
	"math/big"

	"croupier/games"
)

// A Report is what a game costs its players under one set of prices, by the
// best play of one seat that knows no cards but its own and the board.
// Everything is exact. Values are net for the player, in units of the first
// bet; probabilities are of all rounds.
type Report struct {
	Game string
	// Wagers are what can be bet: the base game as a whole, under the name of
	// its first bet, and each side bet that has prices, per unit staked on it.
	Wagers []Wager
	// Parts are the wagers the base game is made of; their values add up to
	// its own.
	Parts     []Wager
	Decisions []Frequency
	Preflop   string // the step decided before the flop; none where nothing is
	Chart     []Hand // what hands are worth before the flop, by class
}

// A Wager is what a bet comes to.
type Wager struct {
	Name     string
	EV       *big.Rat
	Stake    *big.Rat // on average, all bets made on the way included
	Variance *big.Rat
	Hit      *big.Rat // how often it wins more than it loses
	Most     *big.Rat // the largest net win of one unit
	Rows     []Share
	Nets     []Net
}

// A Share is what one result of a wager adds to its value.
type Share struct {
	Row   string // of the paytable, or "win", "push" and "lose" where the rules fix it
	Odds  *big.Rat
	How   *big.Rat // how often
	Value *big.Rat
}

// A Net is how often a wager comes to a net result.
type Net struct{ Net, How *big.Rat }

// A Frequency is how often a choice is made, of all rounds.
type Frequency struct {
	Step, Choice string
	How          *big.Rat
}

// A Hand is a class of hole cards and what each choice before the flop is
// worth with it.
type Hand struct {
	Class   string // "AA", "AKs", "AKo"
	Combos  int64
	Choices []Value
	Best    string
}

// A Value is a choice and what it is worth.
type Value struct {
	Choice string
	EV     *big.Rat
}

// Edge is the house edge, what the player loses of one unit.
func (w *Wager) Edge() *big.Rat { return new(big.Rat).Neg(w.EV) }

// Risk is the element of risk: the edge over the average of all that is bet.
func (w *Wager) Risk() *big.Rat { return new(big.Rat).Quo(w.Edge(), w.Stake) }

// Deviation returns the standard deviation with so many decimals.
func (w *Wager) Deviation(decimals int) string {
	f := new(big.Float).SetPrec(256).SetRat(w.Variance)
	return f.Sqrt(f).Text('f', decimals)
}

// Wager returns the wager of the name, or nil.
func (r *Report) Wager(name string) *Wager {
	for i := range r.Wagers {
		if r.Wagers[i].Name == name {
			return &r.Wagers[i]
		}
	}
	return nil
}

func (p *pricing) report() *Report {
	r := &Report{Game: p.game.Name, Preflop: p.root.Step, Wagers: []Wager{p.base()}}
	for i, w := range p.game.Wagers {
		switch {
		case !optional(w):
			r.Parts = append(r.Parts, p.part(i))
		case len(w.Rows) == 0 || p.prices[w.Name] != nil:
			r.Wagers = append(r.Wagers, p.side(i))
		}
	}
	r.Decisions = p.frequencies()
	r.Chart = p.chart()
	return r
}

// base is the base game as one wager.
func (p *pricing) base() Wager {
	s := newSpread(p.first())
	p.eachEnd(func(_ int, leaf *Leaf, c *column, deals int64) {
		net, stake := new(big.Rat), new(big.Rat)
		for k, w := range p.table.compared {
			if p.table.base[k] {
				stake.Add(stake, leaf.Stakes[w].Rat())
				net.Add(net, new(big.Rat).Mul(leaf.Stakes[w].Rat(), p.rat(c.outcomes[index(leaf.Folded)][k])))
			}
		}
		s.add(net, stake, deals)
	})
	return s.wager()
}

// first is the name of the bet a round begins with.
func (p *pricing) first() string {
	for _, w := range p.game.Wagers {
		if w.Required {
			return w.Name
		}
	}
	return p.game.Wagers[0].Name
}

// part is one wager of the base game.
func (p *pricing) part(wager int) Wager {
	s := newSpread(p.game.Wagers[wager].Name)
	p.eachCompared(wager, func(leaf *Leaf, o outcome, deals int64) {
		s.addOutcome(p, o, leaf.Stakes[wager].Rat(), deals)
	})
	return s.wager()
}

// side is a side bet of one unit.
func (p *pricing) side(wager int) Wager {
	s := newSpread(p.game.Wagers[wager].Name)
	unit := big.NewRat(1, 1)
	if compares(p.game.Wagers[wager]) {
		p.eachCompared(wager, func(_ *Leaf, o outcome, deals int64) { s.addOutcome(p, o, unit, deals) })
		return s.wager()
	}
	for i := range p.asides {
		a := &p.asides[i]
		if a.wager != wager {
			continue
		}
		if a.byFacet != nil {
			p.eachEnd(func(facet int, leaf *Leaf, _ *column, deals int64) {
				s.addOutcome(p, a.byFacet[facet][index(leaf.Folded)], unit, deals)
			})
		}
		for h, counts := range a.counts {
			for _, c := range counts[index(a.byClass && p.folds(h))] {
				s.addOutcome(p, c.outcome, unit, c.ways)
			}
		}
	}
	return s.wager()
}

// folds reports whether hole cards of the class are folded before the flop.
func (p *pricing) folds(h int) bool {
	leaf := p.root.Choices[p.rootPicks[h]].Leaf
	return leaf != nil && leaf.Folded
}

// eachEnd calls do with every end of the deals and how many come there.
func (p *pricing) eachEnd(do func(facet int, leaf *Leaf, c *column, deals int64)) {
	for f := range p.ends {
		for l, columns := range p.ends[f] {
			for c, deals := range columns {
				if deals != 0 {
					do(f, p.root.leaves[l], &p.table.columns[c], deals)
				}
			}
		}
	}
}

// eachCompared calls do with what a wager of the table comes to.
func (p *pricing) eachCompared(wager int, do func(leaf *Leaf, o outcome, deals int64)) {
	for k, w := range p.table.compared {
		if w == wager {
			p.eachEnd(func(_ int, leaf *Leaf, c *column, deals int64) {
				do(leaf, c.outcomes[index(leaf.Folded)][k], deals)
			})
		}
	}
}

// rat is the odds of an outcome at the prices.
func (p *pricing) rat(o outcome) *big.Rat { return p.price(o).Rat() }

func (p *pricing) price(o outcome) games.Odds {
	if o.row == fixed {
		return o.odds
	}
	return p.odds[o.row]
}

// frequencies are how often each choice is made; the same choice at the same
// step counts together, whatever came before.
func (p *pricing) frequencies() []Frequency {
	var all []Frequency
	deals := make([]int64, len(p.root.leaves))
	total := int64(0)
	p.eachEnd(func(_ int, leaf *Leaf, _ *column, n int64) {
		deals[leaf.id] += n
		total += n
	})
	for _, n := range p.nodes {
		for i := range n.Choices {
			c, made := &n.Choices[i], int64(0)
			for _, leaf := range c.ends() {
				made += deals[leaf.id]
			}
			if n.Step != "" {
				all = frequent(all, n.Step, c.String(), big.NewRat(made, total))
			}
		}
	}
	return all
}

func frequent(all []Frequency, step, choice string, how *big.Rat) []Frequency {
	for i := range all {
		if all[i].Step == step && all[i].Choice == choice {
			all[i].How.Add(all[i].How, how)
			return all
		}
	}
	return append(all, Frequency{step, choice, how})
}

// ends are the leaves a choice can lead to.
func (c *Choice) ends() []*Leaf {
	if c.Next == nil {
		return []*Leaf{c.Leaf}
	}
	return c.Next.leaves
}

// chart is the decision before the flop.
func (p *pricing) chart() []Hand {
	var hands []Hand
	for h := range holeClass(holeClasses) {
		deals := int64(0)
		for f := range p.facets.n {
			for _, n := range p.roots[int(h)*p.facets.n+f].vec[:p.layouts[0].columns] {
				deals += n
			}
		}
		all := new(big.Int).Mul(p.scale, big.NewInt(deals))
		hand := Hand{Class: h.String(), Combos: h.combos()}
		for k := range p.root.Choices {
			name := ""
			if p.root.Step != "" {
				name = p.root.Choices[k].String()
			}
			hand.Choices = append(hand.Choices, Value{name, new(big.Rat).SetFrac(p.values[h][k], all)})
		}
		hand.Best = hand.Choices[p.rootPicks[h]].Choice
		hands = append(hands, hand)
	}
	return hands
}
