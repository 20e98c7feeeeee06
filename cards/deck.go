package cards

import (
	"fmt"
	"io"
)

// A Deck is the 52 cards in the order in which they will be dealt.
type Deck [deckSize]Card

// NewDeck gives the 52 cards in order, 2c first.
func NewDeck() Deck {
	var d Deck
	for i := range d {
		d[i] = Card(i + 1)
	}
	return d
}

// Shuffle puts d in an order drawn from random: with bytes that are uniform
// and independent each of the 52! orders is equally likely (Fisher-Yates, each
// swap drawn by rejection). It reads more than 51 bytes, as many as it takes.
//
// It fails when random fails or ends; d must not be dealt from then.
func (d *Deck) Shuffle(random io.Reader) error {
	if err := shuffle(d[:], random); err != nil {
		return fmt.Errorf("shuffle the deck: %w", err)
	}
	return nil
}

// shuffle puts cs, at most 256 cards, in an order drawn from random.
func shuffle(cs []Card, random io.Reader) error {
	source := byteSource{random: random}
	for i := len(cs) - 1; i > 0; i-- {
		j, err := source.below(i + 1)
		if err != nil {
			return err
		}
		cs[i], cs[j] = cs[j], cs[i]
	}
	return nil
}

// A byteSource hands out random bytes one at a time and reads them in blocks.
type byteSource struct {
	random io.Reader
	block  [64]byte
	left   int
}

// next gives the next byte. A source that ends early is an error.
func (s *byteSource) next() (byte, error) {
	if s.left == 0 {
		if _, err := io.ReadFull(s.random, s.block[:]); err != nil {
			return 0, fmt.Errorf("read random bytes: %w", err)
		}
		s.left = len(s.block)
	}
	b := s.block[len(s.block)-s.left]
	s.left--
	return b, nil
}

// below draws a number from 0 to n-1, n from 1 to 256. Bytes from the last,
// incomplete run of n are thrown away, else low numbers would come more often.
func (s *byteSource) below(n int) (int, error) {
	limit := 256 / n * n
	for {
		b, err := s.next()
		if err != nil {
			return 0, err
		}
		if int(b) < limit {
			return int(b) % n, nil
		}
	}
}
