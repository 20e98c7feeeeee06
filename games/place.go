package games

import (
	"fmt"
	"iter"
	"math/bits"
)

// A Place is where cards lie: a seat from 1 up, or one of these.
type Place int8

// The places that are no seat.
const (
	Burn   Place = -2
	Board  Place = -1
	Dealer Place = 0
)

// String returns "dealer", "board", "burn" or "seat 3".
func (p Place) String() string {
	switch p {
	case Burn:
		return "burn"
	case Board:
		return "board"
	case Dealer:
		return "dealer"
	}
	return fmt.Sprintf("seat %d", int(p))
}

// index is where the place stands in arrays by place.
func (p Place) index() int { return int(p) + 2 }

func (p Place) valid() bool { return p >= Burn && p <= MaxSeats }

// Places is a set of places.
type Places uint32

// At returns the set of the one place.
func At(p Place) Places { return 1 << p.index() }

// Has reports whether p is in the set.
func (s Places) Has(p Place) bool { return p.valid() && s&At(p) != 0 }

// Len returns how many places are in the set.
func (s Places) Len() int { return bits.OnesCount32(uint32(s)) }

// First returns the place of the lowest number. The set must not be empty.
func (s Places) First() Place { return Place(bits.TrailingZeros32(uint32(s)) - 2) }

// Last returns the place of the highest number. The set must not be empty.
func (s Places) Last() Place { return Place(29 - bits.LeadingZeros32(uint32(s))) }

// All yields the places from the lowest number up.
func (s Places) All() iter.Seq[Place] { return s.From(First) }

// take removes the place at the side from the set, which must not be empty.
func (s *Places) take(side Side) Place {
	p := s.start(side)
	*s &^= At(p)
	return p
}

// A Side is the end of the row of seats a procedure starts from: the dealer's
// left (seat 1) or right (the last seat).
type Side string

// The two sides.
const (
	First Side = "first"
	Last  Side = "last"
)

// From yields the places starting at the side.
func (s Places) From(side Side) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for left := s; left != 0; {
			if !yield(left.take(side)) {
				return
			}
		}
	}
}

func (s Places) start(side Side) Place {
	if side == Last {
		return s.Last()
	}
	return s.First()
}
