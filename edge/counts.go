package edge

// Counts are the deals of a game under its house rules: 2,781,381,002,400
// deals, each as often as its flop, turn and river can come in order, sorted by
// the player's class of hole cards, by what they come to and by what is
// decided. They hold no price. They are not changed once made, so that many
// may price by them at once.
type Counts struct {
	*plan
	layouts [6]*layout // by cards on the board
	roots   []root     // by class of hole cards, then by facet
	open    openDecisions
}

// Open returns how many decisions depend on the prices and are taken anew by
// every Price.
func (c *Counts) Open() int { return c.open.len() }

// layOut lays out the states of a game: used tells which columns the leaves of
// decisions on the full board have.
func (p *plan) layOut(used func(leaf, column int) bool) (ls [6]*layout) {
	columns := len(p.table.columns)
	every := func(int, int) bool { return true }
	ls[5], ls[4] = newLayout(p.root, 5, columns, every), newLayout(p.root, 4, columns, used)
	ls[3], ls[0] = ls[4], newLayout(p.root, 0, columns, every)
	if p.turn {
		ls[3] = newLayout(p.root, 3, columns, every)
	}
	return ls
}
