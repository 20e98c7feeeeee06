//go:build !linux

package main

import "time"

var started = time.Now()

// spent is the time since the start: processor time of a thread is asked of
// Linux only.
func spent() time.Duration { return time.Since(started) }
