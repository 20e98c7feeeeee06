package main

import (
	"math"
	"runtime"
	"time"
)

// A figure is what a trial came to.
type figure struct {
	name  string
	nanos float64 // a hand, the least of all rounds
	ratio float64 // how many times faster than the baseline
}

// measure runs the trials in turn, so that a busy machine slows them alike, and
// keeps the best of the rounds of each: noise only ever adds time.
func measure(ts []trial, rounds int) []figure {
	figures := make([]figure, len(ts))
	for i, tr := range ts {
		figures[i] = figure{name: tr.name, nanos: math.Inf(1)}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range rounds {
		for i, tr := range ts {
			figures[i].nanos = min(figures[i].nanos, nanosAHand(tr))
		}
	}
	for i := range figures {
		figures[i].ratio = figures[0].nanos / figures[i].nanos
	}
	return figures
}

// nanosAHand runs a trial until it has taken long enough to be read off the
// clock, which tells microseconds.
func nanosAHand(tr trial) float64 {
	const enough = 2 * time.Millisecond
	judged, start := 0, spent()
	for {
		judged += tr.run()
		if took := spent() - start; took >= enough {
			return float64(took.Nanoseconds()) / float64(judged)
		}
	}
}
