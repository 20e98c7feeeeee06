package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// launcherDir makes this test program a launcher: it starts a cluster there,
// prints its process number, and waits to be killed.
const launcherDir = "TEST_LAUNCHER_DIR"

// secret names a variable that must not reach the server.
const secret = "TEST_SECRET"

func TestMain(m *testing.M) {
	if dir := os.Getenv(launcherDir); dir != "" {
		os.Exit(launch(dir))
	}
	if err := os.Setenv(secret, "key"); err != nil {
		panic(err)
	}
	os.Exit(postgrestest.Main(m))
}

func launch(dir string) int {
	c, err := postgres.Start(context.Background(), dir, postgres.ClusterOptions{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println(c.PID(), c.URL())
	<-c.Done()
	return 0
}

// launcher is another process that runs a cluster.
type launcher struct {
	cmd *exec.Cmd
	pid int // of the server
	url string
}

// startLauncher runs a cluster in dir from another process.
func startLauncher(t *testing.T, dir string) *launcher {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), launcherDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	l := &launcher{cmd: cmd}
	t.Cleanup(l.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, url, _ := strings.Cut(strings.TrimSpace(line), " ")
	if l.pid, err = strconv.Atoi(pid); err != nil {
		t.Fatalf("launcher says %q", line)
	}
	l.url = url
	return l
}

// kill ends the launcher the hard way; the server is not told.
func (l *launcher) kill() {
	_ = l.cmd.Process.Signal(syscall.SIGKILL)
	_ = l.cmd.Wait() // says "killed", or that it was waited for already
}
