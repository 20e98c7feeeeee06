package sight

import (
	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/house"
)

// Next is all that may be answered now, out of the round's own memory: a pay that
// comes to what the felt has approved is a supervisor's.
func Next(felt *house.Felt, r *games.Round) []games.Prompt {
	ps := next(r)
	for i := range ps {
		if ps[i].Kind == games.KindPay && NeedsApproval(felt, r, ps[i].Place) {
			ps[i].By = games.BySupervisor
		}
	}
	return ps
}

// NeedsApproval reports whether a supervisor must stand by before the seat is
// paid, which must be asked for.
func NeedsApproval(felt *house.Felt, r *games.Round, seat games.Place) bool {
	return !felt.ApproveWin.IsZero() && !Won(r.Lines(seat, nil)).LessThan(felt.ApproveWin)
}

// Won is the sum of the lines that win.
func Won(lines []games.Line) decimal.Decimal {
	won := decimal.Zero
	for i := range lines {
		if lines[i].Amount.IsPositive() {
			won = won.Add(lines[i].Amount)
		}
	}
	return won
}
