package edge

import "math/big"

// Exposure is the most one seat can win in one round where the first bet and
// each side bet stand at their limits, given by wager; a side bet without one
// is not counted. A cap of the table cuts it. Side bets are taken at their
// best together with the base game, which no deal need allow: it is a bound.
func (r *Report) Exposure(limits map[string]*big.Rat, limit *big.Rat) *big.Rat {
	most := new(big.Rat)
	for i := range r.Wagers {
		if stake := limits[r.Wagers[i].Name]; stake != nil {
			most.Add(most, new(big.Rat).Mul(stake, r.Wagers[i].Most))
		}
	}
	if limit != nil && limit.Sign() > 0 && most.Cmp(limit) > 0 {
		return limit
	}
	return most
}
