package house

import (
	"context"
	"fmt"
	"strings"

	"croupier/edge"
	"croupier/games"
	"croupier/games/all"
	"croupier/paytables"
	"croupier/shelf"
)

// Choose returns the paytable of each wager that has one: the one given for
// it, or the game's default. A wager that has neither is left out, and so is one
// that is given a paytable without rows: it is not offered. Each prices exactly the
// game's rows; errors are a *SpecError that names the wager.
func Choose(g *games.Game, given map[string]paytables.Paytable) (map[string]paytables.Paytable, error) {
	for wager := range given {
		if i := g.Index(wager); i < 0 || len(g.Wagers[i].Rows) == 0 {
			return nil, wrong("paytables."+wager, "%s has no such wager with a paytable: %w", g.Name, paytables.ErrOther)
		}
	}
	chosen := map[string]paytables.Paytable{}
	for _, wager := range g.Priced() {
		p, named := given[wager]
		usual := g.Wagers[g.Index(wager)].Paytable
		if !named && usual == "" || named && len(p.Rows) == 0 {
			continue // not offered, if it is optional
		}
		var err error
		if !named {
			p, err = paytables.Default(usual)
		} else if p.Game, _, _ = strings.Cut(or(p.Game, g.Name), "/"); p.Wager != wager {
			err = fmt.Errorf("%.60q prices %.60q: %w", p.Name, p.Wager, paytables.ErrOther)
		}
		if err == nil {
			err = p.Check(g)
		}
		if err != nil {
			return nil, &SpecError{"paytables." + wager, err}
		}
		p.Name = or(p.Name, "unnamed") // written inline
		chosen[wager] = p
	}
	return chosen, nil
}

// Prices returns the net odds of the paytables, by wager.
func Prices(chosen map[string]paytables.Paytable) games.Prices {
	prices := games.Prices{}
	for wager, p := range chosen {
		prices[wager] = p.Prices()
	}
	return prices
}

// An Offer is what management would put on the felt. What a paytable needs
// of the house rules is not asked of it: what is wrong with it is for the edge
// to show.
type Offer struct {
	Game      string
	House     games.House
	Paytables map[string]paytables.Paytable // by wager; none: the game's default
	InForce   map[string]paytables.Paytable // what changes are measured against; nil: nothing
	Policies  map[string]edge.Policy        // by wager; "" is that of the others
}

// An Appraisal is what an offer costs the players, exactly, and whether it
// may go live.
type Appraisal struct {
	Report  *edge.Report
	House   games.House // every default filled in
	Verdict edge.Verdict
	// Warnings are house rules its paytables need and do not get.
	Warnings []error
}

// Appraise prices the offer from the counts of its game, which are made
// where the shelf does not have them. It fails with a *SpecError on what
// cannot be priced, and when ctx ends.
func (p Offer) Appraise(ctx context.Context, s *shelf.Shelf, o edge.Options) (*Appraisal, error) {
	edition, err := all.Find(p.Game)
	if err != nil {
		return nil, &SpecError{"game", err}
	}
	game, setup, err := edition.Build(games.Setup{House: p.House})
	if err != nil {
		return nil, &SpecError{"house", err}
	}
	chosen, err := Choose(game, p.Paytables)
	if err != nil {
		return nil, err
	}
	a := &Appraisal{House: setup.House}
	for _, t := range chosen {
		if err := t.CheckHouse(setup.House); err != nil {
			a.Warnings = append(a.Warnings, err)
		}
	}
	counts, err := s.Counts(ctx, edition, setup, o)
	if counts == nil {
		return nil, err
	}
	if err != nil {
		a.Warnings = append(a.Warnings, err) // counted, and not kept
	}
	if a.Report, err = price(counts, chosen); err != nil {
		return nil, err
	}
	var before *edge.Report
	if p.InForce != nil {
		old, err := Choose(game, p.InForce)
		if err == nil {
			before, err = price(counts, old)
		}
		if err != nil {
			return nil, fmt.Errorf("in force: %w", err)
		}
	}
	a.Verdict = edge.Judge(a.Report, p.Policies, before)
	return a, nil
}

func price(counts *edge.Counts, chosen map[string]paytables.Paytable) (*edge.Report, error) {
	r, err := counts.Price(Prices(chosen))
	if err != nil {
		return nil, &SpecError{"paytables", err}
	}
	return r, nil
}
