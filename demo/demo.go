// Package demo puts up a casino to try things at: four tables, the people of a
// small house, and an hour of play, each step asked for as the API would.
//
// It decides nothing and writes nothing itself, and touches no book but one that is
// empty.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"croupier/desk"
	"croupier/ledger"
	"croupier/pit"
	"croupier/shelf"
)

// A Site is where a casino is put up.
type Site struct {
	Desk  *desk.Desk   // of the book, by the clock on the wall
	Key   [32]byte     // seals decks
	Shelf *shelf.Shelf // where the counts of games are kept
	// File is where what people sign in with is kept. With the book it tells a
	// casino that was put up here from any other.
	File string
	// Say is told what is being done, in a line.
	Say func(doing string)
	// Count returns what is told how far a count of deals is, from 0 to 1, and what
	// is called at its end.
	Count func(doing string) (show func(done float64), end func())
}

// Why no casino is put up. Nothing has changed then.
var (
	// ErrNotEmpty reports a book with something in it that is not the demo's.
	ErrNotEmpty = errors.New("the book is not empty and was not made by the demo: name another with --data or --database-url, or serve it without --demo")
	// ErrOtherBook reports a file of the demo beside a book it is not of.
	ErrOtherBook = errors.New("the book is not the one the file is of: name the book it was made with, or another data directory")
	// ErrHalf reports a demo that did not come to its end.
	ErrHalf = errors.New("the demo was interrupted while it was put up: take its book and the file away, or name another data directory")
)

// Open puts the casino up in an empty book, which takes seconds, or finds the one it
// has put up there, and returns who signs in with what. It fails with ErrNotEmpty,
// ErrOtherBook or ErrHalf on any other book.
func Open(ctx context.Context, s Site) (Cast, error) {
	ends, err := ledger.Ends(ctx, s.Desk.Pool)
	if err != nil {
		return nil, err
	}
	k, err := read(s.File)
	switch empty := len(ends) == 0; {
	case errors.Is(err, fs.ErrNotExist) && empty:
		k = kept{Cast: newCast()}
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNotEmpty
	case err != nil:
		return nil, err
	case len(k.Tables) > 0:
		return k.Cast, s.recognise(ctx, k)
	case !empty:
		return nil, fmt.Errorf("%s: %w", s.File, ErrHalf)
	}
	return k.Cast, s.putUp(ctx, &k)
}

// putUp keeps the secrets before the book has anything in it, so that what is cut
// short is told apart from a book of somebody else's.
func (s *Site) putUp(ctx context.Context, k *kept) error {
	if err := k.write(s.File); err != nil {
		return err
	}
	h := newHouse(s)
	for _, part := range []struct {
		doing string
		do    func(context.Context) error
	}{
		{"people, and who they are", func(ctx context.Context) error { return k.Cast.add(ctx, h.desk) }},
		{"tables, each proposed by one manager and approved by the other", h.furnish},
		{"an hour of play at each table", h.play},
		{"a proposal that waits", h.draft},
		{"what the pit is alerted of", pit.New(s.Desk, pit.Options{Shelf: s.Shelf}).Survey},
	} {
		s.Say(part.doing)
		if err := part.do(ctx); err != nil {
			return fmt.Errorf("demo: %s: %w", part.doing, err)
		}
	}
	var err error
	if k.Tables, err = s.created(ctx); err != nil {
		return err
	}
	return k.write(s.File)
}
