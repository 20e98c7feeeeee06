package edge

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"croupier/cards"
	"croupier/games"
)

// ErrNothing reports a hand with which nothing is decided.
var ErrNothing = errors.New("nothing is decided here")

// A Position is what a seat knows when it decides.
type Position struct {
	Hole  [2]cards.Card
	Board []cards.Card // 3, 4 or 5
	After []string     // the choices made so far; may be left out where the board tells
}

// Advice is what each choice is worth with a hand, and the best.
type Advice struct {
	Step    string
	Choices []Value
	Best    string
}

// Advise goes through every card that may still come and every hand of the
// dealer, one by one, and returns what each choice is worth at the prices, if
// all later ones are the best. It shares no count with Count, and is its check.
// It fails with ErrNothing where the game asks nothing then; what is decided
// before the flop is in the chart of a Report.
func Advise(g *games.Game, prices games.Prices, at Position) (Advice, error) {
	if _, err := g.Pays(prices); err != nil {
		return Advice{}, err
	}
	plan, err := newPlan(g)
	if err != nil {
		return Advice{}, err
	}
	p := &pricing{Counts: &Counts{plan: plan}, prices: prices}
	if err := p.weigh(); err != nil {
		return Advice{}, err
	}
	n, err := plan.node(&at)
	if err != nil {
		return Advice{}, err
	}
	a := adviser{p, at.Hole}
	return p.advice(n, a.values(n, at.Board), a.deals(len(at.Board))), nil
}

// Advise returns what each choice before the flop is worth with hole cards. It
// fails with ErrNothing where nothing is decided there.
func (r *Report) Advise(hole [2]cards.Card) (Advice, error) {
	if r.Preflop == "" {
		return Advice{}, fmt.Errorf("%s: before the flop: %w", r.Game, ErrNothing)
	}
	if cards.SetOf(hole[:]...).Len() != len(hole) {
		return Advice{}, fmt.Errorf("%v: a card comes twice or is not known: %w", cards.Cards(hole[:]), games.ErrCards)
	}
	h := &r.Chart[classOfHole(hole[0], hole[1])]
	return Advice{r.Preflop, h.Choices, h.Best}, nil
}

// node finds the decision of a position.
func (p *plan) node(at *Position) (*Node, error) {
	known := cards.SetOf(at.Hole[:]...) | cards.SetOf(at.Board...)
	if known.Len() != len(at.Hole)+len(at.Board) {
		return nil, fmt.Errorf("%v and %v: a card comes twice or is not known: %w", cards.Cards(at.Hole[:]), cards.Cards(at.Board), games.ErrCards)
	}
	n := p.root
	if n.Step == "" {
		n = n.Choices[0].Next
	}
	for after := at.After; n != nil && (len(after) > 0 || n.Board < len(at.Board)); {
		var next *Node
		for i := range n.Choices {
			if c := &n.Choices[i]; c.Next != nil && (len(after) == 0 || after[0] == c.String()) {
				next = c.Next
				break
			}
		}
		n, after = next, after[min(1, len(after)):]
	}
	if n == nil || n.Board != len(at.Board) {
		return nil, fmt.Errorf("%s: with %d cards on the board after %q: %w", p.game.Name, len(at.Board), strings.Join(at.After, ", "), ErrNothing)
	}
	return n, nil
}

func (p *pricing) advice(n *Node, values []wide, deals int64) Advice {
	a := Advice{Step: n.Step}
	all := new(big.Int).Mul(p.scale, big.NewInt(deals))
	best := 0
	for k, v := range values {
		a.Choices = append(a.Choices, Value{n.Choices[k].String(), new(big.Rat).SetFrac(v.big(), all)})
		if v.compare(values[best]) > 0 {
			best = k
		}
	}
	a.Best = a.Choices[best].Choice
	return a
}

// An adviser goes through the deals of one player's hole cards.
type adviser struct {
	*pricing
	hole [2]cards.Card
}

// deals is the number of ways the rest of the board, in order, and the dealer's
// cards can fall.
func (a *adviser) deals(board int) int64 {
	n := int64(dealers)
	for ; board < 5; board++ {
		n *= int64(deck - len(a.hole) - board)
	}
	return n
}

// values are what the choices are worth, summed over the deals.
func (a *adviser) values(n *Node, board []cards.Card) []wide {
	values := make([]wide, len(n.Choices))
	a.eachBoard(board, 5, func(full []cards.Card, orders int64) {
		vec := a.columns(full)
		for k := range n.Choices {
			if leaf := n.Choices[k].Leaf; leaf != nil {
				values[k].add(orders, a.worthOf(leaf, vec))
			}
		}
	})
	for k := range n.Choices {
		next := n.Choices[k].Next
		if next == nil {
			continue
		}
		a.eachBoard(board, next.Board, func(more []cards.Card, orders int64) {
			best := wide{}
			for i, v := range a.values(next, more) {
				if i == 0 || v.compare(best) > 0 {
					best = v
				}
			}
			values[k].add(orders, best)
		})
	}
	for k := range values {
		values[k] = values[k].ordered()
	}
	return values
}

// eachBoard calls do with every board of n cards that begins with the board,
// and in how many orders the new ones can come.
func (a *adviser) eachBoard(board []cards.Card, n int, do func(board []cards.Card, orders int64)) {
	left := (cards.FullDeck &^ cards.SetOf(board...) &^ cards.SetOf(a.hole[:]...)).Cards()
	switch n - len(board) {
	case 0:
		do(board, 1)
	case 1:
		for _, c := range left {
			do(append(board[:len(board):len(board)], c), 1)
		}
	default:
		for j, d := range left {
			for _, c := range left[:j] {
				do(append(board[:len(board):len(board)], c, d), 2)
			}
		}
	}
}

// columns counts the dealer's hands on a full board.
func (a *adviser) columns(board []cards.Card) []int32 {
	vec := make([]int32, len(a.table.columns))
	var laid cards.Board
	for _, c := range board {
		laid.Add(c)
	}
	six := laid
	six.Add(a.hole[0])
	player := six.With(a.hole[1])
	column := &a.table.column[a.table.classOf[player]]
	left := (cards.FullDeck &^ cards.SetOf(board...) &^ cards.SetOf(a.hole[:]...)).Cards()
	for j, d := range left {
		six := laid
		six.Add(d)
		for _, c := range left[:j] {
			vec[column[a.table.situationOf(player, six.With(c))]]++
		}
	}
	return vec
}

func (a *adviser) worthOf(leaf *Leaf, vec []int32) (w wide) {
	for column, n := range vec {
		w.add(int64(n), a.worth[leaf.id][column])
	}
	return w.ordered()
}
