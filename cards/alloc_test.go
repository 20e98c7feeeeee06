package cards

import "testing"

// TestNothingIsAllocated is not parallel: allocations of other tests would count.
func TestNothingIsAllocated(t *testing.T) {
	five, six, seven := must(t, "3d 6d Td Jd Kc"), must(t, "3d 6d Td Jd Kc 2c"), must(t, "3d 6d Td Jd Ad 2d 4c")
	deals := [][7]Card{[7]Card(seven), [7]Card(seven)}
	var (
		hands [Holes]Hand
		h     Hand
		best  [5]Card
	)
	for name, f := range map[string]func(){
		"Evaluate 5":   func() { h = Evaluate(five) },
		"Evaluate 6":   func() { h = Evaluate(six) },
		"Evaluate 7":   func() { h = Evaluate(seven) },
		"Eval7":        func() { h = Eval7(&deals[0]) },
		"EvalEach":     func() { EvalEach(deals, hands[:]) },
		"Best":         func() { best = Best(seven) },
		"Board.Hand":   func() { h = boardOf(seven).Hand() },
		"Board.With":   func() { b := boardOf(six); h = b.With(Of(Ace, Diamonds)) },
		"Board.Hands":  func() { boardOf(five).Hands(&hands) },
		"Parse":        func() { five[0], _ = Parse("3♦") },
		"category":     func() { _ = h.Category().String() },
		"a set of all": func() { _ = SetOf(seven...).Len() },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	_ = best
}
