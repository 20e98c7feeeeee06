package postgres_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// start runs a cluster and stops it when the test ends.
func start(t *testing.T, dir string, opts postgres.ClusterOptions) *postgres.Cluster {
	t.Helper()
	c, err := postgres.Start(t.Context(), dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, c) })
	return c
}

func stop(t *testing.T, c *postgres.Cluster) {
	t.Helper()
	if err := c.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

// ask runs a query that answers with one value.
func ask[T any](t *testing.T, url, sql string, args ...any) T {
	t.Helper()
	conn := connect(t, url)
	defer conn.Close(t.Context())
	var v T
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// do runs statements, when a test cleans up too.
func do(t *testing.T, url string, statements ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	conn := connect(t, url)
	defer conn.Close(ctx)
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.WithoutCancel(t.Context()), url)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestDataOutliveRestart(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c := start(t, dir, postgres.ClusterOptions{})
	do(t, c.URL(), "CREATE TABLE hand (n int)", "INSERT INTO hand VALUES (7)")
	stop(t, c)
	if err := c.Err(); err != nil {
		t.Errorf("after a clean stop Err is %v", err)
	}
	stop(t, c) // a second stop is no error
	var log strings.Builder
	again := start(t, dir, postgres.ClusterOptions{Log: &log})
	if got := ask[int](t, again.URL(), "SELECT n FROM hand"); got != 7 {
		t.Errorf("after a restart the row is %d, want 7", got)
	}
	stop(t, again)
	if strings.Contains(log.String(), "recovery") || !strings.Contains(log.String(), "ready to accept connections") {
		t.Errorf("a clean stop needs no recovery; log:\n%s", &log)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	durable := start(t, postgrestest.Dir(t), postgres.ClusterOptions{Settings: map[string]string{"work_mem": "5MB"}})
	for _, row := range []struct{ setting, want string }{
		{"fsync", "on"}, {"full_page_writes", "on"}, {"synchronous_commit", "on"}, {"data_checksums", "on"},
		{"listen_addresses", ""}, {"unix_socket_permissions", "0700"}, {"work_mem", "5MB"},
		{"server_encoding", "UTF8"}, {"lc_collate", "C"}, {"TimeZone", "UTC"}, {"search_path", "croupier, public"},
	} {
		if got := ask[string](t, durable.URL(), "SELECT current_setting($1)", row.setting); got != row.want {
			t.Errorf("%s is %q, want %q", row.setting, got, row.want)
		}
	}
	if got := ask[string](t, postgrestest.NewEmpty(t), "SHOW fsync"); got != "off" {
		t.Errorf("the shared test server has fsync %s", got)
	}
}

func TestDirectoryIsPrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(postgrestest.Dir(t), "made", "on", "the", "way")
	openUp(t, filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(dir)))))
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	for _, path := range []string{dir, filepath.Join(dir, "pgdata"), filepath.Join(dir, "socket")} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v, want 0700", path, info.Mode())
		}
		if uid := info.Sys().(*syscall.Stat_t).Uid; uid == 0 {
			t.Errorf("%s belongs to root", path)
		}
	}
	info, err := os.Stat(filepath.Join("/proc", itoa(c.PID())))
	if err != nil {
		t.Fatal(err)
	}
	if info.Sys().(*syscall.Stat_t).Uid == 0 {
		t.Error("the server runs as root")
	}
}

// Ctrl-C in a terminal goes to a process group; what is in our environment, such
// as keys, is nobody else's business.
func TestServerIsApart(t *testing.T) {
	t.Parallel()
	c := start(t, postgrestest.Dir(t), postgres.ClusterOptions{NoFsync: true})
	group, err := syscall.Getpgid(c.PID())
	if err != nil || group != c.PID() {
		t.Errorf("server %d is in process group %d, %v", c.PID(), group, err)
	}
	do(t, c.URL(), "CREATE TABLE environment (line text)", "COPY environment FROM PROGRAM 'env'")
	if got := ask[string](t, c.URL(), "SELECT string_agg(line, ' ') FROM environment WHERE line LIKE 'PATH=%' OR line LIKE $1", secret+"=%"); strings.Contains(got, secret) || got == "" {
		t.Errorf("the server's environment holds %q", got)
	}
}

// openUp lets everybody pass through dir.
func openUp(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestStopAtOnce(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c, err := postgres.Start(t.Context(), dir, postgres.ClusterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	do(t, c.URL(), "CREATE TABLE hand (n int)", "INSERT INTO hand VALUES (7)")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_ = c.Stop(over) // clean or not is a matter of speed; gone it must be
	select {
	case <-c.Done():
	default:
		t.Fatal("the server still runs after Stop")
	}
	if got := ask[int](t, start(t, dir, postgres.ClusterOptions{}).URL(), "SELECT n FROM hand"); got != 7 {
		t.Errorf("after a hard stop the row is %d, want 7", got)
	}
}

func TestLongDirectory(t *testing.T) {
	t.Parallel()
	base := postgrestest.Dir(t)
	openUp(t, base)
	dir := filepath.Join(base, strings.Repeat("long", 30))
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	socket := postgres.SocketDir(dir)
	if strings.HasPrefix(socket, base) || len(filepath.Join(socket, postgres.SocketFileName)) > postgres.LongestSocket {
		t.Errorf("socket directory %s", socket)
	}
	if ask[int](t, c.URL(), "SELECT 1") != 1 {
		t.Error("no answer")
	}
	stop(t, c)
	if _, err := os.Stat(socket); !os.IsNotExist(err) {
		t.Errorf("the socket directory was left behind: %v", err)
	}
}
