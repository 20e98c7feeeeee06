package floor

import (
	"context"
	"fmt"
	"net/http"

	"croupier/house"
	"croupier/ledger"
)

// OpenRound opens the next round of the table and pins all it is played by.
// Where a deck deals, it is shuffled, committed to and sealed now. It fails
// with ErrRoundOpen while the table's last round is not settled, and with
// ledger.ErrNoTable or ledger.ErrKeyReused.
func (f *Floor) OpenRound(ctx context.Context, c Caller, table int64) (Answer, error) {
	return f.answer(ctx, c, table, 0, http.StatusCreated, func(held ledger.Held) (any, ledger.Page, error) {
		if open := held.Head.OpenRound; open != 0 {
			return nil, ledger.Page{}, fmt.Errorf("table %d, round %s: %w", table, RoundID{table, open}, ErrRoundOpen)
		}
		felt, err := f.laid(table, held.Head.Settings)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		h, err := f.newHand(RoundID{table, held.Head.Rounds + 1}, felt, held.Head.Settings)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		h.opened.Actor = c.Actor
		return h.view(), ledger.Page{Opening: &h.opened, Round: h.id.Number, GamingDay: h.opened.GamingDay}, nil
	})
}

// newHand is a round before its first event, all pinned.
func (f *Floor) newHand(id RoundID, felt *house.Felt, version int) (*hand, error) {
	now := f.moment()
	day, err := felt.Settings.GamingDay(now)
	if err != nil {
		return nil, err
	}
	h := &hand{id: id, felt: felt, round: felt.Round(), seal: f.seal}
	h.opened = ledger.Round{
		Table: id.Table, Number: id.Number, GamingDay: day, Game: felt.Game.Name,
		Settings: version, Digest: felt.Digest,
		Currency: felt.Settings.Currency, Dealing: string(felt.Settings.Dealing), At: now,
	}
	if felt.Settings.Dealing != house.ByDeck {
		return h, nil
	}
	if h.cards, err = newDeck(f.rand); err != nil {
		return nil, err
	}
	commitment := h.cards.commitment()
	h.opened.Commitment = commitment[:]
	h.opened.Sealed, err = f.seal.seal(h.cards, id, f.rand)
	return h, err
}
