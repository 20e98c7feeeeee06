package cards

import "slices"

// naiveHand is the strength of a hand as a person works it out: its category,
// then the values that decide, those that come most often first. It shares
// nothing with the evaluator but the numbering of cards.
type naiveHand [6]int8

func (h naiveHand) category() Category { return Category(h[0]) }

func (h naiveHand) compare(other naiveHand) int { return slices.Compare(h[:], other[:]) }

// naive is the best of all fives among the cards.
func naive(cs []Card) naiveHand {
	var best naiveHand
	eachFive(cs, func(five *[5]Card) {
		if h := naiveFive(five); h.compare(best) > 0 {
			best = h
		}
	})
	return best
}

// eachFive visits every choice of five cards.
func eachFive(cs []Card, visit func(*[5]Card)) {
	var five [5]Card
	var choose func(from, chosen int)
	choose = func(from, chosen int) {
		if chosen == 5 {
			visit(&five)
			return
		}
		for i := from; i < len(cs); i++ {
			five[chosen] = cs[i]
			choose(i+1, chosen+1)
		}
	}
	choose(0, 0)
}

// naiveFive judges five cards: values run from 2 to 14.
func naiveFive(five *[5]Card) naiveHand {
	var times [15]int
	flush := true
	for _, c := range five {
		times[(c-1)/4+2]++
		flush = flush && (c-1)%4 == (five[0]-1)%4
	}
	values := make([]int8, 0, 5)
	for n := 4; n >= 1; n-- {
		for v := int8(14); v >= 2; v-- {
			if times[v] == n {
				values = append(values, v)
			}
		}
	}
	straight := len(values) == 5 && values[0]-values[4] == 4
	if slices.Equal(values, []int8{14, 5, 4, 3, 2}) {
		straight, values = true, []int8{5}
	}
	h := naiveHand{naiveCategory(times[values[0]], len(values), values[0], straight, flush)}
	copy(h[1:], values)
	return h
}

// naiveCategory goes by how often the first value comes, how many values there
// are, and the highest.
func naiveCategory(most, values int, high int8, straight, flush bool) int8 {
	switch {
	case straight && flush && high == 14:
		return 9
	case straight && flush:
		return 8
	case most == 4:
		return 7
	case most == 3 && values == 2:
		return 6
	case flush:
		return 5
	case straight:
		return 4
	case most == 3:
		return 3
	case most == 2 && values == 3:
		return 2
	case most == 2:
		return 1
	default:
		return 0
	}
}
