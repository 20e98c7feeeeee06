package main

import (
	"context"
	"sync/atomic"
	"time"

	"croupier/house"
	"croupier/house/people"
)

// waits are how long sessions may lie idle, as the policy in force has it.
type waits struct{ terminal, office atomic.Int64 }

// policyAge is how old the policy may be that sessions are held to.
const policyAge = 5 * time.Second

// take takes over what the policy says.
func (w *waits) take(p house.Policy) {
	w.terminal.Store(int64(p.Idle))
	w.office.Store(int64(p.OfficeIdle))
}

func (w *waits) options() people.Options {
	return people.Options{
		Idle:       func() time.Duration { return time.Duration(w.terminal.Load()) * time.Second },
		OfficeIdle: func() time.Duration { return time.Duration(w.office.Load()) * time.Second },
	}
}

// watchPolicy takes over each new policy until the context ends.
func (s *server) watchPolicy(ctx context.Context, o *house.Office, w *waits) {
	tick := time.NewTicker(policyAge)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		p, err := o.Policy(ctx)
		if err != nil {
			continue // the next tick asks again; readiness tells of a book that is away
		}
		w.take(p)
	}
}
