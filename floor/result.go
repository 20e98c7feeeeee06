package floor

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/ledger"
	"croupier/postgres"
	"croupier/sight"
)

// A Sheet is the result sheet of a session, from the opening of a table to its
// closing or, while it is open, to now. Once it is closed
//
//	closing + credits + drop - opening - fills = win = win_in_book + variance
type Sheet struct {
	Table     int64            `json:"table"`
	GamingDay string           `json:"gaming_day" format:"date" doc:"On which it was opened"`
	Currency  string           `json:"currency"`
	Opened    EntryRef         `json:"opened"`
	Closed    *EntryRef        `json:"closed,omitempty" doc:"Absent while the table is open"`
	Opening   decimal.Decimal  `json:"opening" doc:"The float it opened with"`
	Fills     decimal.Decimal  `json:"fills"`
	Credits   decimal.Decimal  `json:"credits"`
	Drop      decimal.Decimal  `json:"drop" doc:"What the drop box held"`
	Closing   *decimal.Decimal `json:"closing,omitempty" doc:"The float that was counted when it closed"`
	Win       *decimal.Decimal `json:"win,omitempty" doc:"By the count: closing, credits and drop, less opening and fills"`
	WinInBook decimal.Decimal  `json:"win_in_book" doc:"What the bank won, less what it lost, in the rounds that ended and by corrections that were booked meanwhile"`
	Variance  *decimal.Decimal `json:"variance,omitempty" doc:"The win by the count less that in the book: negative where chips were missing"`
	Rounds    int64            `json:"rounds" doc:"Settled"`
	Voids     int64            `json:"voids" doc:"Rounds voided"`
}

// Result returns the sheet of the table's session that opened with the entry of
// that seq, of the last one where it is 0. It fails with ErrNoSession.
func (f *Floor) Result(ctx context.Context, table, opening int64) (Sheet, error) {
	ask := ledger.AskSession{Table: table, Opening: opening, Sums: true}
	var s ledger.Session
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := postgres.Transact(ctx, f.pool, moment, func(tx pgx.Tx) (err error) {
		var b pgx.Batch
		ask.Queue(&b)
		results := tx.SendBatch(ctx, &b)
		defer results.Close()
		if s, err = ask.Read(results); err != nil {
			return err
		}
		return results.Close()
	})
	switch {
	case err != nil:
		return Sheet{}, err
	case s.Opening.Seq == 0:
		return Sheet{}, fmt.Errorf("table %d: %w", table, ErrNoSession)
	}
	return sheetOf(s), nil
}

func sheetOf(s ledger.Session) Sheet {
	table := s.Opening.Table
	bank, cage := ledger.Bank(table), ledger.Cage
	sheet := Sheet{
		Table: table, GamingDay: s.Opening.GamingDay.Format(time.DateOnly), Currency: s.Opening.Currency,
		Opened:    *sight.Ref(table, s.Opening.Seq, s.Opening.Kind),
		Opening:   s.Moved(bank, ledger.KindOpen),
		Fills:     s.Moved(bank, ledger.KindFill),
		Credits:   s.Moved(cage, ledger.KindCredit),
		Drop:      s.Moved(ledger.Drop(table)),
		WinInBook: s.Moved(bank, ledger.KindSettle, ledger.KindVoid, ledger.KindReversal, ledger.KindCorrection),
		Rounds:    s.Rounds, Voids: s.Voids,
	}
	if s.Closing == nil {
		return sheet
	}
	closing := s.Moved(cage, ledger.KindClose)
	win := decimal.Sum(closing, sheet.Credits, sheet.Drop).Sub(sheet.Opening).Sub(sheet.Fills)
	variance := win.Sub(sheet.WinInBook)
	sheet.Closed, sheet.Closing, sheet.Win, sheet.Variance = sight.Ref(table, s.Closing.Seq, s.Closing.Kind), &closing, &win, &variance
	return sheet
}
