package edge

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls do for every number below n, on so many goroutines at once; do is
// told which one it runs on. It stops at the first error, or when ctx ends.
func each(ctx context.Context, workers, n int, do func(worker, i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var all sync.WaitGroup
	for w := range min(workers, n) {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := do(w, i); err != nil {
					stop(err)
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// share calls do for every number below n, on all cores, and waits.
func share(n int, do func(i int)) {
	_ = each(context.Background(), runtime.GOMAXPROCS(0), n, func(_, i int) error {
		do(i)
		return nil
	})
}
