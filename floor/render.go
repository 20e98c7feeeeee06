package floor

import (
	"encoding/hex"
	"fmt"

	"croupier/games"
	"croupier/sight"
)

// view is the hand as everybody at the table may see it.
func (h *hand) view() View { return sight.Of(h.opened, h.felt, h.round) }

// open adds what opens the commitment, which is due once the round is over. A
// deck whose key is lost stays shut.
func (h *hand) open(v *View) {
	if !h.byDeck() || !h.round.Over() {
		return
	}
	if d, err := h.deck(); err == nil {
		v.Deck.Nonce, v.Deck.Cards = hex.EncodeToString(d.nonce[:]), d.cards[:]
	}
}

// reveal shows a seat's own cards to it, where a deck dealt them face down.
func (h *hand) reveal(v *View, seat games.Place) error {
	for i := range v.Seats {
		if !h.byDeck() || v.Seats[i].Seat != int(seat) {
			continue
		}
		d, err := h.deck()
		if err != nil {
			return err
		}
		v.Seats[i].Cards = d.at(h.round, seat)
	}
	return nil
}

func entryID(table, seq int64) string { return fmt.Sprintf("%d:%d", table, seq) }

func digestText(d *[32]byte) string {
	if d == nil {
		return ""
	}
	return hex.EncodeToString(d[:])
}
