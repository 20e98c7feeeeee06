package cards

import (
	_ "embed"
	"encoding/binary"
)

//go:generate go run ./internal/packing/generate

// The evaluator adds up one key a card. In the sum the ranks held have become a
// row (the top 13 bits) and a column (the low 16), which differ for any two
// choices of ranks; between them each suit has a field of eight bits. A card
// adds suitBase to each field and suitStep more to its own, so with seven cards
// the top bit of a field is set exactly when five or more share its suit.
const (
	rowShift  = 64 - 13
	suitShift = 18
	suitBase  = 7
	suitStep  = 16
	flushBits = 0x80808080 << suitShift
	suitOnes  = 0x01010101 << suitShift
	// missing stands in the suit fields for a card less than seven.
	missing = suitBase * suitOnes
)

// place is where, among 64 bits, the ranks held of a suit stand: at twice the
// number of the top bit of the suit's field in a sum, modulo 64, so that a flush
// found there is looked up with one shift. No two suits overlap.
func (s Suit) place() uint { return 2 * (suitShift + 7 + 8*uint(s)) % 64 }

// A number that is no known card adds so much that, whatever up to six other
// cards are, the top bit of some field is set: fields from the lowest up
// answer for four to seven, two or three, and one such number. So the look
// at flushBits that every hand needs also finds cards face down.
//
// Its places are all of them: as a flush that is thirteen ranks, which no hand
// has, even where five other cards do make a flush.
const (
	unknownKey    = (30 | 50<<8 | 86<<16) << suitShift
	unknownPlaces = 1<<64 - 1
)

// A table gives the hand for a sum of keys, suits aside. Rows of hands are moved
// by their offset, so that all hands lie in one small array without overlap;
// the types of index and array leave no bound to check.
type table struct {
	offsets [1 << 13]uint16
	hands   [1 << 16]Hand
}

// at is the hand for a sum of keys.
func (t *table) at(sum uint64) Hand { return t.hands[uint16(sum)+t.offsets[sum>>rowShift]] }

// put sets the hand for a sum of keys.
func (t *table) put(sum uint64, h Hand) { t.hands[uint16(sum)+t.offsets[sum>>rowShift]] = h }

// tables is all that the evaluator reads, filled once at start. It is a pointer
// because the compiler keeps a pointer in a register through a loop, where it
// would work out the address of each array again for every hand.
var tables = new(struct {
	keys   [256]uint64 // by card
	places [256]uint64 // by card: the bit of its rank, at the place of its suit
	seven  table       // hands of seven cards
	short  table       // hands of five and six
	flush  [allRanks + 1]Hand
})

//go:embed offsets.bin
var offsets []byte

func init() { fillTables() }

// fillTables lays the hands out by the rules of ranking, in a few milliseconds.
func fillTables() {
	tables.seven.offsets = readOffsets(offsets[:len(offsets)/2])
	tables.short.offsets = readOffsets(offsets[len(offsets)/2:])
	fillCards()
	o := newOrder()
	fillFlushes(o)
	fillHands(o, Ace+1, 0, 0, tally{})
}

// readOffsets reads the offsets of one table.
func readOffsets(b []byte) (o [1 << 13]uint16) {
	for i := range o {
		o[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return o
}

// fillCards sets what each card adds.
func fillCards() {
	for c := range tables.keys {
		tables.keys[c], tables.places[c] = unknownKey, unknownPlaces
	}
	for r := range Ace + 1 {
		for s := range Spades + 1 {
			c := Of(r, s)
			tables.keys[c] = rankKeys[r] + suitBase*suitOnes + suitStep<<(suitShift+8*s)
			tables.places[c] = 1 << (s.place() + uint(r))
		}
	}
}

// fillFlushes sets the hand of each flush; other sets of ranks keep 0, which no
// flush is worth.
func fillFlushes(o *order) {
	for m := range tables.flush {
		if m := ranks(m); m.len() >= 5 && m.len() <= 7 {
			tables.flush[m] = o.suited(m)
		}
	}
}

// fillHands puts each hand of five to seven cards that is had by adding
// cards of ranks below a limit to n cards already held.
func fillHands(o *order, below Rank, n int, sum uint64, held tally) {
	switch {
	case n == 7:
		tables.seven.put(sum, o.unsuited(held))
		return
	case n >= 5:
		tables.short.put(sum, o.unsuited(held))
	}
	for r := range below {
		more, sum := held, sum
		for k := n + 1; k <= min(n+aRank, 7); k++ {
			more.add(r)
			sum += rankKeys[r]
			fillHands(o, r, k, sum, more)
		}
	}
}
