package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/api"
	"croupier/ledger"
)

// checkpoints appends signed checkpoints of all chains to files of a directory, one a
// day, and signs none that would go back behind the last one there.
type checkpoints struct {
	dir  string
	key  ed25519.PrivateKey
	pool *pgxpool.Pool
	log  *slog.Logger

	last *ledger.Checkpoint // nil: not read yet, or there is none
	file string             // that it stands in

	failing atomic.Bool
}

const checkpointFile = ".checkpoints"

// newCheckpoints returns the signer of the directory, which is made where it is missing.
func (s *server) newCheckpoints(key ed25519.PrivateKey, pool *pgxpool.Pool) (*checkpoints, error) {
	if s.checkpoints == "" {
		return nil, nil
	}
	s.log.Info("signing checkpoints", "directory", s.checkpoints, "key", fmt.Sprintf("%x", []byte(key.Public().(ed25519.PublicKey))))
	return &checkpoints{dir: s.checkpoints, key: key, pool: pool, log: s.log}, os.MkdirAll(s.checkpoints, 0o755)
}

// checkpointLook is how often the chains are looked at: how late a day's close is noted.
const checkpointLook = 5 * time.Second

// watch appends each checkpoint that is due until the context ends. It says once what keeps
// it from signing.
func (c *checkpoints) watch(ctx context.Context) {
	if c == nil {
		return
	}
	tick := time.NewTicker(checkpointLook)
	defer tick.Stop()
	said := ""
	for {
		err := c.turn(ctx, time.Now())
		if ctx.Err() != nil {
			return
		}
		c.failing.Store(err != nil)
		if err == nil {
			said = ""
		} else if text := err.Error(); text != said {
			said = text
			c.log.Error("no checkpoint was signed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (c *checkpoints) gauges() []api.Gauge {
	if c == nil {
		return nil
	}
	return []api.Gauge{{Name: "croupier_checkpoints_failing", Help: "1 while no checkpoint can be signed; the log says why.", Value: func() float64 {
		if c.failing.Load() {
			return 1
		}
		return 0
	}}}
}

// turn appends the checkpoint that is due, if one is.
func (c *checkpoints) turn(ctx context.Context, now time.Time) error {
	if c.last == nil {
		if err := c.read(); err != nil {
			return err
		}
	}
	next, err := ledger.NextCheckpoint(ctx, c.pool, c.last, now)
	if err != nil || next == nil {
		return err
	}
	signed, err := next.Sign(c.key)
	if err != nil {
		return err
	}
	// Files are read in the order of their names, whatever the clock says.
	file := max(c.file, next.At.Format(time.DateOnly)+checkpointFile)
	if err := appendNote(filepath.Join(c.dir, file), signed); err != nil {
		return err
	}
	c.last, c.file = next, file
	return nil
}

// read finds the last checkpoint of the directory, which must be of the own key.
func (c *checkpoints) read() error {
	files, err := checkpointFiles(c.dir)
	if err != nil {
		return err
	}
	for _, file := range slices.Backward(files) {
		b, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			return err
		}
		for _, kept := range slices.Backward(ledger.KeptNotes(b)) {
			if kept.Cut {
				continue
			}
			last, err := ledger.OpenCheckpoint(kept.Signed, c.key.Public().(ed25519.PublicKey))
			if err != nil {
				return fmt.Errorf("%s line %d: %w", file, kept.Line, err)
			}
			c.last, c.file = last, filepath.Base(file)
			return nil
		}
	}
	return nil
}

// checkpointFiles are the files of checkpoints at the path, a directory or a file.
func checkpointFiles(path string) ([]string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []string{path}, err
	}
	entries, err := os.ReadDir(path) // by name
	var files []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), checkpointFile) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files, err
}

// appendNote brings the note to the disk, on a line of its own where a crash cut off the
// one before.
func appendNote(file string, signed []byte) error {
	f, err := os.OpenFile(filepath.Clean(file), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	err = func() error {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		end := []byte{'\n'}
		if size := info.Size(); size > 0 {
			if _, err := f.ReadAt(end, size-1); err != nil {
				return err
			}
		}
		if end[0] != '\n' {
			signed = append([]byte{'\n'}, signed...)
		}
		_, err = f.Write(signed)
		return err
	}()
	return errors.Join(err, f.Sync(), f.Close(), syncDir(filepath.Dir(file)))
}
