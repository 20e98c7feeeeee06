package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"croupier/floor/floortest"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// binary is the program under test, built once as a user would.
var binary string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "croupier-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "croupier")
	build := []string{"build", "-o", binary}
	if raced {
		build = append(build, "-race")
	}
	if out, err := exec.Command("go", append(build, ".")...).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the program: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// process is a running server.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	logs chan map[string]any
	api  client
	book string // where its database is

	mu       sync.Mutex
	postgres int      // process number of the private Postgres it started last
	plain    []string // what it wrote beside its log: Postgres' own lines, and a panic
}

// start runs the server with the settings and waits until it is ready.
func start(t *testing.T, settings ...string) *process {
	t.Helper()
	p := &process{t: t, logs: make(chan map[string]any, 10000)}
	p.cmd = exec.Command(binary, "serve", "--listen", "127.0.0.1:0")
	p.cmd.Env = append(os.Environ(), settings...)
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.read(stderr)
	t.Cleanup(p.tell)
	p.api = client{url: "http://" + p.said("serving")["listen"].(string)}
	p.ready()
	p.book = bookOf(t, settings)
	return p
}

// bookOf is the database of a server of these settings.
func bookOf(t *testing.T, settings []string) string {
	t.Helper()
	var data string
	for _, s := range settings {
		if url, ok := strings.CutPrefix(s, "DATABASE_URL="); ok && url != "" {
			return url
		}
		if dir, ok := strings.CutPrefix(s, "CROUPIER_DATA="); ok {
			data = dir
		}
	}
	url, ok := postgres.Running(filepath.Join(data, "postgres"))
	if !ok {
		t.Fatalf("no private Postgres runs in %s", data)
	}
	return url
}

// furnish puts people into the server's book, by a connection beside it.
func (p *process) furnish() *floortest.House {
	p.t.Helper()
	return floortest.New(p.t, postgrestest.Pool(p.t, p.book, postgres.PoolOptions{Role: postgres.WriterRole}))
}

func (p *process) read(from io.Reader) {
	defer close(p.logs)
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		var l map[string]any
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			p.mu.Lock()
			p.plain = append(p.plain, lines.Text())
			p.mu.Unlock()
			continue
		}
		if l["msg"] == "private Postgres started" {
			p.mu.Lock()
			p.postgres = int(l["pid"].(float64))
			p.mu.Unlock()
		}
		select {
		case p.logs <- l:
		default:
		}
	}
}

// tell prints the end of what the server wrote beside its log, where a test failed:
// it may have panicked.
func (p *process) tell() {
	if !p.t.Failed() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t.Logf("the server wrote last:\n%s", strings.Join(p.plain[max(0, len(p.plain)-120):], "\n"))
}

// said waits for a line of the log.
func (p *process) said(msg string) map[string]any {
	p.t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case l, ok := <-p.logs:
			if !ok {
				p.t.Fatalf("the server ended before it said %q: %v", msg, p.cmd.Wait())
			}
			if l["msg"] == msg {
				return l
			}
		case <-limit:
			p.t.Fatalf("the server did not say %q", msg)
		}
	}
}

// ready waits until the server can write the book.
func (p *process) ready() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if err := ready(ctx, io.Discard, strings.TrimPrefix(p.api.url, "http://")); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	p.t.Fatal("the server did not become ready")
}

// kill ends the server as a power cut would.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// killPostgres ends the private Postgres as a crash would.
func (p *process) killPostgres() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = syscall.Kill(p.postgres, syscall.SIGKILL)
}

// stop asks the server to end and checks that it does so cleanly.
func (p *process) stop() {
	p.t.Helper()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("the server did not stop cleanly: %v", err)
	}
}

// send posts body under the key and returns the status and the answer.
func (c client) send(path, key string, body any) (status int, answer []byte, err error) {
	b, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequest(http.MethodPost, c.url+path, bytes.NewReader(b))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	req.Header.Set("Authorization", "Bearer "+c.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// dataDir is a directory the private Postgres' user can walk to.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "croupier")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
