package house

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
	"croupier/paytables"
	"croupier/shelf"
)

// An Office takes what management asks of the house. Its methods may be called at
// once; what changes something waits for the house's chain.
type Office struct {
	desk  *desk.Desk
	shelf *shelf.Shelf // where the counts of games are kept
}

// NewOffice returns the office whose requests pass the desk.
func NewOffice(d *desk.Desk, s *shelf.Shelf) *Office { return &Office{d, s} }

// CreateTable sets up a table and starts its chain in the book. It fails with
// a *SpecError, ErrName or ledger.ErrKeyReused.
func (o *Office) CreateTable(ctx context.Context, c desk.Caller, s Spec) (desk.Answer, error) {
	return o.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		return Create(ctx, tx, s, c.Actor, o.desk.Now())
	})
}

// Tables returns the tables of the house in the order of their numbers.
func (o *Office) Tables(ctx context.Context) ([]Table, error) { return List(ctx, o.desk.Pool) }

// Table returns the table, or ErrNoTable.
func (o *Office) Table(ctx context.Context, id int64) (Table, error) {
	return Get(ctx, o.desk.Pool, id)
}

// Paytables returns the paytables that ship and those a table was ever set up
// with besides.
func (o *Office) Paytables(ctx context.Context) ([]paytables.Paytable, error) {
	used, err := Paytables(ctx, o.desk.Pool)
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
