package floor

import (
	"fmt"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/ledger"
)

func tableSubject(table int64) string { return fmt.Sprintf("table %d", table) }

// A moveNote is what a significant event says of chips that moved.
type moveNote struct {
	Amount     decimal.Decimal `json:"amount"`
	Currency   string          `json:"currency"`
	Counted    Counts          `json:"counted"`
	Slip       string          `json:"slip,omitempty"`
	Dealer     string          `json:"dealer"`
	Supervisor string          `json:"supervisor"`
}

// A winNote is what a significant event says of a large win.
type winNote struct {
	Seat     games.Place     `json:"seat"`
	Amount   decimal.Decimal `json:"amount"`
	Currency string          `json:"currency"`
	LargeWin string          `json:"large_win"` // from which on one is large
}

// significant are the significant events of a round that ends in the entry: that
// it was voided, or that seats won what the table calls large.
func (h *hand) significant(origin string, e *ledger.Entry) ([]ledger.Row, error) {
	note := ledger.Significant{Kind: ledger.SignificantLargeWin, Subject: "round " + h.id.String(), Origin: origin}
	if e.Kind == ledger.KindVoid {
		note.Kind, note.Reason = ledger.SignificantVoid, e.Reason
		return []ledger.Row{note.Row()}, nil
	}
	from := h.felt.Settings.LargeWin
	if from == "" {
		return nil, nil
	}
	large, err := decimal.NewFromString(from)
	if err != nil {
		return nil, fmt.Errorf("large win of table %d: %w", h.id.Table, err)
	}
	var rows []ledger.Row
	for seat := range h.round.Staked().All() {
		if won := wonBy(seat, e.Lines); !won.LessThan(large) {
			note.After = winNote{seat, won, h.opened.Currency, from}
			rows = append(rows, note.Row())
		}
	}
	return rows, nil
}

// wonBy is the sum of the lines the seat won.
func wonBy(seat games.Place, lines []ledger.Line) decimal.Decimal {
	won := decimal.Zero
	for i := range lines {
		if l := &lines[i]; l.Seat == seat && l.Amount.IsPositive() {
			won = won.Add(l.Amount)
		}
	}
	return won
}

// A dealerNote is what a significant event says of who deals.
type dealerNote struct {
	Dealer string `json:"dealer"`
}

// A bankNote is what a significant event says of what a bank holds.
type bankNote struct {
	Bank decimal.Decimal `json:"bank"`
}
