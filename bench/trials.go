package main

import (
	"math/rand/v2"
	"runtime"

	"croupier/cards"
)

// A trial is one way of judging many hands.
type trial struct {
	name  string
	hands int
	run   func() int // judges the hands once and says how many they were
}

// A size is how many hands the trials judge in a run.
type size struct{ naive, sevens, boards, firsts int }

var (
	// full deals more hands than a branch predictor remembers and fewer than
	// would have to be fetched from far away, and enumerates all 133,784,560.
	full  = size{naive: 1 << 8, sevens: 1 << 14, boards: 1 << 9, firsts: 52}
	small = size{naive: 10, sevens: 100, boards: 3, firsts: 12}
)

// baseline is the name of the trial that all others are ratios to.
const baseline = "naive best of 21"

// trials are all of them, the baseline first.
func trials(n size) []trial {
	random := rand.New(rand.NewPCG(52, 7))
	deals := dealSevens(random, n.sevens)
	boards := dealSevens(random, n.boards)
	return []trial{
		{baseline, n.naive, func() int { return runNaive(deals[:n.naive]) }},
		{"random seven cards, loop", n.sevens, func() int { return runEach(deals) }},
		{"random seven cards, a call each", n.sevens, func() int { return runCalls(deals) }},
		{"all of C(52,7), seventh card by With", choose7(n.firsts), func() int { return runAll(n.firsts) }},
		{"board to its 1,081 holes", n.boards * cards.Holes, func() int { return runBoards(boards) }},
	}
}

// dealSevens deals n times seven cards of a fresh deck.
func dealSevens(random *rand.Rand, n int) [][7]cards.Card {
	deals := make([][7]cards.Card, n)
	for i := range deals {
		for j, c := range random.Perm(52)[:7] {
			deals[i][j] = cards.Card(c + 1)
		}
	}
	return deals
}

func runNaive(deals [][7]cards.Card) int {
	var sum uint32
	for i := range deals {
		sum += naive(&deals[i])
	}
	runtime.KeepAlive(sum) // else the compiler might leave out what nobody reads
	return len(deals)
}

func runEach(deals [][7]cards.Card) int {
	hands := room[:len(deals)]
	cards.EvalEach(deals, hands)
	return len(deals)
}

// room is where runEach has its hands written.
var room [1 << 14]cards.Hand

func runCalls(deals [][7]cards.Card) int {
	var sum uint32
	for i := range deals {
		sum += uint32(cards.Eval7(&deals[i]))
	}
	runtime.KeepAlive(sum)
	return len(deals)
}

func runBoards(deals [][7]cards.Card) int {
	var hands [cards.Holes]cards.Hand
	for i := range deals {
		var b cards.Board
		for _, c := range deals[i][:5] {
			b.Add(c)
		}
		b.Hands(&hands)
	}
	runtime.KeepAlive(&hands)
	return len(deals) * cards.Holes
}
