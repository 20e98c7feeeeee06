package sight

import (
	"slices"

	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
	"croupier/house"
)

// Next is all that may be answered now, out of the round's own memory: a pay that
// comes to what the felt has approved is a supervisor's, and a void the dealer's own
// unless VoidNeedsApproval.
func Next(felt *house.Felt, r *games.Round) []games.Prompt {
	ps, alone := next(r), !VoidNeedsApproval(r)
	for i := range ps {
		switch {
		case ps[i].Kind == games.KindPay && NeedsApproval(felt, r, ps[i].Place):
			ps[i].By = games.BySupervisor
		case ps[i].Kind == games.KindVoid && alone:
			ps[i].By = games.ByDealer
		}
	}
	return ps
}

// NeedsApproval reports whether a supervisor must stand by before the seat is
// paid, which must be asked for.
func NeedsApproval(felt *house.Felt, r *games.Round, seat games.Place) bool {
	return !felt.ApproveWin.IsZero() && !Won(r.Lines(seat, nil)).LessThan(felt.ApproveWin)
}

// VoidNeedsApproval reports whether a supervisor must stand by before the round, or a
// seat of it, is voided: once a seat has decided or a card lay face up (table 7). What
// was struck counts, since it was seen.
func VoidNeedsApproval(r *games.Round) bool {
	return slices.ContainsFunc(r.Events(), func(e games.Event) bool {
		return e.Kind == games.KindAct || slices.ContainsFunc(e.Cards, cards.Card.Known)
	})
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
