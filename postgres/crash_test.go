package postgres_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestKilledServer(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c, err := postgres.Start(t.Context(), dir, postgres.ClusterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	do(t, c.URL(), "CREATE TABLE hand (n int)")
	pool := postgrestest.Pool(t, c.URL(), postgres.PoolOptions{})
	deal := func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO hand VALUES (7)")
		return err
	}
	if err := postgres.Transact(t.Context(), pool, pgx.TxOptions{}, deal); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(c.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-c.Done()
	if err := c.Err(); !errors.Is(err, postgres.ErrDied) {
		t.Errorf("Err is %v, want ErrDied", err)
	}
	again := start(t, dir, postgres.ClusterOptions{})
	// The pool's connections are dead; the transaction finds a live one.
	if err := postgres.Transact(t.Context(), pool, pgx.TxOptions{}, deal); err != nil {
		t.Errorf("transaction after the crash: %v", err)
	}
	if got := ask[int](t, again.URL(), "SELECT count(*) FROM hand"); got != 2 {
		t.Errorf("%d rows, want 2", got)
	}
	pool.Close()
}

// The server of a killed parent ends, and the next parent waits for that.
func TestKilledParent(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	l := startLauncher(t, dir)
	do(t, l.url, "CREATE TABLE hand (n int)", "INSERT INTO hand VALUES (7)")
	held := connect(t, l.url) // an open session must not keep the server
	defer held.Close(t.Context())
	l.kill()
	c := start(t, dir, postgres.ClusterOptions{})
	if running(l.pid) {
		t.Errorf("server %d outlived its parent", l.pid)
	}
	if got := ask[int](t, c.URL(), "SELECT n FROM hand"); got != 7 {
		t.Errorf("after the crash the row is %d, want 7", got)
	}
}

// As long as a process of the old server is there the lock is held, even when
// that process does nothing, and the next parent waits for its end; it does not
// take the dead parent, whom nobody has waited for, for a living one.
func TestKilledParentOfStoppedServer(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	l := startLauncher(t, dir)
	for _, s := range []struct {
		pid int
		sig syscall.Signal
	}{{l.pid, syscall.SIGSTOP}, {l.cmd.Process.Pid, syscall.SIGKILL}} {
		if err := syscall.Kill(s.pid, s.sig); err != nil {
			t.Fatal(err)
		}
	}
	for running(l.cmd.Process.Pid) {
		time.Sleep(time.Millisecond)
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
		t.Errorf("the lock of a server that still runs: %v", err)
	}
	if url, ok := postgres.Running(dir); ok {
		t.Errorf("a server whose parent is dead counts as running: %s", url)
	}
	timer := time.AfterFunc(50*time.Millisecond, func() {
		if err := syscall.Kill(l.pid, syscall.SIGCONT); err != nil {
			t.Error(err)
		}
	})
	defer timer.Stop()
	if ask[int](t, start(t, dir, postgres.ClusterOptions{}).URL(), "SELECT 1") != 1 {
		t.Error("no answer")
	}
}

func TestKilledParentAndServer(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	l := startLauncher(t, dir)
	do(t, l.url, "CREATE TABLE hand (n int)", "INSERT INTO hand VALUES (7)")
	if err := syscall.Kill(l.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	l.kill()
	if _, err := os.Stat(filepath.Join(dir, "pgdata", "postmaster.pid")); err != nil {
		t.Fatalf("the test wants a stale note: %v", err)
	}
	c := start(t, dir, postgres.ClusterOptions{})
	if got := ask[int](t, c.URL(), "SELECT n FROM hand"); got != 7 {
		t.Errorf("after the crash the row is %d, want 7", got)
	}
}

// running reports whether a process runs; a zombie does not.
func running(pid int) bool {
	status, err := os.ReadFile(filepath.Join("/proc", itoa(pid), "status"))
	return err == nil && !strings.Contains(string(status), "State:\tZ")
}

// After a reboot the number in postmaster.pid can belong to another process of
// the same user, such as the distribution's own server.
func TestStaleNoteOfAnotherProcess(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	note, err := os.ReadFile(filepath.Join(dir, "pgdata", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	other := c.CommandAs("/bin/sleep", "600")
	stop(t, c)
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	_, rest, _ := strings.Cut(string(note), "\n")
	stale := itoa(other.Process.Pid) + "\n" + rest
	if err := os.WriteFile(filepath.Join(dir, "pgdata", "postmaster.pid"), []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	if ask[int](t, start(t, dir, postgres.ClusterOptions{NoFsync: true}).URL(), "SELECT 1") != 1 {
		t.Error("no answer")
	}
}

// A crash in the middle of initdb leaves nothing that stands in the way.
func TestHalfMadeCluster(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	half := filepath.Join(dir, "pgdata.new", "base")
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(half, "1"), filepath.Join(dir, "pgdata.new", "PG_VERSION"), filepath.Join(dir, "lock")} {
		if err := os.WriteFile(name, []byte("15\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, dir, postgres.ClusterOptions{NoFsync: true})
	if ask[int](t, c.URL(), "SELECT 1") != 1 {
		t.Error("no answer")
	}
	if _, err := os.Stat(filepath.Join(dir, "pgdata.new")); !os.IsNotExist(err) {
		t.Errorf("the half-made cluster is still there: %v", err)
	}
}
