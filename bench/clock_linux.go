package main

import (
	"fmt"
	"syscall"
	"time"
)

// spent is the processor time this thread has used: on a busy machine the time
// during which others ran does not count.
func spent() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var used syscall.Rusage
	if err := syscall.Getrusage(thisThread, &used); err != nil {
		panic(fmt.Sprintf("bench: ask for the processor time of a thread: %v", err))
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
