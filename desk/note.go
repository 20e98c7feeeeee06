package desk

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
)

// Note writes significant events of the house that are no request's own: that the
// server started, that its clock jumped.
func (d *Desk) Note(ctx context.Context, c Caller, events ...ledger.Significant) error {
	_, err := d.House(ctx, c, http.StatusOK, func(pgx.Tx, ledger.Held) (any, ledger.Page, error) {
		var page ledger.Page
		for _, e := range events {
			e.Origin = c.Origin
			page.Rows = append(page.Rows, e.Row())
		}
		return struct{}{}, page, nil
	})
	return err
}

// Server is the program itself, and what is asked of it on its own machine.
var Server = Caller{Actor: "server", Origin: "server"}
