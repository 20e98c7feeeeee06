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
