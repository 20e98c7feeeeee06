package edge

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"croupier/games"
)

// methodVersion changes whenever counts are made or kept in another way.
const methodVersion = 1

// An Identity names the counts of a game under its house rules: a digest of
// all the rules say that counting asks them, and of the version of the method.
// A change of either names other counts.
type Identity [sha256.Size]byte

// String returns the identity in hexadecimal.
func (id Identity) String() string { return fmt.Sprintf("%x", id[:]) }

// Identify returns the identity of the counts of the game, without counting.
func Identify(g *games.Game) (Identity, error) {
	p, err := newPlan(g)
	if err != nil {
		return Identity{}, err
	}
	return p.identity(), nil
}

func (p *plan) identity() Identity {
	var b strings.Builder
	fmt.Fprintf(&b, "croupier counts %d\n%q\n", methodVersion, p.game.Name)
	for _, w := range p.game.Wagers {
		fmt.Fprintf(&b, "wager %q %t %q %t %d\n", w.Name, w.Required, w.Equals, w.Later, w.Looks)
	}
	for i, row := range p.table.question.rows {
		fmt.Fprintf(&b, "row %d %q %q\n", i, row.wager, row.row)
	}
	for _, n := range p.nodes {
		for i := range n.Choices {
			c := &n.Choices[i]
			fmt.Fprintf(&b, "choice %d %q %d %q %q %s", n.id, n.Step, n.Board, c.Do, c.Wager, c.Times)
			if c.Leaf != nil {
				fmt.Fprintf(&b, " %t %v", c.Leaf.Folded, c.Leaf.Stakes)
			}
			b.WriteString("\n")
		}
	}
	p.table.describe(&b)
	fmt.Fprintf(&b, "facets %x\n", p.facets.of)
	for _, a := range p.asides {
		fmt.Fprintf(&b, "aside %d %t %v %v\n", a.wager, a.byClass, a.counts, a.byFacet)
	}
	return sha256.Sum256([]byte(b.String()))
}

// describe writes all the table tells.
func (t *table) describe(b *strings.Builder) {
	fmt.Fprintf(b, "qualifies %d\nclasses %x\n", t.qualifies, t.classOf)
	for class, columns := range t.column {
		fmt.Fprintf(b, "class %d %v\n", class, columns)
	}
	for i, c := range t.columns {
		fmt.Fprintf(b, "column %d %s\n", i, c.key())
	}
}
