package demo

import "time"

// A clock is what the hour is played by: it goes on as it is told to, and not past
// the moment the hour ends at. It belongs to one goroutine.
type clock struct{ at, end time.Time }

func (c *clock) now() time.Time { return c.at }

// pass lets so much time go by.
func (c *clock) pass(d time.Duration) {
	c.at = c.at.Add(d)
	if c.at.After(c.end) {
		c.at = c.end
	}
}

// left is how much time there is until the end.
func (c *clock) left() time.Duration { return c.end.Sub(c.at) }
