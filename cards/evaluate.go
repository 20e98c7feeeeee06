package cards

import "fmt"

var byRules = newOrder()

// Evaluate gives the best hand of five among five, six or seven cards, which
// must be known and distinct. It panics on another number of cards and on a
// card that is not known.
func Evaluate(cs []Card) Hand {
	if len(cs) < 5 || len(cs) > 7 {
		panic(fmt.Sprintf("cards: evaluate %d cards, not 5, 6 or 7", len(cs)))
	}
	var (
		t     tally
		suits [4]ranks
	)
	for _, c := range cs {
		if !c.Known() {
			panic(fmt.Sprintf("cards: evaluate %v, which is not known", c))
		}
		t.add(c.Rank())
		suits[c.Suit()] |= 1 << c.Rank()
	}
	for _, m := range suits {
		if m.len() >= 5 {
			return byRules.suited(m)
		}
	}
	return byRules.unsuited(t)
}

// Eval7 is Evaluate of seven cards.
func Eval7(cs *[7]Card) Hand { return Evaluate(cs[:]) }
