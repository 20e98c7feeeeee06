package postgrestest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"croupier/postgres"
)

// settings fit many small tests at once on a small machine.
var settings = map[string]string{
	"max_connections":    "300",
	"shared_buffers":     "64MB",
	"max_wal_size":       "256MB",
	"autovacuum_naptime": "10min",
}

// server is the process's own, once shared has started it.
var server *postgres.Cluster

// shared starts the process's own server on first use.
var shared = sync.OnceValues(func() (*postgres.Cluster, error) {
	dir, err := directory()
	if err != nil {
		return nil, fmt.Errorf("test database: %w", err)
	}
	server, err = postgres.Start(context.Background(), dir, postgres.ClusterOptions{NoFsync: true, Settings: settings})
	if err != nil {
		return nil, fmt.Errorf("test database: %w", err)
	}
	return server, nil
})

// Main runs a package's tests, stops the server, and fails the run when tests
// left goroutines behind. It is for TestMain and not required: without it the
// server ends with the process all the same. Tests that share more than the server
// end that when they have Run.
func Main(m interface{ Run() int }) int {
	code := m.Run()
	if server != nil {
		if err := server.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	return code
}

// Durable starts a server of the test's own, on disk and with fsync on, for
// tests that kill it. When the test ends it is stopped and its data are removed.
func Durable(t testing.TB) *postgres.Cluster {
	t.Helper()
	c, err := postgres.Start(t.Context(), Dir(t), postgres.ClusterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Stop(context.WithoutCancel(t.Context())) }) // the test may have killed it
	return c
}

// Dir is a directory on disk for a private cluster, removed when the test ends.
// It takes the place of t.TempDir, whose parents the server's user may not enter
// when the tests run as root.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "croupier-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// directory is for the shared server: in memory where that is large enough.
func directory() (string, error) {
	parent := os.TempDir()
	if free("/dev/shm") >= 1<<30 {
		parent = "/dev/shm"
	}
	dir, err := os.MkdirTemp(parent, "croupier-test-")
	if err != nil {
		return "", err
	}
	return dir, removeLater(dir)
}

func free(dir string) uint64 {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0 // there is none
	}
	return st.Bavail * uint64(st.Bsize)
}

// removeLater leaves a shell behind that removes dir once this process has
// ended, however it ends: Go runs nothing at the end of a test process, and
// memory left taken would add up. The server, told to quit by the kernel at the
// same moment, may still write, hence the loop.
func removeLater(dir string) error {
	const script = `read -r _; n=0; until rm -rf -- "$0" || [ $n -ge 100 ]; do n=$((n+1)); sleep 0.1; done`
	end, held, err := os.Pipe()
	if err != nil {
		return err
	}
	defer end.Close()
	cmd := exec.Command("/bin/sh", "-c", script, dir)
	cmd.Stdin = end
	cmd.Dir = filepath.Dir(dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	untilExit = held
	return cmd.Start()
}

// untilExit is the shell's standard input; that it closes with this process is
// the signal. It is kept here so that no finalizer closes it before.
//
//lint:ignore U1000 it is written to be kept, and never read
var untilExit *os.File
