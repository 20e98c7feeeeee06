package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"croupier/house"
	"croupier/house/people"
)

// kept is what the file says of the casino.
type kept struct {
	// Tables are when the tables were created, in the order of their numbers: the book
	// never changes that, and no other has the same. There are none until the casino
	// is up.
	Tables []time.Time `json:"tables,omitempty"`
	Cast   Cast        `json:"people"`
}

// read fails with fs.ErrNotExist where there is no file.
func read(file string) (k kept, err error) {
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return k, err
	}
	if err := json.Unmarshal(b, &k); err != nil {
		return k, fmt.Errorf("%s is not a file of the demo: %w", file, err)
	}
	return k, nil
}

// write leaves the whole file, which only its owner can read, or the one before.
func (k *kept) write(file string) error {
	b, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o711); err != nil { // the private Postgres' user walks through
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), "demo") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

// recognise fails unless the book is the one the file is of: it has the people, and
// the tables were created when the file says.
func (s *Site) recognise(ctx context.Context, k kept) error {
	other := fmt.Errorf("%s: %w", s.File, ErrOtherBook)
	in := people.New(s.Desk, people.Options{})
	for name := range k.Cast {
		if _, err := in.Get(ctx, name); errors.Is(err, people.ErrNoPerson) {
			return other
		} else if err != nil {
			return err
		}
	}
	created, err := s.created(ctx)
	if err != nil {
		return err
	}
	if len(created) < len(k.Tables) || !slices.EqualFunc(created[:len(k.Tables)], k.Tables, time.Time.Equal) {
		return other // tables that were added since are nobody's concern
	}
	return nil
}

// created are when the tables of the book were created, in the order of their
// numbers.
func (s *Site) created(ctx context.Context) ([]time.Time, error) {
	tables, err := house.List(ctx, s.Desk.Pool, s.Desk.Now())
	if err != nil {
		return nil, err
	}
	at := make([]time.Time, len(tables))
	for i := range tables {
		at[i] = tables[i].Created.UTC()
	}
	return at, nil
}
