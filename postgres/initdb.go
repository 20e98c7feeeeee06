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
	"syscall"
)

// Names inside the directory of a private cluster.
const (
	lockName    = "lock"
	dataName    = "pgdata"
	halfName    = "pgdata.new" // initdb at work; not yet a cluster
	versionName = "PG_VERSION"
	pidName     = "postmaster.pid"
)

// prepare makes dir the account's own, mode 0700. An existing directory must be
// empty or hold a private cluster; anything else is left alone.
func prepare(dir string, as account) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if len(entries) > 0 && !hasName(entries, lockName) {
		return fmt.Errorf("%w: %s holds other files (%s, …); name an empty or a new directory", ErrNotOurs, dir, entries[0].Name())
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	return as.own(dir)
}

func hasName(entries []fs.DirEntry, name string) bool {
	for _, e := range entries {
		if e.Name() == name {
			return true
		}
	}
	return false
}

// majorOf is the major version that wrote the data directory, 0 if there is none.
func majorOf(data string) (int, error) {
	text, err := os.ReadFile(filepath.Join(data, versionName))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(data); err == nil {
			return 0, fmt.Errorf("%w: %s has no %s", ErrNotOurs, data, versionName)
		}
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("%w: %s says version %q", ErrNotOurs, data, text)
	}
	return major, nil
}

// initialize makes a new cluster under another name and renames it when it is
// whole, so that a crash on the way leaves nothing that looks like data. What
// an earlier crash left under that other name is removed; the lock is held.
func (c *Cluster) initialize(ctx context.Context, pg installation) error {
	half := filepath.Join(c.dir, halfName)
	if err := os.RemoveAll(half); err != nil {
		return err
	}
	args := []string{"--pgdata=" + half, "--username=" + superuser, "--encoding=UTF8", "--locale=C",
		"--data-checksums", "--auth-local=trust", "--auth-host=reject", "--no-instructions"}
	if c.opts.NoFsync {
		args = append(args, "--no-sync")
	}
	log := &tail{next: c.opts.Log}
	p, err := spawn(c.as.command(c.dir, c.lock, syscall.SIGKILL, pg.program("initdb"), args...), log)
	if err != nil {
		return err
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		_ = p.cmd.Process.Kill()
		<-p.done
		return ctx.Err()
	}
	if p.err != nil {
		return fmt.Errorf("initdb: %w: %s", p.err, log)
	}
	if err := os.Rename(half, c.data()); err != nil {
		return err
	}
	return syncDir(c.dir)
}

// syncDir makes a rename in dir last through a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
