package floor

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/house"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/postgres"
)

// CreateTable sets up a table and starts its chain in the book. It fails with
// a *house.SpecError, house.ErrName or ledger.ErrKeyReused.
func (f *Floor) CreateTable(ctx context.Context, c Caller, s house.Spec) (Answer, error) {
	var a Answer
	err := f.prepared(ctx, func() error {
		return postgres.Transact(ctx, f.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			held, err := ledger.Lock(ctx, tx, ledger.House, 0, c.key())
			if err != nil {
				return err
			}
			var page ledger.Page
			a, page, err = f.turn(c, held, http.StatusCreated, func(ledger.Held) (any, ledger.Page, error) {
				return house.Create(ctx, tx, s, c.Actor, f.moment())
			})
			if err != nil || a.Repeated {
				return err
			}
			_, err = ledger.Append(ctx, tx, held.Head, page)
			return err
		})
	})
	return a, err
}

// Tables returns the tables of the house in the order of their numbers.
func (f *Floor) Tables(ctx context.Context) ([]house.Table, error) { return house.List(ctx, f.pool) }

// Table returns the table, or house.ErrNoTable.
func (f *Floor) Table(ctx context.Context, id int64) (house.Table, error) {
	return house.Get(ctx, f.pool, id)
}

// Paytables returns the paytables that ship and those a table was ever set up
// with besides.
func (f *Floor) Paytables(ctx context.Context) ([]paytables.Paytable, error) {
	used, err := house.Paytables(ctx, f.pool)
	if err != nil {
		return nil, err
	}
	list := paytables.All()
	known := map[paytables.Digest]bool{}
	for i := range list {
		known[list[i].Digest()] = true
	}
	for i := range used {
		if d := used[i].Digest(); !known[d] {
			known[d] = true
			list = append(list, used[i])
		}
	}
	return list, nil
}
