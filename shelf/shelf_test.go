package shelf_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"croupier/edge"
	"croupier/games"
	"croupier/games/bonus"
	"croupier/shelf"
)

var setup = games.Setup{House: games.House{"ante_pays_from": "straight"}}

// counting tells whether counts were made: Count reports progress, reading
// does not.
func counting(t *testing.T, s *shelf.Shelf) (*edge.Counts, bool) {
	t.Helper()
	made := false
	c, err := s.Counts(t.Context(), bonus.Edition, setup, edge.Options{Progress: func(float64) { made = true }})
	if err != nil {
		t.Fatal(err)
	}
	return c, made
}

// wholeCount skips a test that counts to the end where that takes a minute.
func wholeCount(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("counting is ten times slower under the race detector; TestStopped counts on all cores there")
	}
}

func TestCountsAreMadeOnce(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	dir := filepath.Join(t.TempDir(), "edge")
	s := shelf.New(dir)
	if _, made := counting(t, s); !made {
		t.Error("nothing was counted at first")
	}
	if _, made := counting(t, s); made {
		t.Error("counted again, with the counts in memory")
	}
	if _, made := counting(t, shelf.New(dir)); made {
		t.Error("counted again, with the counts in the directory")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 || filepath.Ext(files[0]) != ".counts" {
		t.Fatalf("files %v, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(files[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, made := counting(t, shelf.New(dir)); !made {
		t.Error("damaged counts were used")
	}
	if _, made := counting(t, shelf.New(dir)); made {
		t.Error("damaged counts were not replaced")
	}
}

// TestStopped: counts stopped in the middle leave nothing behind, also for
// those who wait for their turn.
func TestStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := shelf.New(dir)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			_, err := s.Counts(ctx, bonus.Edition, setup, edge.Options{Progress: func(float64) { stop() }})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
		})
	}
	waiting.Wait()
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("files %v", files)
	}
}

func TestCountsThatCannotBeKeptAreStillCounts(t *testing.T) {
	t.Parallel()
	wholeCount(t)
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := shelf.New(file).Counts(t.Context(), bonus.Edition, setup, edge.Options{})
	if c == nil || !errors.Is(err, shelf.ErrNotKept) {
		t.Errorf("counts %v, error %v", c != nil, err)
	}
}

func TestRefusesHouseRules(t *testing.T) {
	t.Parallel()
	_, err := shelf.New("").Counts(t.Context(), bonus.Edition, games.Setup{}, edge.Options{})
	if !errors.Is(err, games.ErrHouse) {
		t.Errorf("error %v", err)
	}
}
