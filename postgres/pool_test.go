package postgres_test

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

func TestPoolSession(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	migrate(t, db, "testdata/migrations")
	pool := postgrestest.Pool(t, db, postgres.PoolOptions{
		Role: postgres.WriterRole, StatementTimeout: 3 * time.Second, LockTimeout: 1500 * time.Millisecond,
		IdleInTransactionTimeout: time.Nanosecond, // rounded up: zero would mean no limit
	})
	for _, row := range []struct{ setting, want string }{
		{"role", postgres.WriterRole}, {"application_name", "croupier"}, {"search_path", `"croupier", public`},
		{"statement_timeout", "3s"}, {"lock_timeout", "1500ms"}, {"idle_in_transaction_session_timeout", "1ms"},
	} {
		var got string
		if err := pool.QueryRow(t.Context(), "SELECT current_setting($1)", row.setting).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != row.want {
			t.Errorf("%s is %q, want %q", row.setting, got, row.want)
		}
	}
	_, err := pool.Exec(t.Context(), "DELETE FROM hand")
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != "42501" {
		t.Errorf("the writer deletes: %v", err)
	}
}

func TestPoolLeavesServerSettings(t *testing.T) {
	t.Parallel()
	pool := postgrestest.Pool(t, postgrestest.NewEmpty(t), postgres.PoolOptions{Application: "settle"})
	var got string
	const sql = "SELECT concat_ws(' ', current_setting('role'), current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('application_name'))"
	if err := pool.QueryRow(t.Context(), sql).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if want := "none 0 0 settle"; got != want {
		t.Errorf("settings %q, want %q", got, want)
	}
}

func TestPoolSize(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	for _, row := range []struct {
		url  string
		opts postgres.PoolOptions
		want int32 // 0: between 8 and 32
	}{
		{db, postgres.PoolOptions{}, 0},
		{db, postgres.PoolOptions{MaxConns: 3}, 3},
		{with(t, db, "pool_max_conns", "5"), postgres.PoolOptions{}, 5},
		{with(t, db, "pool_max_conns", "5"), postgres.PoolOptions{MaxConns: 3}, 3},
	} {
		got := postgrestest.Pool(t, row.url, row.opts).Config().MaxConns
		if row.want != 0 && got != row.want || got < 3 || got > 32 {
			t.Errorf("%s %+v: %d connections, want %d", row.url, row.opts, got, row.want)
		}
	}
}

func with(t *testing.T, to, key, value string) string {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(key, value)
	u.RawQuery = q.Encode()
	return u.String()
}

// What waiting would not mend is refused at once, however patient the caller.
func TestOpenRefused(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	do(t, db, "CREATE ROLE outsider LOGIN")
	t.Cleanup(func() { do(t, db, "DROP ROLE outsider") })
	u, err := url.Parse(db)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User("outsider")
	outsider := u.String()
	u.Path = "/no_such_database"
	for name, row := range map[string]struct {
		url  string
		role string
		want func(error) bool
	}{
		"no such role":     {db, "nobody_of_that_name", isNoRole},
		"not a member":     {outsider, "pg_monitor", isNoRole},
		"no such database": {u.String(), "", func(err error) bool { return hasCode(err, "3D000") }},
		"no address":       {"postgres://host:port/", "", func(err error) bool { return err != nil }},
	} {
		opts := postgres.PoolOptions{Role: row.role, Patience: time.Hour}
		if pool, err := postgres.Open(t.Context(), row.url, opts); !row.want(err) {
			t.Errorf("%s: %v", name, err)
			if pool != nil {
				pool.Close()
			}
		}
	}
}

func isNoRole(err error) bool { return errors.Is(err, postgres.ErrNoRole) }

func hasCode(err error, code string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == code
}

// A server that comes up later is waited for, as when both are started at once.
func TestOpenWaits(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewEmpty(t)
	u, err := url.Parse(db)
	if err != nil {
		t.Fatal(err)
	}
	dir := postgrestest.Dir(t)
	late := with(t, db, "host", dir)
	if _, err := postgres.Open(t.Context(), late, postgres.PoolOptions{Patience: -1}); err == nil {
		t.Fatal("opened what is not there")
	}
	timer := time.AfterFunc(100*time.Millisecond, func() {
		socket := filepath.Join(u.Query().Get("host"), postgres.SocketFileName)
		if err := os.Symlink(socket, filepath.Join(dir, postgres.SocketFileName)); err != nil {
			t.Error(err)
		}
	})
	defer timer.Stop()
	pool := postgrestest.Pool(t, late, postgres.PoolOptions{})
	if err := pool.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
