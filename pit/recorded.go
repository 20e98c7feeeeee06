package pit

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
	"croupier/postgres"
	"croupier/sight"
)

// recorded is a round as the book has it, and the felt it was played on.
type recorded struct {
	opened ledger.Round
	events []ledger.Event
	entry  *ledger.Entry // nil while the round is open
	felt   *house.Felt
}

// recorded reads the round as it was at one moment: its entry never without the
// events that led to it. It fails with ledger.ErrNoRound.
func (p *Pit) recorded(ctx context.Context, id sight.RoundID) (r recorded, err error) {
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = postgres.Transact(ctx, p.desk.Pool, moment, func(tx pgx.Tx) error {
		if r.opened, r.events, r.entry, err = ledger.ReadRound(ctx, tx, id.Table, id.Number); err != nil {
			return err
		}
		r.felt, err = house.LoadFelt(ctx, tx, id.Table, r.opened.Settings)
		return err
	})
	if err != nil {
		return r, fmt.Errorf("round %s: %w", id, err)
	}
	return r, nil
}

// fold folds the whole record.
func (r *recorded) fold() (*games.Round, error) {
	round := r.felt.Round()
	for i := range r.events {
		if err := r.apply(round, i); err != nil {
			return nil, err
		}
	}
	return round, nil
}

// apply folds the event of that index on.
func (r *recorded) apply(round *games.Round, i int) error {
	err := round.Apply(r.events[i].Event)
	if err != nil { // what is stored is at fault, not the request: no refusal of the game's
		return fmt.Errorf("round %d-%d does not replay: event %d: %s", r.opened.Table, r.opened.Number, i+1, err.Error())
	}
	return nil
}
