package floor

import (
	"context"
	"errors"
	"fmt"

	"croupier/desk"
	"croupier/ledger"
)

// A Stint is a person put on a table to deal.
type Stint struct {
	Table  int64  `json:"table"`
	Seq    int64  `json:"seq" doc:"Page of the table's chain from which on the person deals"`
	Dealer string `json:"dealer"`
	Before string `json:"before" doc:"Who dealt until then"`
}

// ChangeDealer puts another person on the table, between rounds or in one. Who
// asks is the supervisor. It answers a Stint. It fails with ErrTableClosed,
// ErrTwoPersons where the supervisor would deal, ledger.ErrDealing where the
// person deals somewhere already, ledger.ErrNoTable or ledger.ErrKeyReused.
func (f *Floor) ChangeDealer(ctx context.Context, c desk.Caller, table int64, dealer string) (desk.Answer, error) {
	a, err := f.between(ctx, c, table, false, func(t *till) (any, ledger.Page, error) {
		before := t.head.Dealer
		switch {
		case before == "":
			return nil, ledger.Page{}, fmt.Errorf("table %d: %w", table, ErrTableClosed)
		case dealer == "" || dealer == c.Actor:
			return nil, ledger.Page{}, fmt.Errorf("dealer %q, put there by %q: %w", dealer, c.Actor, ErrTwoPersons)
		case dealer == before:
			return nil, ledger.Page{}, ledger.ErrDealing
		}
		page, err := t.page()
		page.Rows = []ledger.Row{stint(dealer), ledger.Significant{
			Kind: ledger.SignificantDealer, Subject: tableSubject(table), Origin: c.Origin,
			Before: dealerNote{before}, After: dealerNote{dealer},
		}.Row()}
		return Stint{table, t.head.Seq + 1, dealer, before}, page, err
	})
	if errors.Is(err, ledger.ErrDealing) {
		err = fmt.Errorf("%s: %w", dealer, ledger.ErrDealing)
	}
	return a, err
}

// stint is the row that says who deals from its page on; nobody does where the
// table closes.
func stint(dealer string) ledger.Row {
	values := map[string]any{}
	if dealer != "" {
		values["dealer"] = dealer
	}
	return ledger.Row{Of: "stints", Values: values}
}
