package main

import (
	"runtime"

	"croupier/cards"
)

// choose7 is the number of hands of seven among n cards.
func choose7(n int) int {
	product := 1
	for i := range 7 {
		product = product * (n - i) / (i + 1)
	}
	return product
}

// runAll judges every hand of seven among the first n cards of the deck.
func runAll(n int) int { return extend(cards.Board{}, 6, cards.Card(n)) }

// extend adds every choice of so many cards, none above the highest, to b and
// judges it with each card below them.
func extend(b cards.Board, more int, highest cards.Card) (judged int) {
	if more == 0 {
		return withEach(&b, highest)
	}
	for c := highest; c > cards.Card(more); c-- {
		next := b
		next.Add(c)
		judged += extend(next, more-1, c-1)
	}
	return judged
}

// withEach judges b with each card up to the highest.
func withEach(b *cards.Board, highest cards.Card) int {
	var sum uint32
	for c := cards.Card(1); c <= highest; c++ {
		sum += uint32(b.With(c))
	}
	runtime.KeepAlive(sum)
	return int(highest)
}
