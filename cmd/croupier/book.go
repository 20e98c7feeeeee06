package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"croupier/postgres"
)

// A book is where the database is: a server of somebody else's, or a private
// one in the data directory.
type book struct {
	url  string
	data string
}

// settings adds the flags that say where the book is.
func (b *book) settings(c *cobra.Command, env environment) {
	env.setting(c, &b.url, "database-url", "DATABASE_URL", "", "Postgres to keep the book in; none: a private one in the data directory")
	env.setting(c, &b.data, "data", "CROUPIER_DATA", defaultData(env), "data directory: the private Postgres, the key that seals decks")
}

// defaultData is a directory the private server's user can walk to.
func defaultData(env environment) string {
	if os.Geteuid() == 0 {
		return "/var/lib/croupier"
	}
	if dir := env.getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "croupier")
	}
	return filepath.Join(env.getenv("HOME"), ".local", "share", "croupier")
}

func (b *book) cluster() string { return filepath.Join(b.data, "postgres") }

// open returns how to connect to the book for a command beside the server,
// and what ends it: nothing, where a server runs already.
func (b *book) open(ctx context.Context, env environment) (url string, end func(), err error) {
	if b.url != "" {
		return b.url, func() {}, nil
	}
	if url, ok := postgres.Running(b.cluster()); ok {
		return url, func() {}, nil
	}
	if _, err := os.Stat(b.cluster()); errors.Is(err, os.ErrNotExist) {
		return "", nil, fmt.Errorf("no book in %s: name its directory with --data, or a server with --database-url", b.data)
	}
	cluster, err := postgres.Start(ctx, b.cluster(), postgres.ClusterOptions{Log: env.stderr})
	if err != nil {
		return "", nil, err
	}
	return cluster.URL(), func() { _ = cluster.Stop(context.WithoutCancel(ctx)) }, nil
}
