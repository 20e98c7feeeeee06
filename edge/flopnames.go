package edge

import "croupier/cards"

// flopNames finds for any flop the one among the 1,755 that a renaming of suits
// makes of it.
type flopNames struct {
	at    [(deck + 1) * (deck + 1) * (deck + 1)]int16 // by its cards in any order
	named []namedFlop
}

// A namedFlop is the number of a flop among those no renaming makes equal, and
// the renaming that makes it that one.
type namedFlop struct {
	number int
	names  renaming
}

func nameFlops() *flopNames {
	f := &flopNames{}
	seen := map[cards.Set]bool{}
	for number, fl := range flops() {
		for _, names := range renamings {
			to := names.set(cards.SetOf(fl.cards[:]...))
			if seen[to] {
				continue
			}
			seen[to] = true
			f.put(to.Cards(), int16(len(f.named)))
			f.named = append(f.named, namedFlop{number, names.undo()})
		}
	}
	return f
}

// put notes the place of a flop under its cards in every order.
func (f *flopNames) put(cs cards.Cards, at int16) {
	a, b, c := cs[0], cs[1], cs[2]
	for _, order := range [...][3]cards.Card{{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
		f.at[flopKey(order)] = at
	}
}

func flopKey(cs [3]cards.Card) int {
	return (int(cs[0])*(deck+1)+int(cs[1]))*(deck+1) + int(cs[2])
}

func (f *flopNames) of(cs [3]cards.Card) *namedFlop { return &f.named[f.at[flopKey(cs)]] }

func (r renaming) undo() (u renaming) {
	for from, to := range r {
		u[to] = cards.Suit(from)
	}
	return u
}
