package edge

import (
	"math/big"
	"slices"
)

// A spread adds up how often a wager comes to what.
type spread struct {
	name  string
	deals int64
	stake *big.Rat // of all deals
	nets  []spreadNet
	rows  []spreadRow
}

type spreadNet struct {
	net   *big.Rat
	deals int64
}

type spreadRow struct {
	row   string
	odds  *big.Rat
	deals int64
	value *big.Rat // of all deals
}

func newSpread(name string) *spread { return &spread{name: name, stake: new(big.Rat)} }

// add counts deals that come to a net result.
func (s *spread) add(net, stake *big.Rat, deals int64) {
	n := new(big.Rat).SetInt64(deals)
	s.deals += deals
	s.stake.Add(s.stake, new(big.Rat).Mul(stake, n))
	for i := range s.nets {
		if s.nets[i].net.Cmp(net) == 0 {
			s.nets[i].deals += deals
			return
		}
	}
	s.nets = append(s.nets, spreadNet{net, deals})
}

// addOutcome counts deals where so much is staked and comes to an outcome. A
// wager that is not made comes to nothing.
func (s *spread) addOutcome(p *pricing, o outcome, stake *big.Rat, deals int64) {
	odds := p.rat(o)
	net := new(big.Rat).Mul(stake, odds)
	s.add(net, stake, deals)
	if stake.Sign() == 0 {
		return
	}
	row := fixedRow(odds)
	if o.row != fixed {
		row = p.table.question.rows[o.row].row
	}
	value := new(big.Rat).SetInt64(deals)
	value.Mul(value, net)
	for i := range s.rows {
		if r := &s.rows[i]; r.row == row && r.odds.Cmp(odds) == 0 {
			r.deals += deals
			r.value.Add(r.value, value)
			return
		}
	}
	s.rows = append(s.rows, spreadRow{row, odds, deals, value})
}

// fixedRow names what the rules pay without a paytable.
func fixedRow(odds *big.Rat) string {
	switch odds.Sign() {
	case -1:
		return "lose"
	case 0:
		return "push"
	}
	return "win"
}

// wager is the spread as fractions of all deals.
func (s *spread) wager() Wager {
	all := new(big.Rat).SetInt64(s.deals)
	w := Wager{
		Name: s.name, EV: new(big.Rat), Variance: new(big.Rat), Hit: new(big.Rat), Most: new(big.Rat),
		Stake: new(big.Rat).Quo(s.stake, all),
	}
	slices.SortFunc(s.nets, func(a, b spreadNet) int { return a.net.Cmp(b.net) })
	square := new(big.Rat)
	for _, n := range s.nets {
		how := big.NewRat(n.deals, s.deals)
		part := new(big.Rat).Mul(n.net, how)
		w.EV.Add(w.EV, part)
		square.Add(square, part.Mul(part, n.net))
		if n.net.Sign() > 0 {
			w.Hit.Add(w.Hit, how)
		}
		w.Nets = append(w.Nets, Net{n.net, how})
		w.Most = n.net
	}
	w.Variance.Sub(square, new(big.Rat).Mul(w.EV, w.EV))
	slices.SortStableFunc(s.rows, func(a, b spreadRow) int { return b.odds.Cmp(a.odds) })
	for _, r := range s.rows {
		w.Rows = append(w.Rows, Share{r.row, r.odds, big.NewRat(r.deals, s.deals), r.value.Quo(r.value, all)})
	}
	return w
}
