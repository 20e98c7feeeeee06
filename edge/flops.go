package edge

import (
	"slices"

	"croupier/cards"
)

// A flop is three cards, and how many flops are the same but for the names of
// the suits.
type flop struct {
	cards [3]cards.Card
	times int64
}

// A renaming gives each suit another's name.
type renaming [suits]cards.Suit

var renamings = func() (all []renaming) {
	for i := range 256 {
		r := renaming{cards.Suit(i & 3), cards.Suit(i >> 2 & 3), cards.Suit(i >> 4 & 3), cards.Suit(i >> 6)}
		if r[0] != r[1] && r[0] != r[2] && r[0] != r[3] && r[1] != r[2] && r[1] != r[3] && r[2] != r[3] {
			all = append(all, r)
		}
	}
	return all
}()

func (r *renaming) card(c cards.Card) cards.Card { return cards.Of(c.Rank(), r[c.Suit()]) }

func (r *renaming) set(s cards.Set) (to cards.Set) {
	for _, c := range s.Cards() {
		to = to.With(r.card(c))
	}
	return to
}

// flops lists the 1,755 flops that no renaming makes equal.
func flops() []flop {
	var all []flop
	at := map[cards.Set]int{}
	for a := cards.Card(1); int(a) <= deck; a++ {
		for b := cards.Card(1); b < a; b++ {
			for c := cards.Card(1); c < b; c++ {
				least := cards.SetOf(a, b, c)
				for i := range renamings {
					least = min(least, renamings[i].set(cards.SetOf(a, b, c)))
				}
				i, ok := at[least]
				if !ok {
					i = len(all)
					at[least] = i
					all = append(all, flop{cards: [3]cards.Card{c, b, a}})
				}
				all[i].times++
			}
		}
	}
	return all
}

const deck = ranks * suits

// A pocket is hole cards beside a flop, and how many are the same but for the
// names of the suits.
type pocket struct {
	cards [2]cards.Card
	times int64
}

// pockets lists the hole cards beside a flop that no renaming which leaves the
// flop alone makes equal.
func (f *flop) pockets() []pocket {
	board := cards.SetOf(f.cards[:]...)
	stay := slices.DeleteFunc(slices.Clone(renamings), func(r renaming) bool { return r.set(board) != board })
	left := (cards.FullDeck &^ board).Cards()
	var all []pocket
	var at [(deck + 1) * (deck + 1)]int16 // in all, from 1, by both cards
	for i, b := range left {
		for _, a := range left[:i] {
			least := int(a)*(deck+1) + int(b)
			for k := range stay {
				x, y := stay[k].card(a), stay[k].card(b)
				least = min(least, int(min(x, y))*(deck+1)+int(max(x, y)))
			}
			if at[least] == 0 {
				all = append(all, pocket{cards: [2]cards.Card{cards.Card(least / (deck + 1)), cards.Card(least % (deck + 1))}})
				at[least] = int16(len(all))
			}
			all[at[least]-1].times++
		}
	}
	return all
}

// A source is where a part of a state's deals is: the plain states, and those
// of each suit that can still make a flush.
type source struct {
	states *lifted
	board  int32
	holes  *holeTable
}

// A holeTable numbers the pair of types of two cards.
type holeTable [deck + 1][deck + 1]int16

var plainHoles, suitedHoles = func() (p *holeTable, s [suits]*holeTable) {
	p = newHoleTable(func(c cards.Card) int { return int(c.Rank()) })
	for suit := range s {
		s[suit] = newHoleTable(func(c cards.Card) int { return typeOf(c, cards.Suit(suit)) })
	}
	return p, s
}()

func newHoleTable(typ func(cards.Card) int) *holeTable {
	var t holeTable
	for a := cards.Card(1); int(a) <= deck; a++ {
		for b := cards.Card(1); int(b) <= deck; b++ {
			t[a][b] = int16(hole(typ(a), typ(b)))
		}
	}
	return &t
}

// sources lists where the deals of states with this board are, of three cards
// or of four.
func (c *counter) sources(states [2]*lifted, cs []cards.Card) []source {
	all := []source{{states[0], boardOf(plain, cs, func(card cards.Card) int { return int(card.Rank()) }), plainHoles}}
	var of [suits]int
	for _, card := range cs {
		of[card.Suit()]++
	}
	for s, n := range of {
		if n >= len(cs)-2 && n > 0 {
			at := boardOf(suited, cs, func(card cards.Card) int { return typeOf(card, cards.Suit(s)) })
			all = append(all, source{states[1], at, suitedHoles[s]})
		}
	}
	return all
}

// boardOf is the number of a board in a palette that has it.
func boardOf(p *palette, cs []cards.Card, typ func(cards.Card) int) int32 {
	var b board
	for _, card := range cs {
		b = b.with(typ(card))
	}
	return p.boards[len(cs)].at[b.key()]
}
