package floor

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"croupier/cards"
	"croupier/games"
)

// A deck is the cards of one round in the order they are dealt, and the nonce
// that hides them in the commitment.
type deck struct {
	cards cards.Deck
	nonce [32]byte
}

func newDeck(random io.Reader) (*deck, error) {
	d := &deck{cards: cards.NewDeck()}
	if err := d.cards.Shuffle(random); err != nil {
		return nil, fmt.Errorf("shuffling: %w", err)
	}
	if _, err := io.ReadFull(random, d.nonce[:]); err != nil {
		return nil, fmt.Errorf("nonce of the deck: %w", err)
	}
	return d, nil
}

// commitment is SHA-256 of the nonce in hex, a space, and the cards as text.
func (d *deck) commitment() [32]byte {
	return sha256.Sum256([]byte(hex.EncodeToString(d.nonce[:]) + " " + cards.Cards(d.cards[:]).String()))
}

// answer writes the cards of e that the deck knows: the next ones for a deal
// face up, those that lie at the place for a show. The sender leaves them out.
func (h *hand) answer(e *games.Event) error {
	if e.Kind != games.KindDeal && e.Kind != games.KindShow {
		return nil
	}
	for _, c := range e.Cards {
		if c.Known() {
			return ErrDeckDeals
		}
	}
	p, ok := asked(h.round, e)
	if !ok || p.Down {
		return nil
	}
	d, err := h.deck()
	if err != nil {
		return err
	}
	e.Cards = make(cards.Cards, 0, p.Count)
	for _, at := range positions(h.round, p) {
		e.Cards = append(e.Cards, d.cards[at])
	}
	return nil
}

// positions are where in the deck the cards of the prompt are.
func positions(r *games.Round, p games.Prompt) []int {
	if p.Kind == games.KindShow {
		return r.Drawn(p.Place)[r.Shown(p.Place):][:p.Count]
	}
	at := make([]int, p.Count)
	for i := range at {
		at[i] = r.Dealt() + i
	}
	return at
}

func asked(r *games.Round, e *games.Event) (games.Prompt, bool) {
	for _, p := range r.Asked() {
		if p.Kind == e.Kind && p.Place == e.Place && p.Step == e.Step {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// at returns the cards that lie at the place, known or not to the table.
func (d *deck) at(r *games.Round, p games.Place) cards.Cards {
	var cs cards.Cards
	for _, i := range r.Drawn(p) {
		cs = append(cs, d.cards[i])
	}
	return cs
}

// A sealer encrypts decks, so that the next card can be read neither in the
// database nor in a dump of it.
type sealer struct {
	aead cipher.AEAD
}

func newSealer(key [32]byte) (sealer, error) {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCM(block)
	return sealer{aead}, err
}

// seal returns the deck encrypted for the round alone.
func (s sealer) seal(d *deck, id RoundID, random io.Reader) ([]byte, error) {
	nonce := make([]byte, s.aead.NonceSize())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return nil, fmt.Errorf("sealing the deck: %w", err)
	}
	plain := make([]byte, 0, len(d.nonce)+len(d.cards))
	plain = append(plain, d.nonce[:]...)
	for _, c := range d.cards {
		plain = append(plain, byte(c))
	}
	return s.aead.Seal(nonce, nonce, plain, sealedFor(id)), nil
}

// open returns the deck of the round, or ErrSeal.
func (s sealer) open(sealed []byte, id RoundID) (*deck, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return nil, fmt.Errorf("round %s: %w", id, ErrSeal)
	}
	plain, err := s.aead.Open(nil, sealed[:n], sealed[n:], sealedFor(id))
	d := &deck{}
	if err != nil || len(plain) != len(d.nonce)+len(d.cards) {
		return nil, fmt.Errorf("round %s: %w", id, ErrSeal)
	}
	for i, b := range plain[copy(d.nonce[:], plain):] {
		d.cards[i] = cards.Card(b)
	}
	return d, nil
}

func sealedFor(id RoundID) []byte { return []byte("croupier deck " + id.String()) }
