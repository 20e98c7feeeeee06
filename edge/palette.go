package edge

import "croupier/cards"

// A palette is the deck as seen when at most one suit matters, the cards that
// look alike as one type. At showdown at most one suit can have the three
// cards on the board that a flush needs, so two palettes are enough: the plain
// one, where no flush can be and only ranks count (13 types of four cards),
// and the suited one, where one suit has three or more (13 types of one card
// of it, 13 of three cards of the others).
type palette struct {
	copies []int8 // of each type
	boards [6]*level
	holes  int // pairs of types, x <= y at y*(y+1)/2 + x
}

// A level is the boards of so many cards, up to types.
type level struct {
	boards []board
	// next is the board one card of the type more makes, by board and type, or
	// -1; the suited palette keeps only what can still come to three of the suit.
	next []int32
	// free is how many cards of the type there are for it, player's cards aside.
	free []int8
	at   map[uint32]int32
}

// A board is the types of its cards in order.
type board struct {
	types [5]int8
	n     int8
}

const (
	plainTypes  = ranks
	suitedTypes = 2 * ranks
)

var (
	plain  = newPalette(plainTypes, func(int) int8 { return int8(suits) }, func(*board) bool { return true })
	suited = newPalette(suitedTypes, ofTheSuit, flushable)
)

func ofTheSuit(typ int) int8 {
	if typ < ranks {
		return 1
	}
	return int8(suits) - 1
}

// flushable reports whether five cards, of which these are some, can have three
// of the suit.
func flushable(b *board) bool {
	n := int8(0)
	for _, t := range b.types[:b.n] {
		if int(t) < ranks {
			n++
		}
	}
	return n >= b.n-2
}

func newPalette(types int, copies func(int) int8, keep func(*board) bool) *palette {
	p := &palette{holes: holeOf(0, types)}
	for t := range types {
		p.copies = append(p.copies, copies(t))
	}
	for n := 3; n <= 5; n++ {
		l := &level{at: map[uint32]int32{}}
		p.gather(l, &board{}, n, 0, keep)
		p.boards[n] = l
	}
	p.link(p.boards[3], p.boards[4])
	p.link(p.boards[4], p.boards[5])
	return p
}

// gather lists the multisets of n types.
func (p *palette) gather(l *level, b *board, n, from int, keep func(*board) bool) {
	if int(b.n) == n {
		if keep(b) {
			l.at[b.key()] = int32(len(l.boards))
			l.boards = append(l.boards, *b)
		}
		return
	}
	for t := from; t < len(p.copies); t++ {
		if b.count(t) == p.copies[t] {
			continue
		}
		more := *b
		more.types[more.n] = int8(t)
		more.n++
		p.gather(l, &more, n, t, keep)
	}
}

func (p *palette) link(l, above *level) {
	l.next = make([]int32, len(l.boards)*len(p.copies))
	l.free = make([]int8, len(l.next))
	for i := range l.boards {
		for t := range p.copies {
			at := i*len(p.copies) + t
			b := l.boards[i].with(t)
			next, ok := above.at[b.key()]
			if !ok {
				next = -1
			}
			l.next[at], l.free[at] = next, p.copies[t]-l.boards[i].count(t)
		}
	}
}

func (b *board) count(typ int) (n int8) {
	for _, t := range b.types[:b.n] {
		if int(t) == typ {
			n++
		}
	}
	return n
}

// with is b and one card more, in order. b must hold fewer than five.
func (b *board) with(typ int) board {
	more := *b
	i := int(more.n)
	if i == len(more.types) {
		return more
	}
	for ; i > 0 && int(more.types[i-1]) > typ; i-- {
		more.types[i] = more.types[i-1]
	}
	more.types[i] = int8(typ)
	more.n++
	return more
}

// key tells boards of one size apart: five bits a type.
func (b *board) key() (k uint32) {
	for _, t := range b.types[:b.n] {
		k = k<<5 | uint32(t)
	}
	return k
}

// holeOf numbers a pair of types, x <= y.
func holeOf(x, y int) int { return y*(y+1)/2 + x }

// hole numbers the pair of types of two cards, whichever is lower.
func hole(x, y int) int { return holeOf(min(x, y), max(x, y)) }

// typeOf is the type of a card where the suit matters.
func typeOf(c cards.Card, s cards.Suit) int {
	if c.Suit() == s {
		return int(c.Rank())
	}
	return ranks + int(c.Rank())
}

// plainHole is the pair of ranks of a pair of types of the suited palette.
func plainHole(x, y int) int { return hole(x%ranks, y%ranks) }

// plainBoard is a board of the suited palette with its suits forgotten.
func (b *board) plainBoard() board {
	var p board
	for _, t := range b.types[:b.n] {
		p = p.with(int(t) % ranks)
	}
	return p
}

// fits reports whether hole cards of the types are left beside the board.
func (p *palette) fits(b *board, x, y int) bool {
	if x == y {
		return b.count(x)+2 <= p.copies[x]
	}
	return b.count(x) < p.copies[x] && b.count(y) < p.copies[y]
}
