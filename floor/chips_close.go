package floor

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/games"
	"croupier/ledger"
)

// CloseTable closes the table: its chips, counted by both persons, go back to the
// cage, and what the drop box held since it was last taken is booked. What the
// bank is left with then is the variance, less than nothing where there was too
// much; it needs a reason and goes to an account of its own, so that a closed
// table's bank holds nothing. It answers the Sheet of the session. It fails with
// ErrTwoPersons, ErrTableClosed, desk.ErrNotOwn where another dealer than the
// pair's deals, ErrRoundOpen, ErrCount, ErrReason, ledger.ErrNoTable or
// ledger.ErrKeyReused.
func (f *Floor) CloseTable(ctx context.Context, c desk.Caller, table int64, p Pair, chips, box Counts, reason string) (desk.Answer, error) {
	return f.between(ctx, c, table, true, func(t *till) (any, ledger.Page, error) {
		if err := t.staffed(c, p); err != nil {
			return nil, ledger.Page{}, err
		}
		if open := t.head.OpenRound; open != 0 {
			return nil, ledger.Page{}, fmt.Errorf("table %d, round %s: %w", table, RoundID{Table: table, Number: open}, ErrRoundOpen)
		}
		e, counts, err := t.closing(chips, box, reason)
		if err != nil {
			return nil, ledger.Page{}, fmt.Errorf("table %d: %w", table, err)
		}
		page, err := t.page()
		before := t.session.Moved(ledger.Bank(table))
		t.close(e)
		sheet := sheetOf(t.session)
		page.Entry, page.Rows = e, append(counts, stint(""), ledger.Significant{
			Kind: ledger.SignificantTableClose, Subject: tableSubject(table), Origin: c.Origin, Reason: reason,
			Before: dealerNote{p.Dealer}, After: sheet,
		}.Row())
		if !sheet.Variance.IsZero() {
			page.Rows = append(page.Rows, ledger.Significant{
				Kind: ledger.SignificantVariance, Subject: tableSubject(table), Origin: c.Origin, Reason: reason,
				Before: bankNote{before}, After: bankNote{before.Add(*sheet.Variance)},
			}.Row())
		}
		return sheet, page, err
	})
}

// closing is the entry the session closes with, and the rows of what was counted.
func (t *till) closing(chips, box Counts, reason string) (*ledger.Entry, []ledger.Row, error) {
	table := t.head.Table
	counted, err := chips.read()
	if err != nil {
		return nil, nil, err
	}
	dropped, err := box.read()
	if err != nil {
		return nil, nil, fmt.Errorf("drop: %w", err)
	}
	bank, back, drop := t.session.Moved(ledger.Bank(table)), total(counted), total(dropped)
	short := bank.Sub(back).Sub(drop)
	switch {
	case len(reason) > games.MaxNote || !utf8.ValidString(reason) || strings.ContainsFunc(reason, unicode.IsControl):
		return nil, nil, fmt.Errorf("a reason is one line of at most %d bytes of text: %w", games.MaxNote, ErrReason)
	case !short.IsZero() && strings.TrimSpace(reason) == "":
		return nil, nil, fmt.Errorf("counted %s and a drop of %s, the book holds %s: %w", back, drop, bank, ErrReason)
	}
	e := &ledger.Entry{Kind: ledger.KindClose, Currency: t.currency, Reason: reason, Postings: []ledger.Posting{}}
	for _, to := range []struct {
		account string
		amount  decimal.Decimal
	}{{ledger.Cage, back}, {ledger.Drop(table), drop}, {ledger.Variance(table), short}} {
		e.Postings = append(e.Postings, transfer(ledger.Bank(table), to.account, to.amount)...)
	}
	return e, append(rowsOf(ofChips, counted), rowsOf(ofDrop, dropped)...), nil
}

// close adds the entry to the session, as it will be read once it is written.
func (t *till) close(e *ledger.Entry) {
	closing := *e
	closing.Table, closing.Seq = t.head.Table, t.head.Seq+1
	t.session.Closing = &closing
	for _, p := range e.Postings {
		t.session.Sums = append(t.session.Sums, ledger.Sum{Kind: e.Kind, Account: p.Account, Amount: p.Amount})
	}
}
