package cards

// A Board is five to seven cards that are added one at a time. The zero Board
// is empty; a Board may be copied.
type Board struct {
	held Set
}

// Add puts one more known card, not yet in b, on b.
func (b *Board) Add(c Card) { b.held = b.held.With(c) }

// Hand is the hand of the five, six or seven cards of b.
func (b Board) Hand() Hand { return Evaluate(b.held.Cards()) }

// With is the hand of the six cards of b and a seventh.
func (b Board) With(c Card) Hand { return Evaluate(b.held.With(c).Cards()) }

// Held is the set of cards on b.
func (b Board) Held() Set { return b.held }
