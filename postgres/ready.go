package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// pidFile is what a server notes about itself in its data directory.
type pidFile struct {
	pid   int
	ready bool // takes connections
}

// statusLine is the line of the file that says "starting", "ready", "stopping".
const statusLine = 7

func readPIDFile(data string) (pidFile, error) {
	text, err := os.ReadFile(filepath.Join(data, pidName))
	if err != nil {
		return pidFile{}, err
	}
	lines := strings.Split(string(text), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(lines[0])) // half written: 0, no process
	ready := len(lines) > statusLine && strings.TrimSpace(lines[statusLine]) == "ready"
	return pidFile{pid: pid, ready: ready}, nil
}

// clearStale looks at what a killed server left. A server that still runs on the
// directory was started by hand: ErrInUse. A number that meanwhile belongs to
// another process, as after a reboot, or to a dead one nobody took note of, would
// make PostgreSQL refuse to start, so such a note is removed; any other is left
// for PostgreSQL to judge.
func clearStale(data string) error {
	note, err := readPIDFile(data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if note.pid > 0 && serves(note.pid, data) {
		return fmt.Errorf("%w: process %d serves %s, and croupier did not start it; stop it first", ErrInUse, note.pid, data)
	}
	if note.pid > 0 && exists(note.pid) {
		return os.Remove(filepath.Join(data, pidName))
	}
	return nil
}

// awaitReady waits for the server to take connections. It believes only a note
// written by the child itself: another server's would answer just as well.
func (c *Cluster) awaitReady(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if note, err := readPIDFile(c.data()); err == nil && note.ready && note.pid == c.PID() {
			return nil
		}
		select {
		case <-c.done:
			return c.err
		case <-ctx.Done():
			return fmt.Errorf("not ready: %w: %s", ctx.Err(), c.proc.log)
		case <-tick.C:
		}
	}
}

// createDatabase makes the database unless it exists, with the book's schema
// on its search path, so that psql finds the tables too.
func createDatabase(ctx context.Context, url, name string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return fmt.Errorf("database %s: %w", name, err)
	}
	if !exists {
		if _, err := conn.Exec(ctx, "CREATE DATABASE "+quote(name)); err != nil {
			return fmt.Errorf("database %s: %w", name, err)
		}
	}
	_, err = conn.Exec(ctx, fmt.Sprintf("ALTER DATABASE %s SET search_path = %s, public", quote(name), quote(Schema)))
	return err
}
