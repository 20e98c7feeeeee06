package desk

import "sync"

// A bell tells whoever waits in this process that something was written. It tells
// nothing else, and once for all that is written before they look.
type bell struct {
	mu    sync.Mutex
	waits chan struct{} // nil: nobody does
}

func (b *bell) wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waits == nil {
		b.waits = make(chan struct{})
	}
	return b.waits
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waits != nil {
		close(b.waits)
		b.waits = nil
	}
}

// Written returns a channel that is closed once a page was written through this
// desk, after its commit. Other processes write too, and it does not tell of them.
func (d *Desk) Written() <-chan struct{} { return d.bell.wait() }
