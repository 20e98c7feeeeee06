package floor

import (
	"context"
	"fmt"
	"net/http"

	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
)

// OpenRound opens the next round of the table and pins all it is played by: the
// settings that are in force at this moment. Where a deck deals, it is shuffled,
// committed to and sealed now. It fails with ErrRoundOpen while the table's last
// round is not settled, with ErrTableClosed, house.ErrNotInForce, desk.ErrNotOwn,
// and with ledger.ErrNoTable or ledger.ErrKeyReused.
func (f *Floor) OpenRound(ctx context.Context, c desk.Caller, table int64) (desk.Answer, error) {
	var version int
	asked := house.AskInForce(table, f.desk.Now(), &version)
	return f.desk.Table(ctx, c, table, 0, http.StatusCreated, asked, func(held ledger.Held) (any, ledger.Page, error) {
		switch open := held.Head.OpenRound; {
		case open != 0:
			return nil, ledger.Page{}, fmt.Errorf("table %d, round %s: %w", table, RoundID{Table: table, Number: open}, ErrRoundOpen)
		case held.Head.Dealer == "":
			return nil, ledger.Page{}, fmt.Errorf("table %d: %w", table, ErrTableClosed)
		case version == 0:
			return nil, ledger.Page{}, fmt.Errorf("table %d: %w", table, house.ErrNotInForce)
		}
		felt, err := f.laid(table, version)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		h, err := f.newHand(RoundID{Table: table, Number: held.Head.Rounds + 1}, felt, version)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		h.opened.Actor = c.Actor
		return h.view(), ledger.Page{Opening: &h.opened, Round: h.id.Number, GamingDay: h.opened.GamingDay}, nil
	})
}

// newHand is a round before its first event, all pinned.
func (f *Floor) newHand(id RoundID, felt *house.Felt, version int) (*hand, error) {
	now := f.desk.Now()
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
