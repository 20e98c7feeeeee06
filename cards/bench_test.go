package cards

import "testing"

// The evaluator is compared with others in the module bench; these measure
// what is of use inside this package only.

// BenchmarkStart is what every program that imports the package pays once.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		fillTables()
	}
}

func BenchmarkBest(b *testing.B) {
	seven := must(b, "2d 7s Qh 9h 7c 9s 7d")
	for b.Loop() {
		Best(seven)
	}
}

func BenchmarkParseAll(b *testing.B) {
	for b.Loop() {
		if _, err := ParseAll("Qh Kh Js 2d Qd 10d 9s"); err != nil {
			b.Fatal(err)
		}
	}
}
