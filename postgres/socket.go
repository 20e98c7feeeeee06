package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	socketFile = ".s.PGSQL.5432"
	// longestSocket is what a Unix socket address holds, less its closing zero.
	longestSocket = 107
)

// socketDir is where the server of dir listens: in dir itself, which nobody else
// may enter, unless that path is too long for a socket; then in a directory for
// temporary files, under a name that follows from dir.
func socketDir(dir string) string {
	inside := filepath.Join(dir, "socket")
	sum := sha256.Sum256([]byte(dir))
	name := "croupier-" + hex.EncodeToString(sum[:8])
	for _, d := range []string{inside, filepath.Join(os.TempDir(), name)} {
		if len(filepath.Join(d, socketFile)) <= longestSocket {
			return d
		}
	}
	return filepath.Join("/tmp", name)
}

// makeSocketDir makes the socket's directory, mode 0700, and empties it: the
// lock is held, so what lies in it was left by a server that was killed. A
// directory of somebody else's, as could wait in /tmp, is refused.
func makeSocketDir(dir string, as account) error {
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		return as.own(dir)
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !as.owns(info) {
		return fmt.Errorf("%w: %s must be a directory of user %s with mode 0700; remove it", ErrNotOurs, dir, as.name)
	}
	for _, name := range []string{socketFile, socketFile + ".lock"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
