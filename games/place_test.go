package games_test

import (
	"slices"
	"testing"

	"croupier/games"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	all := []games.Place{games.Burn, games.Board, games.Dealer, 1, 7, games.MaxSeats}
	var set games.Places
	for _, p := range all {
		if set.Has(p) {
			t.Errorf("%v is in %b", p, set)
		}
		set |= games.At(p)
	}
	if set.Len() != len(all) || set.First() != games.Burn || set.Last() != games.MaxSeats {
		t.Errorf("%d places from %v to %v", set.Len(), set.First(), set.Last())
	}
	for _, p := range []games.Place{-128, -3, 2, 23, 127} {
		if set.Has(p) {
			t.Errorf("%v is in the set", p)
		}
	}
	if got := slices.Collect(set.All()); !slices.Equal(got, all) {
		t.Errorf("from the first: %v", got)
	}
	slices.Reverse(all)
	if got := slices.Collect(set.From(games.Last)); !slices.Equal(got, all) {
		t.Errorf("from the last: %v", got)
	}
	for range games.Places(0).All() {
		t.Error("the empty set has a place")
	}
	for range set.All() {
		break // a loop may stop early
	}
}

func TestPlaceNames(t *testing.T) {
	t.Parallel()
	for p, want := range map[games.Place]string{games.Burn: "burn", games.Board: "board", games.Dealer: "dealer", 3: "seat 3"} {
		if p.String() != want {
			t.Errorf("%q, want %q", p, want)
		}
	}
}
