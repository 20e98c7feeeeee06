package cards

import (
	"fmt"
	"math/bits"
)

// Unseen is the number of cards that a board of five leaves in the deck, and
// Holes the number of two hole cards that can be made of them.
const (
	Unseen = deckSize - 5
	Holes  = Unseen * (Unseen - 1) / 2
)

// HoleIndex is the place, among the holes of a board of five, of the i-th and
// the j-th card left in the deck, both counted from 0 in the order in which
// (FullDeck &^ board.Held()).Cards() lists them, i < j. Holes are ordered by
// their lower card, then by the higher.
func HoleIndex(i, j int) int { return i*(2*Unseen-1-i)/2 + j - i - 1 }

// Hands fills hands with the hand that each two hole cards make with the five
// cards of b, in the order of HoleIndex. It panics on a board of another number
// of cards.
//
// Ranks alone decide all but flushes: so it looks up each two ranks once,
// writes their hand for all cards of those ranks, and then writes over the
// holes that make a flush.
func (b Board) Hands(hands *[Holes]Hand) {
	left := FullDeck &^ b.Held()
	if left.Len() != Unseen {
		panic(fmt.Sprintf("cards: judge the holes of a board of %d cards, not 5 known ones", deckSize-left.Len()))
	}
	b.unsuited(left, hands)
	for s := range Spades + 1 {
		if m := b.ofSuit(s); m.len() >= 3 {
			flushes(m, left, s, hands)
		}
	}
}

// row is the hands of one hole card with each card above it, in card order,
// preceded by those with cards of its own rank. It has room for the last run
// to be written four wide.
type row [aRank - 1 + Unseen + aRank]Hand

// unsuited fills hands as if there were no flush.
func (b Board) unsuited(left Set, hands *[Holes]Hand) {
	var (
		many  [Ace + 1]uint8
		above row
		at    int
	)
	for r := range many {
		many[r] = uint8(bits.OnesCount8(left.ofRank(Rank(r))))
	}
	for r, own := range many {
		if own == 0 {
			continue
		}
		sum := b.sum + rankKeys[r]
		end := above.runs(sum, r, &many)
		for after := int(own) - 1; after >= 0; after-- {
			at += copy(hands[at:], above[aRank-1-after:end])
		}
	}
}

// runs fills w for a hole card of rank r, sum being that of the board and that
// card, and gives the end of what it filled. Each run is written four wide and
// the next begins where the cards of its rank really end. A rank of which none
// is left looks up a sum that no hand has; what it reads is written over.
func (w *row) runs(sum uint64, r int, many *[Ace + 1]uint8) int {
	t := &tables.seven
	own := t.at(sum + rankKeys[r])
	w[0], w[1], w[2] = own, own, own
	end := aRank - 1
	for q := r + 1; q < len(many); q++ {
		h := t.at(sum + rankKeys[q])
		*(*[aRank]Hand)(w[end:]) = [aRank]Hand{h, h, h, h}
		end += int(many[q])
	}
	return end
}

// flushes writes over the hands of the holes that make a flush in a suit of
// which the board holds the ranks m, three or more.
func flushes(m ranks, left Set, s Suit, hands *[Holes]Hand) {
	var (
		places [Ace + 1]int   // of the cards of the suit among those left
		ones   [Ace + 1]ranks // their ranks
		n      int
	)
	for suited := left.ofSuit(s); suited != 0; suited &= suited - 1 {
		c := suited.lowest()
		places[n], ones[n] = (left & (1<<c - 1)).Len(), 1<<c.Rank()
		n++
	}
	if m.len() == 5 {
		fill(hands[:], tables.flush[m])
	}
	if m.len() >= 4 {
		for i, place := range places[:n] {
			fillWith(hands, place, tables.flush[m|ones[i]])
		}
	}
	for i, low := range places[:n] {
		for j := i + 1; j < n; j++ {
			hands[HoleIndex(low, places[j])] = tables.flush[m|ones[i]|ones[j]]
		}
	}
}

// fillWith sets the hands of all holes that hold the card at a place.
func fillWith(hands *[Holes]Hand, place int, h Hand) {
	for lower := range place {
		hands[HoleIndex(lower, place)] = h
	}
	if place < Unseen-1 {
		fill(hands[HoleIndex(place, place+1):][:Unseen-1-place], h)
	}
}

func fill(hands []Hand, h Hand) {
	for i := range hands {
		hands[i] = h
	}
}
