// Package shelf keeps the counts a game's edge is priced from, in memory and in
// a directory, so that they are made once. It knows no rule, no price and no
// database.
package shelf

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"croupier/edge"
	"croupier/games"
)

// A Shelf keeps counts by game and house rules. It may be used by many at once.
type Shelf struct {
	dir  string // none: in memory only
	turn chan struct{}

	lock  sync.Mutex
	known map[string]*edge.Counts
}

// New returns the shelf of the directory, which is made when first written
// to. Without a directory it keeps counts in memory only.
func New(dir string) *Shelf {
	return &Shelf{dir: dir, turn: make(chan struct{}, 1), known: map[string]*edge.Counts{}}
}

// Counts returns the counts of the game under the setup: the ones at hand, or
// those of the directory, or else counted now and kept. Files of other rules,
// another version or damaged ones are made anew. One count runs at a time,
// since it uses every core; others wait, no longer than ctx lasts. That a file
// could not be written is no reason to fail: the counts come with the error,
// which wraps ErrNotKept.
func (s *Shelf) Counts(ctx context.Context, e games.Edition, setup games.Setup, o edge.Options) (*edge.Counts, error) {
	g, setup, err := e.Build(setup)
	if err != nil {
		return nil, err
	}
	key := name(e, setup)
	if c := s.at(key); c != nil {
		return c, nil
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to count %s: %w", g.Name, context.Cause(ctx))
	}
	if c := s.at(key); c != nil {
		return c, nil
	}
	c, err := s.load(ctx, g, o)
	if c != nil {
		s.lock.Lock()
		s.known[key] = c
		s.lock.Unlock()
	}
	return c, err
}

func (s *Shelf) at(key string) *edge.Counts {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.known[key]
}

// load reads the counts, or makes and keeps them.
func (s *Shelf) load(ctx context.Context, g *games.Game, o edge.Options) (*edge.Counts, error) {
	if s.dir == "" {
		return edge.Count(ctx, g, o)
	}
	file, err := s.file(g)
	if err != nil {
		return nil, err
	}
	if c := read(file, g); c != nil {
		return c, nil
	}
	c, err := edge.Count(ctx, g, o)
	if err != nil {
		return nil, err
	}
	return c, write(file, c.Encode())
}

// name tells setups apart that count differently.
func name(e games.Edition, s games.Setup) string {
	var b strings.Builder
	b.WriteString(e.Name())
	for _, rule := range slices.Sorted(maps.Keys(s.House)) {
		fmt.Fprintf(&b, " %q=%q", rule, s.House[rule])
	}
	fmt.Fprintf(&b, " %q", s.DealOrder)
	return b.String()
}
