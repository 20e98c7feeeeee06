package edge

import "sync"

// The parts of the work, by the time they take in the largest game.
const (
	weightOfSweep = 0.3
	weightOfLift  = 0.4
	weightOfFlops = 0.3
)

// A bar adds up the work done on all goroutines and tells of every hundredth.
type bar struct {
	tell func(done float64)
	lock sync.Mutex
	done float64
	told int
}

func newBar(tell func(float64)) *bar { return &bar{tell: tell} }

func (b *bar) add(part float64) {
	if b.tell == nil {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	b.done = min(b.done+part, 1)
	if hundredths := int(b.done * 100); hundredths > b.told {
		b.told = hundredths
		b.tell(b.done)
	}
}
