package edge

import (
	"fmt"

	"croupier/games"
)

// A plan is what is known of a game before a deal is counted: its decisions,
// what its wagers come to, and which of them a paytable prices.
type plan struct {
	game   *games.Game
	root   *Node
	nodes  []*Node
	table  *table
	forms  *forms
	rivers []*Node // decisions on the full board
	turn   bool    // whether anything is decided on four cards
	facets *facets
	asides []aside
}

func newPlan(g *games.Game) (*plan, error) {
	q, err := newQuestion(g)
	if err != nil {
		return nil, err
	}
	p := &plan{game: g}
	if p.root, err = Tree(g); err != nil {
		return nil, err
	}
	if p.table, err = newTable(q); err != nil {
		return nil, err
	}
	if p.forms, err = newForms(p.table, p.root); err != nil {
		return nil, err
	}
	p.nodes = p.root.nodes()
	for _, n := range p.nodes {
		p.turn = p.turn || n.Board == 4
		if n.Board == 5 {
			p.rivers = append(p.rivers, n)
		}
		if len(n.Choices) >= undecided {
			return nil, fmt.Errorf("%s: %s has %d choices: %w", g.Name, n.Step, len(n.Choices), ErrShape)
		}
	}
	if len(p.rivers) > mostOnRiver {
		return nil, fmt.Errorf("%s: %d decisions on the full board: %w", g.Name, len(p.rivers), ErrShape)
	}
	if p.facets, err = newFacets(p); err != nil {
		return nil, err
	}
	p.asides, err = newAsides(p)
	return p, err
}
