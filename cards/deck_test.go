package cards

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestEachDrawIsUniform feeds every byte to a draw below n: each number must
// come from equally many bytes, and no byte that could be used may be thrown away.
func TestEachDrawIsUniform(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 256; n++ {
		times := make([]int, n)
		thrown := 0
		for b := range 256 {
			source := byteSource{random: bytes.NewReader(bytes.Repeat([]byte{byte(b)}, 64))}
			switch got, err := source.below(n); {
			case err == nil && source.left == 63:
				times[got]++
			case errors.Is(err, io.EOF):
				thrown++ // the same byte again and again is thrown away for ever
			default:
				t.Fatalf("below(%d) of byte %d: %d, %v", n, b, got, err)
			}
		}
		for number, got := range times {
			if got != 256/n {
				t.Errorf("below(%d) draws %d for %d of 256 bytes, want %d", n, number, got, 256/n)
			}
		}
		if thrown != 256%n {
			t.Errorf("below(%d) throws away %d bytes, want %d", n, thrown, 256%n)
		}
	}
}

// TestEveryOrderComesFromOneSequenceOfDraws together with uniform draws is the
// whole proof: there are as many sequences of draws as orders, and no two
// give the same order.
func TestEveryOrderComesFromOneSequenceOfDraws(t *testing.T) {
	t.Parallel()
	for n, orders := range map[int]int{1: 1, 2: 2, 3: 6, 4: 24, 5: 120, 6: 720, 7: 5040} {
		seen := map[string]bool{}
		eachDraws(n, func(draws []byte) {
			deck := NewDeck()
			cs := deck[:n]
			if err := shuffle(cs, bytes.NewReader(append(draws, make([]byte, 64)...))); err != nil {
				t.Fatal(err)
			}
			seen[Cards(cs).String()] = true
		})
		if len(seen) != orders {
			t.Errorf("%d cards are put in %d orders, want %d", n, len(seen), orders)
		}
	}
}

// eachDraws visits every sequence of draws below n, n-1, … 2.
func eachDraws(n int, visit func(draws []byte)) {
	var extend func(draws []byte, below int)
	extend = func(draws []byte, below int) {
		if below < 2 {
			visit(draws[:len(draws):len(draws)])
			return
		}
		for b := range below {
			extend(append(draws[:len(draws):len(draws)], byte(b)), below-1)
		}
	}
	extend(nil, n)
}

func TestShuffleKeepsTheDeck(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		random := rapid.SliceOfN(rapid.Byte(), 512, 512).Draw(t, "random")
		deck := NewDeck()
		if err := deck.Shuffle(bytes.NewReader(random)); err != nil {
			t.Skip("too many bytes of these are thrown away")
		}
		if SetOf(deck[:]...) != FullDeck {
			t.Fatalf("after the shuffle the deck is %v", Cards(deck[:]))
		}
		slow := NewDeck()
		if err := slow.Shuffle(iotest.OneByteReader(bytes.NewReader(random))); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(deck, slow); diff != "" {
			t.Fatalf("the same bytes one at a time (-want +got):\n%s", diff)
		}
	})
}

// TestShuffleOfKnownBytes pins the order that bytes come to, so that a deck
// drawn once can be drawn again when a source is examined.
func TestShuffleOfKnownBytes(t *testing.T) {
	t.Parallel()
	deck := NewDeck()
	if err := deck.Shuffle(bytes.NewReader(make([]byte, 64))); err != nil {
		t.Fatal(err)
	}
	// Every draw is 0: each card in turn changes places with the first.
	want := Deck{}
	for i := range want {
		want[i] = Card((i+1)%deckSize + 1)
	}
	if diff := cmp.Diff(want, deck); diff != "" {
		t.Errorf("shuffled by zeros (-want +got):\n%s", diff)
	}
}

func TestShuffleFailsWithItsSource(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	thrown := bytes.Repeat([]byte{255}, 64) // 255 is too high for a draw below 52
	for name, tt := range map[string]struct {
		random io.Reader
		want   error
	}{
		"at once":             {iotest.ErrReader(broken), broken},
		"in the first block":  {io.MultiReader(bytes.NewReader(make([]byte, 63)), iotest.ErrReader(broken)), broken},
		"in the second block": {io.MultiReader(bytes.NewReader(thrown), iotest.ErrReader(broken)), broken},
		"empty":               {bytes.NewReader(nil), io.EOF},
		"ends early":          {bytes.NewReader(make([]byte, 63)), io.ErrUnexpectedEOF},
		"ends after a block":  {bytes.NewReader(thrown), io.EOF},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deck := NewDeck()
			if err := deck.Shuffle(tt.random); !errors.Is(err, tt.want) {
				t.Errorf("Shuffle = %v, want %v", err, tt.want)
			}
		})
	}
}
