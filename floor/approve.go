package floor

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/ledger"
	"croupier/sight"
)

// An approvedNote is what a significant event says of a large payout a supervisor
// stood by.
type approvedNote struct {
	Seat       games.Place     `json:"seat"`
	Amount     decimal.Decimal `json:"amount"`
	Currency   string          `json:"currency"`
	ApproveWin string          `json:"approve_win"` // from which on one is approved
}

// approve lets what needs a supervisor pass where one stands by. It fails with
// ErrNeedsSupervisor.
func (h *hand) approve(e *games.Event) error {
	switch e.Kind {
	case games.KindPay:
		return h.approvePay(e)
	case games.KindVoid:
		if !h.supervised && !h.round.Over() && sight.VoidNeedsApproval(h.round) {
			return fmt.Errorf("a void after a decision or a card that was seen: %w", ErrNeedsSupervisor)
		}
	}
	return nil
}

// approvePay keeps what a significant event is to say of a large payout.
func (h *hand) approvePay(e *games.Event) error {
	if _, ok := asked(h.round, e); !ok || !sight.NeedsApproval(h.felt, h.round, e.Place) {
		return nil
	}
	won, from := sight.Won(h.round.Lines(e.Place, nil)), h.felt.Settings.ApproveWin
	if !h.supervised {
		return fmt.Errorf("%s wins %s, and from %s on a supervisor stands by: %w", e.Place, won, from, ErrNeedsSupervisor)
	}
	h.approved = append(h.approved, approvedNote{e.Place, won, h.opened.Currency, from})
	return nil
}

// approvals are the significant events of payouts that were approved.
func (h *hand) approvals(origin string) []ledger.Row {
	rows := make([]ledger.Row, len(h.approved))
	for i := range h.approved {
		rows[i] = ledger.Significant{
			Kind: ledger.SignificantApprovedWin, Subject: "round " + h.id.String(), Origin: origin, After: h.approved[i],
		}.Row()
	}
	return rows
}
