package edge

import (
	"slices"

	"croupier/cards"
)

// dealers is the number of hands the dealer may hold against one player.
const dealers = 45 * 44 / 2

// A cell is what one pair of hole cards meets on one full board: its class,
// and how many of the 990 hands of the dealer put it in each situation.
type cell struct {
	n     [situations]int16
	class uint8
	picks uint16 // of the decisions on the full board, four bits each
}

// A sweep judges every pair of hole cards of a board against every hand of
// the dealer at once: it sorts the pairs by hand and walks upward with running
// totals, and for the cards a player holds takes away the dealer's hands that
// contain them.
type sweep struct {
	palette *palette
	table   *table
	hands   [cards.Holes]cards.Hand
	left    [suitedTypes]int8   // cards of each type not on the board
	first   [suitedTypes][2]int // where the first two of them stand among the 47
	order   []uint32            // hand<<16 | pair of types
	cell    cell
	below   total // the dealer's hands lower than the one reached
	shut    total // that do not qualify
}

// A total is a number of the dealer's hands, and of those that contain one
// certain card, by its type.
type total struct {
	all  int32
	with [suitedTypes]int32
}

// add counts every hand that is a pair of the types.
func (t *total) add(s *sweep, x, y int) {
	if x == y {
		t.all += int32(s.left[x]) * int32(s.left[x]-1) / 2
		t.with[x] += int32(s.left[x] - 1)
		return
	}
	t.all += int32(s.left[x]) * int32(s.left[y])
	t.with[x] += int32(s.left[y])
	t.with[y] += int32(s.left[x])
}

// without is the number of hands that contain neither of two cards; both of
// them together are counted twice and must be added again where counted.
func (t *total) without(x, y int) int32 { return t.all - t.with[x] - t.with[y] }

func (t *total) merge(o *total) {
	t.all += o.all
	for i := range t.with {
		t.with[i] += o.with[i]
	}
}

// run fills the cell of each pair of types of the board, and lets decide add
// to it.
func (s *sweep) run(b *board, cells func(h int) *cell, decide func(*cell)) {
	s.rank(b)
	s.below, s.shut = total{}, total{}
	for _, k := range s.order {
		if cards.Hand(k>>16) >= s.table.qualifies {
			break
		}
		x, y := pairTypes(k)
		s.shut.add(s, x, y)
	}
	for at := 0; at < len(s.order); {
		at = s.group(at, cells, decide)
	}
}

// group counts for all pairs of the hand at a place and returns where the next
// begins.
func (s *sweep) group(at int, cells func(h int) *cell, decide func(*cell)) int {
	h := cards.Hand(s.order[at] >> 16)
	var equal total
	end := at
	for ; end < len(s.order) && cards.Hand(s.order[end]>>16) == h; end++ {
		x, y := pairTypes(s.order[end])
		equal.add(s, x, y)
	}
	class := s.table.classOf[h]
	for _, k := range s.order[at:end] {
		x, y := pairTypes(k)
		s.cell = cell{class: class, n: s.count(h, x, y, &equal)}
		decide(&s.cell)
		*cells(int(k & 0xffff)) = s.cell
	}
	s.below.merge(&equal)
	return end
}

func (s *sweep) count(h cards.Hand, x, y int, equal *total) (n [situations]int16) {
	lower, same := s.below.without(x, y), equal.without(x, y)+1
	higher, shut := dealers-lower-same, s.shut.without(x, y)
	if h >= s.table.qualifies {
		n[winsOpen], n[wins] = int16(shut), int16(lower-shut)
		n[ties], n[loses] = int16(same), int16(higher)
		return n
	}
	shut++ // the player's own two cards
	n[winsOpen], n[tiesOpen] = int16(lower), int16(same)
	n[losesOpen] = int16(shut - lower - same)
	n[loses] = int16(higher) - n[losesOpen]
	return n
}

// rank puts the pairs of types in the order of their hands. It lays out a
// board of real cards: those of the suit spades, the others with suits going
// round, so that no other flush can be.
func (s *sweep) rank(b *board) {
	var laid cards.Board
	for i, t := range b.types[:b.n] {
		switch {
		case s.palette == plain:
			laid.Add(cards.Of(cards.Rank(t), cards.Suit(i%suits)))
		case int(t) < ranks:
			laid.Add(cards.Of(cards.Rank(t), cards.Spades))
		default:
			laid.Add(cards.Of(cards.Rank(int(t)-ranks), cards.Suit(i%(suits-1))))
		}
	}
	laid.Hands(&s.hands)
	s.place(cards.FullDeck &^ laid.Held())
	s.order = s.order[:0]
	for y := range s.palette.copies {
		for x := range y + 1 {
			if i, j, ok := s.sample(x, y); ok {
				s.order = append(s.order, uint32(s.hands[cards.HoleIndex(i, j)])<<16|uint32(holeOf(x, y)))
			}
		}
	}
	slices.Sort(s.order)
}

// place notes what is left of each type, and where.
func (s *sweep) place(left cards.Set) {
	s.left = [suitedTypes]int8{}
	for i, c := range left.Cards() {
		t := int(c.Rank())
		if s.palette == suited {
			t = typeOf(c, cards.Spades)
		}
		if s.left[t] < 2 {
			s.first[t][s.left[t]] = i
		}
		s.left[t]++
	}
}

// sample is one pair of cards of the types, if there is any.
func (s *sweep) sample(x, y int) (i, j int, ok bool) {
	if x == y {
		return s.first[x][0], s.first[x][1], s.left[x] > 1
	}
	i, j = s.first[x][0], s.first[y][0]
	return min(i, j), max(i, j), s.left[x] > 0 && s.left[y] > 0
}

// pairOf undoes holeOf.
var pairOf = func() (ps [suitedTypes * (suitedTypes + 1) / 2][2]uint8) {
	for y := range suitedTypes {
		for x := range y + 1 {
			ps[holeOf(x, y)] = [2]uint8{uint8(x), uint8(y)}
		}
	}
	return ps
}()

func pairTypes(k uint32) (x, y int) {
	p := &pairOf[k&0xffff]
	return int(p[0]), int(p[1])
}
