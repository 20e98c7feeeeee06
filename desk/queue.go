package desk

import (
	"context"
	"fmt"
)

// queues let the requests at a table wait here, one behind the other, and not
// each on a connection of its own: a table that is held up would else hold up
// all the others. Tables whose numbers are so far apart share one.
type queues [512]chan struct{}

func newQueues() *queues {
	var q queues
	for i := range q {
		q[i] = make(chan struct{}, 1)
	}
	return &q
}

// wait returns once it is the caller's turn at the table; leave ends it.
func (q *queues) wait(ctx context.Context, table int64) (leave func(), err error) {
	turn := q[uint64(table)%uint64(len(q))]
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for table %d: %w", table, ctx.Err())
	}
}
