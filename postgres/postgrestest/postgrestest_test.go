package postgrestest

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/migrations"
	"croupier/postgres"
)

// childMode makes this program start the shared server, say where, and wait.
const childMode = "TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childMode) == "" {
		os.Exit(Main(m))
	}
	c, err := shared()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(c.Dir())
	select {}
}

func TestDatabasesAreApart(t *testing.T) {
	t.Parallel()
	one, two := New(t), New(t)
	if err := run(t.Context(), one, "CREATE TABLE public.mine (n int)"); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), two, "CREATE TABLE public.mine (n int)"); err != nil {
		t.Error(err)
	}
}

func TestDatabaseIsDropped(t *testing.T) {
	t.Parallel()
	var url string
	t.Run("inner", func(t *testing.T) {
		url = NewEmpty(t)
		conn, err := pgx.Connect(t.Context(), url) // left open on purpose
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.PgConn().Conn().Close() })
	})
	if err := run(t.Context(), url, "SELECT 1"); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("after the test its database answers: %v", err)
	}
}

// What NewPool gives is what serve works with.
func TestPoolIsReady(t *testing.T) {
	t.Parallel()
	pool := NewPool(t)
	if err := postgres.Check(t.Context(), pool, migrations.FS); err != nil {
		t.Error(err)
	}
	var role string
	if err := pool.QueryRow(t.Context(), "SELECT current_user").Scan(&role); err != nil || role != postgres.WriterRole {
		t.Errorf("role %q, %v", role, err)
	}
}

func TestDurable(t *testing.T) {
	t.Parallel()
	var dir string
	t.Run("inner", func(t *testing.T) {
		c := Durable(t)
		dir = c.Dir()
		var fsync string
		conn, err := pgx.Connect(t.Context(), c.URL())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if err := conn.QueryRow(t.Context(), "SHOW fsync").Scan(&fsync); err != nil || fsync != "on" {
			t.Errorf("fsync %q, %v", fsync, err)
		}
	})
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s was left behind: %v", dir, err)
	}
}

// A test process that is killed leaves neither server nor data.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childMode+"=1")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	_ = child.Process.Signal(syscall.SIGKILL)
	_ = child.Wait()
	dir := strings.TrimSpace(line)
	if err != nil || !strings.HasPrefix(dir, "/") {
		t.Fatalf("child says %q, %v", line, err)
	}
	for { // the test's own time limit ends it
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
