package postgres

import (
	"context"
	"fmt"
	"syscall"
	"time"
)

// quitPatience is beyond the five seconds after which PostgreSQL, told to quit,
// kills its own sessions.
const quitPatience = 10 * time.Second

// Stop ends the server: open transactions are rolled back, everything is written
// out, and the next start needs no recovery. When the context ends first, or
// after half a minute, the server is told to quit at once and recovers on its
// next start; nothing committed is lost either way. It returns when the server
// is gone, with an error unless it stopped cleanly, and may be called again.
func (c *Cluster) Stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stopPatience)
	defer cancel()
	c.signal(syscall.SIGINT)
	select {
	case <-c.done:
		return c.Err()
	case <-ctx.Done():
	}
	c.abort()
	return fmt.Errorf("private cluster in %s: stopped at once, next start recovers: %w", c.dir, ctx.Err())
}

// abort ends the server at once, and waits until it has.
func (c *Cluster) abort() {
	c.signal(syscall.SIGQUIT)
	select {
	case <-c.done:
	case <-time.After(quitPatience):
		c.signal(syscall.SIGKILL)
		<-c.done
	}
}

// signal tells the server to end. A process that has ended is not signalled, so
// a number given to another process meanwhile is safe.
func (c *Cluster) signal(s syscall.Signal) {
	c.mu.Lock()
	c.stopping = true
	c.mu.Unlock()
	_ = c.proc.cmd.Process.Signal(s)
}
