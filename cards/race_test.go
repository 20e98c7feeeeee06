//go:build race

package cards

// raceDetector says that the race detector slows these tests: the longest
// counts then look at a part of all hands.
const raceDetector = true
