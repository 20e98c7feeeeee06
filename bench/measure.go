package main

import (
	"math"
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
	for range rounds {
		for i, tr := range ts {
			start := time.Now()
			judged := tr.run()
			figures[i].nanos = min(figures[i].nanos, float64(time.Since(start).Nanoseconds())/float64(judged))
		}
	}
	for i := range figures {
		figures[i].ratio = figures[0].nanos / figures[i].nanos
	}
	return figures
}
