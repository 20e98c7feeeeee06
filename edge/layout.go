package edge

// A layout is how the deals of a state are kept: a state is a player's cards
// and the board so far, and its deals are what the other cards may be. They
// are counted by column, all of them first, and then, for each decision still
// to come (an entry), by the leaf it leads to. The first leaf of an entry is
// not kept: it has the rest.
type layout struct {
	board   int
	size    int
	columns int
	entries []entry
}

// An entry is a decision to come, with no other between it and the state.
type entry struct {
	node  *Node
	slots [][]slot  // by leaf of the node
	index [][]int16 // the same by leaf and column; -1 where none is kept
}

// A slot is where a column of a leaf is kept.
type slot struct{ column, at int16 }

// newLayout lays out the states with so many cards on the board. A column of a
// leaf that no deal comes to is left out.
func newLayout(root *Node, board, columns int, used func(leaf, column int) bool) *layout {
	l := &layout{board: board, size: columns, columns: columns}
	for _, n := range entriesOf(root, board) {
		e := entry{node: n, slots: make([][]slot, len(n.leaves)), index: make([][]int16, len(n.leaves))}
		for i := 1; i < len(n.leaves); i++ {
			e.index[i] = make([]int16, columns)
			for c := range columns {
				e.index[i][c] = -1
				if used(n.leaves[i].id, c) {
					e.index[i][c] = int16(l.size)
					e.slots[i] = append(e.slots[i], slot{int16(c), int16(l.size)})
					l.size++
				}
			}
		}
		l.entries = append(l.entries, e)
	}
	return l
}

// entriesOf lists the first decision of each way that comes after so many
// cards.
func entriesOf(n *Node, board int) []*Node {
	if n.Board > board {
		return []*Node{n}
	}
	var all []*Node
	for _, c := range n.Choices {
		if c.Next != nil {
			all = append(all, entriesOf(c.Next, board)...)
		}
	}
	return all
}

// entry returns the entry of the node, or nil.
func (l *layout) entry(n *Node) *entry {
	for i := range l.entries {
		if l.entries[i].node == n {
			return &l.entries[i]
		}
	}
	return nil
}

// leafIn is the place of a leaf among those under a node.
func leafIn(n *Node, leaf *Leaf) int {
	for i, l := range n.leaves {
		if l == leaf {
			return i
		}
	}
	return -1
}
