package demo

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"croupier/house"
	"croupier/paytables"
)

// draft proposes a paytable of trips at which the player would have the advantage,
// and has it priced: the gate would not let it pass.
func (c *casino) draft(ctx context.Context) error {
	p, err := paytables.Default("trips-2")
	if err != nil {
		return err
	}
	p.Name, p.Rows = "trips-weekend", slices.Clone(p.Rows) // the shipped rows are everybody's
	for i := range p.Rows {
		if p.Rows[i].Name == "full house" {
			p.Rows[i].Odds = decimal.NewFromInt(9)
		}
	}
	var proposal house.Proposal
	err = c.step(&proposal)(c.office.Draft(ctx, by(author, ""), house.Draft{
		Title: "Trips for the weekend", Tables: c.tables[:1],
		Change: &house.Patch{Paytables: map[string]*paytables.Paytable{p.Wager: &p}},
	}))
	if err != nil {
		return err
	}
	return c.step(nil)(c.office.Price(ctx, by(author, ""), proposal.ID))
}
