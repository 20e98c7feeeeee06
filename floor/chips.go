package floor

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/shopspring/decimal"

	"croupier/desk"
	"croupier/house"
	"croupier/ledger"
)

// A Pair is the two persons under whom chips move: one asks, the other stands by.
type Pair struct{ Dealer, Supervisor string }

// of fails with ErrTwoPersons unless the pair is the caller and the one who
// stands by.
func (p Pair) of(c desk.Caller) error {
	two := p.Dealer != "" && p.Supervisor != "" && p.Dealer != p.Supervisor
	if two && (p == Pair{c.Actor, c.Approver} || p == Pair{c.Approver, c.Actor}) {
		return nil
	}
	return fmt.Errorf("dealer %q and supervisor %q, asked by %q and authorised by %q: %w", p.Dealer, p.Supervisor, c.Actor, c.Approver, ErrTwoPersons)
}

// A Movement is chips that moved between rounds.
type Movement struct {
	Table      int64           `json:"table"`
	Entry      EntryRef        `json:"entry"`
	GamingDay  string          `json:"gaming_day" format:"date"`
	Currency   string          `json:"currency"`
	Amount     decimal.Decimal `json:"amount" doc:"What the pieces come to"`
	Counted    Counts          `json:"counted" doc:"Pieces by denomination" example:"{\"100\":20}"`
	Slip       string          `json:"slip,omitempty"`
	Dealer     string          `json:"dealer"`
	Supervisor string          `json:"supervisor"`
}

// OpenTable opens the table with a float that both persons counted: it goes from
// the cage to the table's bank, and the pair's dealer deals from now on. It
// answers a Movement. It fails with ErrTwoPersons, ErrCount, ErrTableOpen,
// ErrRoundOpen, house.ErrNotInForce, ledger.ErrDealing where the dealer deals at
// another table, ledger.ErrNoTable or ledger.ErrKeyReused.
func (f *Floor) OpenTable(ctx context.Context, c desk.Caller, table int64, p Pair, float Counts) (desk.Answer, error) {
	a, err := f.between(ctx, c, table, false, func(t *till) (any, ledger.Page, error) {
		switch open := t.head.OpenRound; {
		case t.head.Dealer != "":
			return nil, ledger.Page{}, fmt.Errorf("table %d, where %s deals: %w", table, t.head.Dealer, ErrTableOpen)
		case open != 0:
			return nil, ledger.Page{}, fmt.Errorf("table %d, round %s: %w", table, RoundID{Table: table, Number: open}, ErrRoundOpen)
		case t.felt == nil:
			return nil, ledger.Page{}, fmt.Errorf("table %d: %w", table, house.ErrNotInForce)
		}
		t.head.Dealer, t.currency = p.Dealer, t.felt.Settings.Currency
		says, page, err := t.move(c, p, movement{
			kind: ledger.KindOpen, from: ledger.Cage, to: ledger.Bank(table), counts: float, significant: ledger.SignificantTableOpen,
		})
		page.Rows = append(page.Rows, stint(p.Dealer))
		return says, page, err
	})
	if errors.Is(err, ledger.ErrDealing) {
		err = fmt.Errorf("%s: %w", p.Dealer, ledger.ErrDealing)
	}
	return a, err
}

// FillTable brings chips from the cage to the table, with the slip they go with.
// It answers a Movement. It fails with ErrTwoPersons, ErrTableClosed,
// desk.ErrNotOwn where another dealer than the pair's deals, house.ErrNotInForce,
// ErrCount, ErrSlipForm, ledger.ErrSlip, ledger.ErrNoTable or ledger.ErrKeyReused.
func (f *Floor) FillTable(ctx context.Context, c desk.Caller, table int64, p Pair, slip string, chips Counts) (desk.Answer, error) {
	return f.slipped(ctx, c, table, p, movement{
		kind: ledger.KindFill, from: ledger.Cage, to: ledger.Bank(table), counts: chips, slip: slip,
		significant: ledger.SignificantFill,
	})
}

// CreditTable brings chips back to the cage, with the slip they go with. It
// answers and fails as FillTable does, but takes chips of whatever denomination.
func (f *Floor) CreditTable(ctx context.Context, c desk.Caller, table int64, p Pair, slip string, chips Counts) (desk.Answer, error) {
	return f.slipped(ctx, c, table, p, movement{
		kind: ledger.KindCredit, from: ledger.Bank(table), to: ledger.Cage, counts: chips, slip: slip,
		significant: ledger.SignificantCredit,
	})
}

func (f *Floor) slipped(ctx context.Context, c desk.Caller, table int64, p Pair, m movement) (desk.Answer, error) {
	a, err := f.between(ctx, c, table, false, func(t *till) (any, ledger.Page, error) {
		if !slips.MatchString(m.slip) {
			return nil, ledger.Page{}, fmt.Errorf("slip %.60q: %w", m.slip, ErrSlipForm)
		}
		return t.move(c, p, m)
	})
	if errors.Is(err, ledger.ErrSlip) {
		err = fmt.Errorf("slip %s: %w", m.slip, ledger.ErrSlip)
	}
	return a, err
}

// DropTable books what the table's drop box held when it was taken away: chips
// sold for it have left the bank. It answers a Movement. It fails as FillTable
// does, but for what is said of slips and of settings in force.
func (f *Floor) DropTable(ctx context.Context, c desk.Caller, table int64, p Pair, box Counts) (desk.Answer, error) {
	return f.between(ctx, c, table, false, func(t *till) (any, ledger.Page, error) {
		return t.move(c, p, movement{
			kind: ledger.KindDrop, from: ledger.Bank(table), to: ledger.Drop(table), counts: box, significant: ledger.SignificantDrop,
		})
	})
}

// A till is where a table stands when chips move, under its lock.
type till struct {
	head     ledger.Head
	felt     *house.Felt // in force; nil where nothing is
	session  ledger.Session
	currency string // of the table's bank
	floor    *Floor
}

// between runs one changing request between the rounds of a table, or beside one.
// Where sums are asked for, the session comes with them.
func (f *Floor) between(ctx context.Context, c desk.Caller, table int64, sums bool, do func(*till) (any, ledger.Page, error)) (desk.Answer, error) {
	var version int
	var session ledger.Session
	settings, ask := house.AskInForce(table, f.desk.Now(), &version), ledger.AskSession{Table: table, Sums: sums}
	also := &desk.Also{
		Queue: func(b *pgx.Batch) { settings.Queue(b); ask.Queue(b) },
		Read: func(results pgx.BatchResults) (err error) {
			if err = settings.Read(results); err == nil {
				session, err = ask.Read(results)
			}
			return err
		},
	}
	return f.desk.Table(ctx, c, table, 0, http.StatusCreated, also, func(held ledger.Held) (any, ledger.Page, error) {
		t := &till{head: held.Head, session: session, currency: session.Opening.Currency, floor: f}
		if version != 0 {
			var err error
			if t.felt, err = f.laid(table, version); err != nil {
				return nil, ledger.Page{}, err
			}
		}
		return do(t)
	})
}

// staffed fails unless the table is open and the pair's dealer deals there.
func (t *till) staffed(c desk.Caller, p Pair) error {
	switch {
	case t.head.Dealer == "":
		return fmt.Errorf("table %d: %w", t.head.Table, ErrTableClosed)
	case t.head.Dealer != p.Dealer:
		return fmt.Errorf("table %d, where %s deals: %w", t.head.Table, t.head.Dealer, desk.ErrNotOwn)
	}
	return p.of(c)
}

// page is a page of the table's gaming day. Where nothing is in force, that is
// the one it was opened on: a table can be closed at any time.
func (t *till) page() (page ledger.Page, err error) {
	page.GamingDay = t.session.Opening.GamingDay
	if t.felt != nil {
		page.GamingDay, err = t.felt.Settings.GamingDay(t.floor.desk.Now())
	}
	return page, err
}
