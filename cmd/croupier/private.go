package main

import (
	"context"
	"time"

	"croupier/postgres"
)

// private is the server's own Postgres, started again whenever it dies.
type private struct {
	server *server
	url    string
	ended  chan struct{}
	cancel context.CancelFunc
}

// startPrivate starts the cluster in the data directory and watches over it
// until stop.
func (s *server) startPrivate(ctx context.Context) (*private, error) {
	cluster, err := postgres.Start(ctx, s.book.cluster(), s.clusterOptions())
	if err != nil {
		return nil, err
	}
	s.log.Info("private Postgres started", "directory", cluster.Dir(), "pid", cluster.PID())
	watched, cancel := context.WithCancel(context.WithoutCancel(ctx))
	p := &private{server: s, url: cluster.URL(), ended: make(chan struct{}), cancel: cancel}
	go p.watch(watched, cluster)
	return p, nil
}

func (s *server) clusterOptions() postgres.ClusterOptions {
	return postgres.ClusterOptions{Log: s.env.stderr}
}

func (p *private) watch(ctx context.Context, c *postgres.Cluster) {
	defer close(p.ended)
	for c != nil {
		select {
		case <-ctx.Done():
			if err := c.Stop(context.WithoutCancel(ctx)); err != nil {
				p.server.log.Error("private Postgres did not stop cleanly", "error", err)
			}
			return
		case <-c.Done():
			p.server.log.Error("private Postgres died; starting it again", "error", c.Err())
			c = p.again(ctx)
		}
	}
}

// again starts the cluster until it runs, or returns nil where the server
// stops meanwhile.
func (p *private) again(ctx context.Context) *postgres.Cluster {
	for {
		c, err := postgres.Start(ctx, p.server.book.cluster(), p.server.clusterOptions())
		if err == nil {
			p.server.log.Info("private Postgres started", "directory", c.Dir(), "pid", c.PID())
			return c
		}
		p.server.log.Error("private Postgres did not start", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}

// stop stops the cluster cleanly and waits for its end.
func (p *private) stop(context.Context) {
	p.cancel()
	<-p.ended
}
