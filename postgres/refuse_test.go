package postgres_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// refused starts a cluster that must not start, and checks why and what is said.
func refused(t *testing.T, dir string, opts postgres.ClusterOptions, why error, says ...string) {
	t.Helper()
	c, err := postgres.Start(t.Context(), dir, opts)
	if err == nil {
		stop(t, c)
	}
	if !errors.Is(err, why) {
		t.Fatalf("Start: %v, want %v", err, why)
	}
	for _, s := range says {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("error %q does not say %q", err, s)
		}
	}
}

func TestSecondLauncher(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	refused(t, dir, postgres.ClusterOptions{}, postgres.ErrInUse, dir, itoa(os.Getpid()))
	if ask[int](t, c.URL(), "SELECT 1") != 1 {
		t.Error("the first server was disturbed")
	}
}

func TestSecondLauncherOfAnotherProcess(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	l := startLauncher(t, dir)
	refused(t, dir, postgres.ClusterOptions{}, postgres.ErrInUse, dir, itoa(l.cmd.Process.Pid))
	if ask[int](t, l.url, "SELECT 1") != 1 {
		t.Error("the first server was disturbed")
	}
}

// A server started by hand knows nothing of our lock.
func TestServerStartedByHand(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	pg, err := postgres.Find(t.Context(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "pgdata")
	byHand := c.CommandAs(pg.Program("pg_ctl"), "start", "-w", "-D", data, "-l", filepath.Join(dir, "log"),
		"-o", "-c listen_addresses= -c unix_socket_directories="+dir)
	end := c.CommandAs(pg.Program("pg_ctl"), "stop", "-m", "fast", "-D", data)
	stop(t, c)
	if err := byHand.Run(); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, postgres.ClusterOptions{}, postgres.ErrInUse, data, "did not start it")
	if err := end.Run(); err != nil {
		t.Error(err)
	}
}

func TestOtherMajorVersion(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	do(t, c.URL(), "CREATE TABLE hand (n int)", "INSERT INTO hand VALUES (7)")
	stop(t, c)
	version := filepath.Join(dir, "pgdata", "PG_VERSION")
	ours, err := os.ReadFile(version)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(version, []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := contents(t, filepath.Join(dir, "pgdata"))
	refused(t, dir, postgres.ClusterOptions{}, postgres.ErrOtherVersion, dir, "need PostgreSQL 9", "install postgresql-9")
	if diff := cmp.Diff(before, contents(t, filepath.Join(dir, "pgdata"))); diff != "" {
		t.Errorf("the data were touched:\n%s", diff)
	}
	if err := os.WriteFile(version, ours, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ask[int](t, start(t, dir, postgres.ClusterOptions{NoFsync: true}).URL(), "SELECT n FROM hand"); got != 7 {
		t.Errorf("the row is %d, want 7", got)
	}
}

// contents is a fingerprint of every file below dir.
func contents(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	sums := map[string][32]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		sums[path] = sha256.Sum256(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

func TestForeignDirectory(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{
		"somebody's files":   {"letter.txt"},
		"a bare data folder": {"PG_VERSION", "postgresql.conf"},
		"no version":         {"lock", "pgdata/base"},
		"odd version":        {"lock", "pgdata/PG_VERSION"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := postgrestest.Dir(t)
			for _, f := range files {
				path := filepath.Join(dir, f)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte("?"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			refused(t, dir, postgres.ClusterOptions{}, postgres.ErrNotOurs, dir)
			for _, f := range files {
				if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
					t.Errorf("a file was touched: %v", err)
				}
			}
		})
	}
}

func TestSquattedSocketDirectory(t *testing.T) {
	t.Parallel()
	base := postgrestest.Dir(t)
	openUp(t, base)
	dir := filepath.Join(base, strings.Repeat("long", 30))
	socket := postgres.SocketDir(dir)
	if err := os.Mkdir(socket, 0o777); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(socket)
	if err := os.Chmod(socket, 0o777); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, postgres.ClusterOptions{NoFsync: true}, postgres.ErrNotOurs, socket)
}

func TestUnreachableDirectory(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root runs the server as somebody else")
	}
	closed := filepath.Join(postgrestest.Dir(t), "closed")
	openUp(t, filepath.Dir(closed))
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	refused(t, filepath.Join(closed, "book"), postgres.ClusterOptions{}, postgres.ErrUnreachable, "may not enter "+closed+" on", "chmod o+x")
	if got, err := postgres.Barrier(filepath.Join(closed, "book"), "postgres"); err != nil || got != closed {
		t.Errorf("barrier %s, %v; want %s", got, err, closed)
	}
}

func TestNoPrograms(t *testing.T) {
	t.Parallel()
	refused(t, postgrestest.Dir(t), postgres.ClusterOptions{BinDir: t.TempDir()}, postgres.ErrNotInstalled,
		"apt-get install postgresql", "DATABASE_URL")
}

func TestNoUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root drops to another user")
	}
	refused(t, postgrestest.Dir(t), postgres.ClusterOptions{User: "nobody-of-that-name"}, postgres.ErrNoUser, "DATABASE_URL")
	refused(t, postgrestest.Dir(t), postgres.ClusterOptions{User: "root"}, postgres.ErrNoUser)
}

// A server that cannot start is reported at once, with its own words.
func TestBadSetting(t *testing.T) {
	t.Parallel()
	opts := postgres.ClusterOptions{NoFsync: true, Settings: map[string]string{"no_such_setting": "1"}}
	dir := postgrestest.Dir(t)
	refused(t, dir, opts, postgres.ErrDied, "no_such_setting")
	start(t, dir, postgres.ClusterOptions{NoFsync: true}) // and the directory is free again
}

func TestStartCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := postgrestest.Dir(t)
	if _, err := postgres.Start(ctx, dir, postgres.ClusterOptions{NoFsync: true}); err == nil {
		t.Fatal("started under a cancelled context")
	}
	start(t, dir, postgres.ClusterOptions{NoFsync: true})
}
