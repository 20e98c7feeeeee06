package floor

import (
	"bytes"
	"crypto/rand"
	"errors"
	"testing"
)

// What is sealed for a round opens for it alone, and tells nothing: not that two
// decks are the same, nor what the nonce of the commitment is.
func TestSeal(t *testing.T) {
	t.Parallel()
	s, err := newSealer([32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDeck(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := RoundID{Table: 7, Number: 712}
	one, err1 := s.seal(d, id, rand.Reader)
	two, err2 := s.seal(d, id, rand.Reader)
	if err1 != nil || err2 != nil || bytes.Equal(one, two) || bytes.Equal(one[:12], two[:12]) {
		t.Errorf("the same deck is sealed alike: %v, %v", err1, err2)
	}
	if got, err := s.open(one, id); err != nil || *got != *d {
		t.Errorf("it does not open: %v", err)
	}
	for _, other := range []RoundID{{Table: 7, Number: 713}, {Table: 71, Number: 712}, {Table: 7, Number: 7}} {
		if _, err := s.open(one, other); !errors.Is(err, ErrSeal) {
			t.Errorf("it opens for round %s: %v", other, err)
		}
	}
	for i := range one {
		broken := bytes.Clone(one)
		broken[i] ^= 1
		if _, err := s.open(broken, id); !errors.Is(err, ErrSeal) {
			t.Fatalf("it opens with byte %d changed", i)
		}
	}
	if _, err := s.open(one[:5], id); !errors.Is(err, ErrSeal) {
		t.Errorf("a piece of it opens: %v", err)
	}
}

func TestDecksAreNotAlike(t *testing.T) {
	t.Parallel()
	a, err1 := newDeck(rand.Reader)
	b, err2 := newDeck(rand.Reader)
	if err1 != nil || err2 != nil || a.cards == b.cards || a.nonce == b.nonce || a.commitment() == b.commitment() {
		t.Errorf("two decks are alike: %v, %v", err1, err2)
	}
	same := *a
	same.nonce = b.nonce
	if same.commitment() == a.commitment() {
		t.Error("the commitment does not hide the cards behind the nonce")
	}
	if _, err := newDeck(bytes.NewReader(make([]byte, 60))); err == nil {
		t.Error("a deck is made where the randomness ends")
	}
}
