package main

import "croupier/cards"

// naive is the baseline: it tries each of the 21 fives among seven cards and
// judges it by counting. It is the evaluator most people write first, and it is
// never improved: every figure of this package is a ratio to it.
func naive(cs *[7]cards.Card) uint32 {
	var best uint32
	for out1 := range 6 {
		for out2 := out1 + 1; out2 < 7; out2++ {
			var five [5]cards.Card
			n := 0
			for i, c := range cs {
				if i != out1 && i != out2 {
					five[n] = c
					n++
				}
			}
			best = max(best, naiveFive(&five))
		}
	}
	return best
}

// naiveFive gives five cards a number that is higher for the better hand: the
// category in the top bits, then the ranks that decide, four bits each.
func naiveFive(five *[5]cards.Card) uint32 {
	var times [13]int
	for _, c := range five {
		times[c.Rank()]++
	}
	ranks, most, second := bySignificance(&times)
	straight, high := naiveStraight(&times)
	flush := sameSuit(five)
	if straight {
		ranks = uint32(high) << 16
	}
	return uint32(naiveCategory(most, second, straight, flush, high))<<20 | ranks
}

// bySignificance packs the ranks, those that come most often first, and says
// how often the first two come.
func bySignificance(times *[13]int) (ranks uint32, most, second int) {
	shift := 16
	for n := 4; n > 0; n-- {
		for r := 12; r >= 0; r-- {
			if times[r] != n {
				continue
			}
			ranks |= uint32(r) << shift
			shift -= 4
			switch {
			case most == 0:
				most = n
			case second == 0:
				second = n
			}
		}
	}
	return ranks, most, second
}

// naiveStraight looks for five ranks in a row, the ace also below the two.
func naiveStraight(times *[13]int) (bool, int) {
	for high := 12; high >= 3; high-- {
		run := 0
		for i := range 5 {
			if times[(high-i+13)%13] == 1 {
				run++
			}
		}
		if run == 5 {
			return true, high
		}
	}
	return false, 0
}

func sameSuit(five *[5]cards.Card) bool {
	for _, c := range five[1:] {
		if c.Suit() != five[0].Suit() {
			return false
		}
	}
	return true
}

func naiveCategory(most, second int, straight, flush bool, high int) cards.Category {
	switch {
	case straight && flush && high == 12:
		return cards.RoyalFlush
	case straight && flush:
		return cards.StraightFlush
	case most == 4:
		return cards.FourOfAKind
	case most == 3 && second == 2:
		return cards.FullHouse
	case flush:
		return cards.Flush
	case straight:
		return cards.Straight
	case most == 3:
		return cards.ThreeOfAKind
	case most == 2 && second == 2:
		return cards.TwoPair
	case most == 2:
		return cards.Pair
	default:
		return cards.HighCard
	}
}
