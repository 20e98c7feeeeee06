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

	// What stands in its place, of a round that was corrected.
	correction *correction
	stands     *ledger.Entry
}

// recorded reads the round as it was at one moment: its entry never without the
// events that led to it. It fails with ledger.ErrNoRound.
func (p *Pit) recorded(ctx context.Context, id sight.RoundID) (r recorded, err error) {
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = postgres.Transact(ctx, p.desk.Pool, moment, func(tx pgx.Tx) error {
		r, err = recordedIn(ctx, tx, id)
		return err
	})
	return r, err
}

// recordedIn is recorded as the transaction sees it.
func recordedIn(ctx context.Context, tx pgx.Tx, id sight.RoundID) (r recorded, err error) {
	r.opened, r.events, r.entry, err = ledger.ReadRound(ctx, tx, id.Table, id.Number)
	if err == nil {
		r.felt, err = house.LoadFelt(ctx, tx, id.Table, r.opened.Settings)
	}
	if err == nil && r.entry != nil {
		err = r.standing(ctx, tx, id)
	}
	if err != nil {
		return r, fmt.Errorf("round %s: %w", id, err)
	}
	return r, nil
}

// standing reads what stands in the place of the entry, if the round was corrected.
func (r *recorded) standing(ctx context.Context, tx pgx.Tx, id sight.RoundID) error {
	rows, err := tx.Query(ctx, selectCorrections+` WHERE c.table_id = $1 AND c.round = $2 AND d.step = 'approved' ORDER BY c.number DESC LIMIT 1`, id.Table, id.Number)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, scanCorrection)
	if err != nil || len(list) == 0 {
		return err
	}
	entries, err := ledger.ReadEntries(ctx, tx, id.Table, id.Number)
	if err != nil {
		return err
	}
	r.correction, r.stands = &list[0], &entries[len(entries)-1]
	return nil
}

// foldStanding folds the record that stands: the one that was dealt or, where the round was
// corrected, the one that was approved last.
func (r *recorded) foldStanding() (*games.Round, error) {
	if r.correction == nil {
		return r.fold()
	}
	round := r.felt.Round()
	for i, e := range r.correction.Events {
		if err := round.Apply(e); err != nil {
			return nil, fmt.Errorf("correction %d of table %d does not replay: event %d: %s", r.correction.number, r.opened.Table, i+1, err.Error())
		}
	}
	return round, nil
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
