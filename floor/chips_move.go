package floor

import (
	"fmt"
	"regexp"
	"time"

	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
	"croupier/sight"
)

// A movement is chips, or what the drop box held, on the way from one account to
// another.
type movement struct {
	kind        string // of the entry
	from, to    string // accounts
	counts      Counts
	slip        string
	significant string // kind of the event it is noted as
}

// What counts are of.
const (
	ofChips = "chips"
	ofDrop  = "drop"
)

// slips are the numbers a slip may have.
var slips = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9./-]{0,39}$`)

// move is the page of the movement and what it is answered.
func (t *till) move(c desk.Caller, p Pair, m movement) (any, ledger.Page, error) {
	page, err := t.moved(c, p, m)
	if err != nil {
		return nil, page, fmt.Errorf("table %d: %w", t.head.Table, err)
	}
	return Movement{
		Table: t.head.Table, Entry: *sight.Ref(t.head.Table, t.head.Seq+1, m.kind), GamingDay: page.GamingDay.Format(time.DateOnly),
		Currency: t.currency, Amount: page.Entry.Postings[1].Amount, Counted: m.counts, Slip: m.slip, Dealer: p.Dealer, Supervisor: p.Supervisor,
	}, page, nil
}

func (t *till) moved(c desk.Caller, p Pair, m movement) (ledger.Page, error) {
	if err := t.staffed(c, p); err != nil {
		return ledger.Page{}, err
	}
	page, err := t.page()
	if err != nil {
		return page, err
	}
	counted, err := t.counted(m)
	if err != nil {
		return page, err
	}
	amount, what := total(counted), ofChips
	if m.kind == ledger.KindDrop {
		what = ofDrop
	}
	page.Entry = &ledger.Entry{Kind: m.kind, Currency: t.currency, Postings: transfer(m.from, m.to, amount)}
	page.Rows = append(rowsOf(what, counted), ledger.Significant{
		Kind: m.significant, Subject: tableSubject(t.head.Table), Origin: c.Origin,
		After: moveNote{amount, t.currency, m.counts, m.slip, p.Dealer, p.Supervisor},
	}.Row())
	if m.slip != "" {
		page.Rows = append(page.Rows, ledger.Row{Of: "slips", Values: map[string]any{"slip": m.slip}})
	}
	return page, nil
}

// counted are the piles of the movement. Chips from the cage are multiples of the
// smallest chip in force; what goes the other way was brought under whatever was
// in force then.
func (t *till) counted(m movement) ([]pile, error) {
	piles, err := m.counts.read()
	switch {
	case err != nil:
		return nil, err
	case len(piles) == 0:
		return nil, fmt.Errorf("nothing, want one piece at least: %w", ErrCount)
	case m.from != ledger.Cage:
		return piles, nil
	case t.felt == nil:
		return nil, house.ErrNotInForce
	}
	return piles, inChips(piles, t.felt.Terms.Chip)
}

// transfer moves the amount, which may be negative, from an account to another;
// nothing is no posting.
func transfer(from, to string, amount decimal.Decimal) []ledger.Posting {
	if amount.IsZero() {
		return nil
	}
	return []ledger.Posting{{Account: from, Amount: amount.Neg()}, {Account: to, Amount: amount}}
}
