package edge

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// ErrShape reports a game that is not one player against one dealer in the
// way this package counts.
var ErrShape = errors.New("not a game whose edge can be counted")

// A Node is a point of the round where the player has seen so many cards of
// the board and chooses.
type Node struct {
	Step  string // none for a root where nothing is decided before the flop
	Board int    // 0, 3, 4 or 5
	// Choices stand in the order in which one is taken among equals: the less
	// is bet the earlier, and a fold last.
	Choices []Choice

	id     int
	size   int     // nodes under it, itself included: their ids follow its own
	leaves []*Leaf // under it, in the order of the choices
}

// A Choice is one answer, and what follows: another decision or, where Next is
// nil, the showdown.
type Choice struct {
	Do    string
	Wager string
	Times decimal.Decimal // of the unit bet, zero where nothing is bet
	Next  *Node
	Leaf  *Leaf
}

// A Leaf is an end of the decisions.
type Leaf struct {
	Folded bool
	Stakes []decimal.Decimal // by wager of the game, in units of the first bet

	id int
}

// String names a choice as the table does: "4x", "check", "fold".
func (c *Choice) String() string {
	if c.Wager == "" {
		return c.Do
	}
	return c.Times.String() + "x"
}

// Tree walks a round of one seat that stakes one unit, and nothing on the side,
// through its prompts. Which cards fall does not change what may be decided,
// so any will do. It fails with ErrShape where decisions come at other points
// than before the flop, on it, on the turn and on the river.
func Tree(g *games.Game) (*Node, error) {
	w := walk{game: g, terms: games.DefaultTerms()}
	w.terms.Seats = 1
	prices := make(games.Prices)
	for _, wager := range g.Wagers {
		for _, row := range wager.Rows {
			if prices[wager.Name] == nil {
				prices[wager.Name] = make(map[string]games.Odds)
			}
			prices[wager.Name][row.Name] = one
		}
	}
	var err error
	if w.pays, err = g.Pays(prices); err != nil {
		return nil, err
	}
	root, leaf, err := w.from(nil)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", g.Name, err)
	case root == nil:
		root = &Node{Choices: []Choice{{Leaf: leaf}}}
	case root.Board > 0:
		root = &Node{Choices: []Choice{{Next: root}}}
	}
	number(root, new(int), new(int))
	return root, check(root)
}

var one = decimal.NewFromInt(1)

// number counts nodes and leaves from 0 and gathers the leaves under each node.
func number(n *Node, nodes, leaves *int) {
	n.id = *nodes
	*nodes++
	for i := range n.Choices {
		c := &n.Choices[i]
		if c.Next != nil {
			number(c.Next, nodes, leaves)
			n.leaves = append(n.leaves, c.Next.leaves...)
			continue
		}
		c.Leaf.id = *leaves
		*leaves++
		n.leaves = append(n.leaves, c.Leaf)
	}
	n.size = *nodes - n.id
}

// has reports whether the node of an id is n or under it.
func (n *Node) has(id uint8) bool { return int(id) >= n.id && int(id) < n.id+n.size }

func check(n *Node) error {
	if n.Board != 0 && n.Board < 3 || n.Board > 5 {
		return fmt.Errorf("%s is decided with %d cards on the board: %w", n.Step, n.Board, ErrShape)
	}
	for _, c := range n.Choices {
		if c.Next == nil {
			continue
		}
		if c.Next.Board <= n.Board {
			return fmt.Errorf("no card comes between %s and %s: %w", n.Step, c.Next.Step, ErrShape)
		}
		if err := check(c.Next); err != nil {
			return err
		}
	}
	return nil
}

// nodes lists n and the nodes under it, by id.
func (n *Node) nodes() []*Node {
	all := []*Node{n}
	for _, c := range n.Choices {
		if c.Next != nil {
			all = append(all, c.Next.nodes()...)
		}
	}
	return all
}
