package edge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/games"
	"croupier/games/all"
)

// build returns a game of the house by its name and its rules as "rule=value".
func build(t testing.TB, name string, rules ...string) *games.Game {
	t.Helper()
	e, err := all.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	house := games.House{}
	for _, rule := range rules {
		k, v, _ := strings.Cut(rule, "=")
		house[k] = v
	}
	g, _, err := e.Build(games.Setup{House: house})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sketch writes a tree as one line a choice: step, cards on the board, choice,
// and at an end the stakes.
func sketch(n *Node, b *strings.Builder) {
	for i := range n.Choices {
		c := &n.Choices[i]
		fmt.Fprintf(b, "%s %d %s", n.Step, n.Board, c)
		if c.Leaf != nil {
			fmt.Fprintf(b, " %v", c.Leaf.Stakes)
			if c.Leaf.Folded {
				b.WriteString(" folded")
			}
		}
		b.WriteString("\n")
		if c.Next != nil {
			sketch(c.Next, b)
		}
	}
}

func TestTree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, house, want string }{
		{"ultimate-texas-holdem", "trips_on_fold=forfeit", `preflop 0 check
after flop 3 check
after river 5 1x [1 1 0 1]
after river 5 fold [1 1 0 0] folded
after flop 3 2x [1 1 0 2]
preflop 0 3x [1 1 0 3]
preflop 0 4x [1 1 0 4]
`},
		{"ultimate-texas-holdem", "preflop_multiples=3", `preflop 0 check
after flop 3 check
after river 5 1x [1 1 0 1]
after river 5 fold [1 1 0 0] folded
after flop 3 2x [1 1 0 2]
preflop 0 3x [1 1 0 3]
`},
		{"texas-holdem-bonus", "ante_pays_from=straight", `flop bet 0 2x
turn bet 3 check
river bet 4 check [1 0 2 0 0]
river bet 4 1x [1 0 2 0 1]
turn bet 3 1x
river bet 4 check [1 0 2 1 0]
river bet 4 1x [1 0 2 1 1]
flop bet 0 fold [1 0 0 0 0] folded
`},
	} {
		root, err := Tree(build(t, c.game, c.house))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		sketch(root, &b)
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.game, c.house, diff)
		}
	}
}
