package cards

// Unseen is the number of cards that a board of five leaves in the deck, and
// Holes the number of two hole cards that can be made of them.
const (
	Unseen = deckSize - 5
	Holes  = Unseen * (Unseen - 1) / 2
)

// HoleIndex is the place among the holes of a board of five of the i-th and
// j-th card left in the deck, both counted from 0 in card order, i < j < Unseen.
// Holes are ordered by the lower card, then by the higher.
func HoleIndex(i, j int) int { return i*(2*Unseen-1-i)/2 + j - i - 1 }

// Hands fills hands with the hand that each two hole cards make with the five
// cards of b, in the order of HoleIndex.
func (b Board) Hands(hands *[Holes]Hand) {
	rest := (FullDeck &^ b.held).Cards()
	at := 0
	for i, low := range rest {
		for _, high := range rest[i+1:] {
			hands[at] = Evaluate(b.held.With(low).With(high).Cards())
			at++
		}
	}
}
