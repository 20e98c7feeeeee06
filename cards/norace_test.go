//go:build !race

package cards

const raceDetector = false
