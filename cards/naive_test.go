package cards

import (
	"cmp"
	"slices"
)

// naiveHand is the strength of a hand as a person works it out: its category,
// then the ranks that decide, the most of a kind first. It shares nothing with
// the evaluator.
type naiveHand [6]int

func (h naiveHand) category() int { return h[0] }

func (h naiveHand) compare(other naiveHand) int { return slices.Compare(h[:], other[:]) }

// naive is the best of all fives among the cards.
func naive(cs []Card) naiveHand {
	var best naiveHand
	eachFive(cs, func(five [5]Card) {
		if h := naiveFive(five); h.compare(best) > 0 {
			best = h
		}
	})
	return best
}

// eachFive visits every choice of five cards.
func eachFive(cs []Card, visit func([5]Card)) {
	var choose func(from int, chosen []Card)
	choose = func(from int, chosen []Card) {
		if len(chosen) == 5 {
			visit([5]Card(chosen))
			return
		}
		for i := from; i < len(cs); i++ {
			choose(i+1, append(chosen, cs[i]))
		}
	}
	choose(0, make([]Card, 0, 5))
}

// naiveFive judges five cards from their printed form.
func naiveFive(five [5]Card) naiveHand {
	times := map[int]int{}
	suits := map[byte]bool{}
	for _, c := range five {
		text := c.String()
		times[slices.Index([]byte("..23456789TJQKA"), text[0])]++
		suits[text[1]] = true
	}
	values := make([]int, 0, 5)
	for v := range times {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b int) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(b, a))
	})
	straight := len(values) == 5 && values[0]-values[4] == 4
	if slices.Equal(values, []int{14, 5, 4, 3, 2}) {
		straight, values = true, []int{5}
	}
	h := naiveHand{naiveCategory(values, times, straight, len(suits) == 1)}
	copy(h[1:], values)
	return h
}

func naiveCategory(values []int, times map[int]int, straight, flush bool) int {
	most, second := times[values[0]], 0
	if len(values) > 1 {
		second = times[values[1]]
	}
	switch {
	case straight && flush && values[0] == 14:
		return 9
	case straight && flush:
		return 8
	case most == 4:
		return 7
	case most == 3 && second == 2:
		return 6
	case flush:
		return 5
	case straight:
		return 4
	case most == 3:
		return 3
	case most == 2 && second == 2:
		return 2
	case most == 2:
		return 1
	default:
		return 0
	}
}
