package cards

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawCards draws n distinct known cards in any order.
func drawCards(t *rapid.T, n int) Cards {
	deck := NewDeck()
	return Cards(rapid.Permutation(deck[:]).Draw(t, "deck"))[:n:n]
}

func TestSetHoldsWhatWasPutIn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cs := drawCards(t, rapid.IntRange(0, deckSize).Draw(t, "n"))
		s := SetOf(append(cs, FaceDown, 53, 255)...)
		if s.Len() != len(cs) {
			t.Fatalf("set of %v holds %d cards", cs, s.Len())
		}
		for c := range Card(255) {
			if s.Has(c) != slices.Contains(cs, c) {
				t.Fatalf("set of %v has %v: %v", cs, c, s.Has(c))
			}
		}
		for _, c := range cs {
			s = s.Without(c)
		}
		if s != 0 {
			t.Fatalf("%v is left of a set", s.Cards())
		}
	})
}

func TestSetListsCardsInOrder(t *testing.T) {
	t.Parallel()
	deck := NewDeck()
	if diff := cmp.Diff(Cards(deck[:]), FullDeck.Cards()); diff != "" {
		t.Errorf("full deck (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(must(t, "2c Td As"), SetOf(must(t, "As 2c Td")...).Cards()); diff != "" {
		t.Errorf("three cards (-want +got):\n%s", diff)
	}
}
