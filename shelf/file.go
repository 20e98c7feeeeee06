package shelf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"croupier/edge"
	"croupier/games"
)

// ErrNotKept reports that counts were made and could not be written.
var ErrNotKept = errors.New("the counts could not be kept")

// file names the counts of a game by what they were counted from.
func (s *Shelf) file(g *games.Game) (string, error) {
	id, err := edge.Identify(g)
	if err != nil {
		return "", err
	}
	game := strings.ReplaceAll(g.Name, "/", "-")
	return filepath.Join(s.dir, fmt.Sprintf("%s-%.16s.counts", game, id)), nil
}

// read returns the counts of a file, or nil where it holds none that fit.
func read(file string, g *games.Game) *edge.Counts {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	c, err := edge.Decode(g, data)
	if err != nil {
		return nil
	}
	return c
}

// write puts a file in place whole or not at all: written beside it, brought
// to the disk, renamed.
func write(file string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = replace(file, data)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	return nil
}

func replace(file string, data []byte) error {
	dir, base := filepath.Split(file)
	f, err := os.CreateTemp(dir, base+".*.part")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(dir)
}

// syncDir brings the new name to the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
