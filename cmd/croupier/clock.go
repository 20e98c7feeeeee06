package main

import (
	"context"
	"fmt"
	"time"

	"croupier/desk"
	"croupier/ledger"
)

// A clock is watched for jumps: what it shows is held to how much time went by.
type clock struct {
	wall    func() time.Time     // what it shows
	elapsed func() time.Duration // since the watch began, by a clock nobody sets
	began   time.Time            // what it should have shown then
}

// jump is the least difference that is one: time servers correct less, bit by
// bit.
const jump = 2 * time.Second

// look returns a jump since the last look, if there was one.
func (w *clock) look() (ledger.Significant, bool) {
	if w.began.IsZero() {
		w.began = w.wall().Add(-w.elapsed())
	}
	due, is := w.began.Add(w.elapsed()), w.wall()
	moved := is.Sub(due)
	if moved.Abs() < jump {
		return ledger.Significant{}, false
	}
	w.began = w.began.Add(moved)
	return jumped(due, is), true
}

func jumped(due, is time.Time) ledger.Significant {
	return ledger.Significant{
		Kind: ledger.SignificantClockJump, Subject: "clock of the server",
		Reason: fmt.Sprintf("the clock moved by %s", is.Sub(due).Round(time.Millisecond)),
		Before: map[string]time.Time{"clock": due.UTC()}, After: map[string]time.Time{"clock": is.UTC()},
	}
}

// watchClock notes each jump of the machine's clock until the context ends.
func (s *server) watchClock(ctx context.Context, d *desk.Desk) {
	start := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	w := clock{
		wall:    func() time.Time { return time.Now().Round(0) }, // without its monotonic half
		elapsed: func() time.Duration { return time.Since(start) },
	}
	for {
		if e, jumped := w.look(); jumped {
			s.log.Error("the clock jumped", "reason", e.Reason)
			if err := d.Note(ctx, desk.Server, e); err != nil {
				s.log.Error("the clock's jump could not be recorded", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
