package chart

import (
	"fmt"
	"image/color"
	"math/big"
	"strings"

	"croupier/edge"
)

const (
	margin  = 40
	cell    = 66
	grid    = 13 * cell
	barsX   = margin + grid + 70
	barsW   = 560
	width   = barsX + barsW + margin
	gridY   = 130
	height  = gridY + grid + 90
	barStep = 28
)

// picture lays out the picture of the report's base game.
func picture(r *edge.Report) *scene {
	s := &scene{width: width, height: height}
	s.box(0, 0, width, height, paper)
	base := &r.Wagers[0]
	s.say(margin, 52, 28, r.Game).bold = true
	s.say(margin, 84, 17, fmt.Sprintf("house edge %s of the %s, standard deviation %s, element of risk %s",
		percent(base.Edge(), 6), base.Name, base.Deviation(4), percent(base.Risk(), 4))).ink = pale
	if len(r.Chart[0].Choices) > 1 {
		s.decisions(r)
	} else {
		s.values(r)
	}
	s.nets(base)
	return s
}

// decisions colours each class of hole cards by its best choice.
func (s *scene) decisions(r *edge.Report) {
	s.say(margin, gridY-14, 17, "best choice before the flop, and what it is worth").bold = true
	fill := map[string]color.RGBA{}
	made := map[string]int64{}
	for i, v := range r.Chart[0].Choices {
		fill[v.Choice] = fills[i%len(fills)]
	}
	for i := range r.Chart {
		h := &r.Chart[i]
		made[h.Best] += h.Combos
		s.hand(h, bestValue(h), fill[h.Best])
	}
	x := margin
	for _, v := range r.Chart[0].Choices {
		s.box(x, gridY+grid+22, 26, 26, fill[v.Choice])
		s.say(x+36, gridY+grid+42, 17, fmt.Sprintf("%s  %d of 1326", v.Choice, made[v.Choice]))
		x += 220
	}
}

// values colours each class by what it is worth, where nothing is decided
// before the flop.
func (s *scene) values(r *edge.Report) {
	s.say(margin, gridY-14, 17, "value of each hand before the flop").bold = true
	for i := range r.Chart {
		h := &r.Chart[i]
		v, _ := h.Choices[0].EV.Float64()
		s.hand(h, h.Choices[0].EV, shade(v))
	}
	s.say(margin, gridY+grid+42, 17, "blue is worth more than nothing, orange less").ink = pale
}

// shade runs from orange at -1 over white to blue at 1.
func shade(v float64) color.RGBA {
	to := fills[2]
	if v < 0 {
		to, v = fills[3], -v
	}
	v = min(v, 1)
	mix := func(c uint8) uint8 { return uint8(255 - v*float64(255-c)) }
	return color.RGBA{mix(to.R), mix(to.G), mix(to.B), 255}
}

// hand draws a class where charts have it: pairs on the diagonal from the aces
// at the top left, suited hands above it.
func (s *scene) hand(h *edge.Hand, value *big.Rat, fill color.RGBA) {
	const order = "AKQJT98765432"
	row, column := strings.IndexByte(order, h.Class[0]), strings.IndexByte(order, h.Class[1])
	if strings.HasSuffix(h.Class, "o") {
		row, column = column, row
	}
	x, y := margin+column*cell, gridY+row*cell
	s.box(x, y, cell-2, cell-2, fill)
	name := s.say(x+cell/2-1, y+29, 19, h.Class)
	name.bold, name.align, name.ink = true, middle, over(fill)
	worth := s.say(x+cell/2-1, y+50, 14, signed(value, 3))
	worth.align, worth.ink = middle, over(fill)
}

func bestValue(h *edge.Hand) *big.Rat {
	for _, v := range h.Choices {
		if v.Choice == h.Best {
			return v.EV
		}
	}
	return new(big.Rat)
}

// mostBars is how many results have a bar of their own.
const mostBars = 28

// nets draws how often a round comes to what; results too rare for a bar of
// their own share one.
func (s *scene) nets(w *edge.Wager) {
	s.say(barsX, gridY-14, 17, "net result of a round, in units of the "+w.Name).bold = true
	least := rarest(w)
	rest, most := new(big.Rat), new(big.Rat)
	for _, n := range w.Nets {
		if n.How.Cmp(most) > 0 {
			most = n.How
		}
	}
	y, rare := gridY, 0
	for _, n := range w.Nets {
		if n.How.Cmp(least) < 0 {
			rest.Add(rest, n.How)
			rare++
			continue
		}
		s.bar(y, signed(n.Net, 2), n.How, most)
		y += barStep
	}
	if rare > 0 {
		s.bar(y, fmt.Sprintf("%d others", rare), rest, most)
	}
}

// rarest is how often a result must come to have a bar.
func rarest(w *edge.Wager) *big.Rat {
	least := new(big.Rat)
	for {
		n := 0
		var next *big.Rat
		for _, net := range w.Nets {
			if net.How.Cmp(least) >= 0 {
				n++
				if net.How.Cmp(least) > 0 && (next == nil || net.How.Cmp(next) < 0) {
					next = net.How
				}
			}
		}
		if n <= mostBars || next == nil {
			return least
		}
		least = next
	}
}

func (s *scene) bar(y int, name string, how, most *big.Rat) {
	const from, room = barsX + 90, barsW - 200
	s.say(from-12, y+17, 15, name).align = right
	share, _ := new(big.Rat).Quo(how, most).Float64()
	fill := fills[2]
	if strings.HasPrefix(name, "-") {
		fill = fills[3]
	} else if !strings.HasPrefix(name, "+") {
		fill = fills[0]
	}
	length := max(1, int(share*room))
	s.box(from, y, length, barStep-6, fill)
	s.say(from+length+8, y+17, 14, percent(how, 3)).ink = pale
}

// signed prints a number with its sign, without zeros that say nothing.
func signed(r *big.Rat, decimals int) string {
	text := r.FloatString(decimals)
	if r.IsInt() {
		text = r.FloatString(0)
	}
	if r.Sign() > 0 {
		text = "+" + text
	}
	return text
}

func percent(r *big.Rat, decimals int) string {
	return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(decimals) + " %"
}
