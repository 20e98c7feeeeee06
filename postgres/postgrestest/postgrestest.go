// Package postgrestest gives tests real databases: one private server a test
// process, in memory, and in it one migrated database a test.
//
// Nothing is skipped: where PostgreSQL is missing, tests fail and say what to
// install. It knows no table of the book.
package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/migrations"
	"croupier/postgres"
)

const template = "croupier_template"

// number makes the names of databases differ within a process.
var number atomic.Int64

// New gives the test a database of its own, migrated to the newest version, and
// returns its URL for the server's superuser. It is dropped when the test ends.
func New(t testing.TB) string {
	t.Helper()
	if err := migrated(); err != nil {
		t.Fatal(err)
	}
	return create(t, template)
}

// Copy gives the test a database as another one of these is now, as a backup restored
// would be. Nobody may be connected to that one, so pools on it are closed before.
func Copy(t testing.TB, url string) string {
	t.Helper()
	from, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return create(t, from.Database)
}

// NewEmpty gives the test a database of its own that was never migrated. Roles
// are the server's, and so may exist already.
func NewEmpty(t testing.TB) string {
	t.Helper()
	return create(t, "template0")
}

// NewPool gives the test a pool on a database of its own, in the writer's role.
// It is closed when the test ends.
func NewPool(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return Pool(t, New(t), postgres.PoolOptions{Role: postgres.WriterRole})
}

// Pool opens a pool and closes it when the test ends.
func Pool(t testing.TB, url string, opts postgres.PoolOptions) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Open(t.Context(), url, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func create(t testing.TB, from string) string {
	t.Helper()
	c, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%d", number.Add(1))
	// Files are copied rather than logged page by page: quicker without fsync.
	execute(t, c.URL(), "CREATE DATABASE "+name+" TEMPLATE "+from+" STRATEGY FILE_COPY")
	execute(t, c.URL(), "ALTER DATABASE "+name+" SET search_path = "+postgres.Schema+", public")
	t.Cleanup(func() { execute(t, c.URL(), "DROP DATABASE "+name+" WITH (FORCE)") })
	return withDatabase(c.URL(), name)
}

// execute runs a statement of its own connection; it outlives the test's context.
func execute(t testing.TB, url, sql string) {
	t.Helper()
	if err := run(context.WithoutCancel(t.Context()), url, sql); err != nil {
		t.Errorf("%s: %v", sql, err)
	}
}

func run(ctx context.Context, url, sql string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

func withDatabase(base, name string) string {
	u, err := url.Parse(base)
	if err != nil {
		panic(err) // our own URL
	}
	u.Path = "/" + name
	return u.String()
}

// migrated makes the database that others are copied from, once.
var migrated = sync.OnceValue(func() error {
	c, err := shared()
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := run(ctx, c.URL(), "CREATE DATABASE "+template); err != nil {
		return fmt.Errorf("template database: %w", err)
	}
	_, err = postgres.Migrate(ctx, withDatabase(c.URL(), template), migrations.FS)
	return err
})
