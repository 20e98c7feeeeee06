package postgres

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// lockPatience is how long a launcher waits for a server whose parent has died
// to end; PostgreSQL kills what lingers after five seconds of SIGQUIT.
const lockPatience = 30 * time.Second

// lock takes the directory for this process and for the server it will start.
// While another launcher lives it fails at once with ErrInUse; when only the
// server of a dead launcher is left it waits for that to end.
func lock(ctx context.Context, path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := waitLock(ctx, f); err != nil {
		f.Close()
		return nil, err
	}
	return f, writeHolder(f, strconv.Itoa(os.Getpid())+"\n")
}

func waitLock(ctx context.Context, f *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	for {
		ok, err := tryLock(f)
		if ok || err != nil {
			return err
		}
		pid := holder(f)
		if pid != 0 && alive(pid) {
			return fmt.Errorf("%w: %s is held by process %d", ErrInUse, f.Name(), pid)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: the server of an ended croupier (process %d) still holds %s", ErrInUse, pid, f.Name())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// unlock gives the directory up. Server processes that still hold the inherited
// lock keep it until they end.
func unlock(f *os.File) {
	_ = writeHolder(f, "") // only a hint for the next launcher's message
	_ = f.Close()
}

func holder(f *os.File) int {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 32))
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

func writeHolder(f *os.File, text string) error {
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	_, err := f.WriteAt([]byte(text), 0)
	return err
}
