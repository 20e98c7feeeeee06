package packing

import (
	"errors"
	"sync"
	"testing"
)

// TestSumsVisitEveryChoiceOfRanks holds the number of choices to combinatorics:
// the coefficients of (1 + x + x^2 + x^3 + x^4)^13.
func TestSumsVisitEveryChoiceOfRanks(t *testing.T) {
	t.Parallel()
	var ones Keys
	for r := range ones {
		ones[r] = 1
	}
	for n, want := range map[int]int{0: 1, 1: 13, 2: 91, 5: 6175, 6: 18395, 7: 49205} {
		visited := 0
		all := ones.Sums(n, func(sum uint64) bool {
			visited++
			return sum == uint64(n)
		})
		if visited != want || !all {
			t.Errorf("%d cards: %d choices, each of %d cards %v; want %d", n, visited, n, all, want)
		}
	}
}

func TestSumsStopWhenToldTo(t *testing.T) {
	t.Parallel()
	visited := 0
	if all := new(Keys).Sums(7, func(uint64) bool { visited++; return visited < 10 }); all || visited != 10 {
		t.Errorf("stopped after %d sums, all %v", visited, all)
	}
}

func TestPackedHandsShareNoSlot(t *testing.T) {
	t.Parallel()
	keys := found()
	offsets, width, err := Pack(&keys, Short)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[uint16]uint64{}
	for _, n := range Short {
		keys.Sums(n, func(sum uint64) bool {
			slot := Column(sum) + offsets[Row(sum)]
			if other, ok := taken[slot]; ok || int(slot) >= width {
				t.Fatalf("sum %x lies in slot %d of %d, as does %x", sum, slot, width, other)
			}
			taken[slot] = sum
			return true
		})
	}
	if want := 6175 + 18395; len(taken) != want {
		t.Errorf("%d hands are laid out, want %d", len(taken), want)
	}
}

// found is what Find finds, looked for once.
var found = sync.OnceValue(Find)

func TestKeysTellHandsApart(t *testing.T) {
	t.Parallel()
	keys := found()
	for _, group := range []Group{Seven, Short} {
		cells := map[[2]int]bool{}
		hands := 0
		for _, n := range group {
			keys.Sums(n, func(sum uint64) bool {
				cells[[2]int{Row(sum), int(Column(sum))}] = true
				hands++
				return true
			})
		}
		if len(cells) != hands {
			t.Errorf("%d hands of %v cards fall on %d rows and columns", hands, group, len(cells))
		}
	}
}

// TestRowsThatCollideEverywhere: two rows that each reach from the first slot
// to the last have only one offset, the same.
func TestRowsThatCollideEverywhere(t *testing.T) {
	t.Parallel()
	const last = Slots - 1
	keys := Keys{0, last, 1 << RowShift, 1<<RowShift | last}
	for r := 4; r < Ranks; r++ {
		keys[r] = uint64(r) << RowShift
	}
	if _, _, err := Pack(&keys, Group{1}); !errors.Is(err, ErrFull) {
		t.Errorf("Pack = %v, want ErrFull", err)
	}
}

func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		Find()
	}
}

func BenchmarkPack(b *testing.B) {
	keys := found()
	for b.Loop() {
		if _, _, err := Pack(&keys, Seven); err != nil {
			b.Fatal(err)
		}
	}
}
