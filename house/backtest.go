package house

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/shopspring/decimal"

	"croupier/ledger"
)

// Backtested is what recorded rounds came to, and what they would have come to
// under a draft. Amounts are the house's: what it won where positive.
type Backtested struct {
	Compared int64         `json:"compared" doc:"Rounds settled again"`
	Voided   int64         `json:"voided" doc:"Void rounds, which are left out"`
	Unfit    []Unfit       `json:"not_comparable" doc:"Rounds the draft cannot play as they were played, by reason; many of one kind bias what is said of the others"`
	Wagers   []WagerWin    `json:"wagers" doc:"By table, currency and wager"`
	Totals   []CurrencyWin `json:"totals" doc:"By currency"`
}

// Unfit are the rounds that cannot be compared for one reason.
type Unfit struct {
	Reason string `json:"reason" example:"act in step preflop: not an amount that may be bet"`
	Rounds int64  `json:"rounds"`
}

// A Win is what the house won, as it was posted and under the draft.
type Win struct {
	Handle     decimal.Decimal `json:"handle" doc:"All that was staked"`
	Before     decimal.Decimal `json:"before"`
	After      decimal.Decimal `json:"after"`
	Difference decimal.Decimal `json:"difference" doc:"After less before"`
}

// A WagerWin is the win of one wager at one table. A stake that a ruling gave
// back is left out.
type WagerWin struct {
	Table    int64  `json:"table"`
	Currency string `json:"currency" example:"KRW"`
	Wager    string `json:"wager" example:"trips"`
	Rounds   int64  `json:"rounds" doc:"In which it was staked on"`
	Lines    int64  `json:"lines" doc:"Stakes on it, one a seat"`
	Changed  int64  `json:"changed" doc:"Of these, that come to another amount"`
	Win
}

// A CurrencyWin is the win of all wagers in a currency.
type CurrencyWin struct {
	Currency string `json:"currency" example:"KRW"`
	Rounds   int64  `json:"rounds"`
	Win
}

// Backtest settles the rounds of the span again under a draft, with the cards as
// they fell and the decisions as they were made, and compares with what was
// posted.
//
// Laid returns what lay on a table's felt under a version of its settings, and
// draft what would have lain there instead; nil leaves the rounds of that felt
// out. Each is called once a version, in the order of the book. Of the draft
// count its rules, prices, chip, rounding and cap. The stakes stand as they were,
// whatever its limits, and so do seats and the order of dealing and paying, which
// move no chips. A round the draft cannot play as it was played, since it asks
// for another step or another bet, is counted with the reason and not compared.
//
// Q should be a transaction that is repeatable read, since the days of the span are
// read one after the other. The result does not depend on how many processors there
// are.
func Backtest(ctx context.Context, q ledger.Querier, s ledger.Span,
	laid func(table int64, version int) (*Felt, error), draft func(table int64, f *Felt) (*Felt, error),
) (Backtested, error) {
	workers := runtime.GOMAXPROCS(0)
	b := backtest{
		laid: laid, draft: draft, felts: map[feltOf]*Felt{},
		work: make(chan *sittings), free: make(chan *sittings, workers+1),
	}
	tallies := make([]tally, workers)
	var settling sync.WaitGroup
	b.free <- &sittings{reader: ledger.NewReader()}
	for i := range tallies {
		b.free <- &sittings{reader: ledger.NewReader()}
		settling.Go(func() { tallies[i].settleAll(b.work, b.free) })
	}
	err := b.read(ctx, q, s)
	close(b.work)
	settling.Wait()
	if err != nil {
		return Backtested{}, fmt.Errorf("back-test: %w", err)
	}
	for i := range tallies[1:] {
		tallies[0].add(&tallies[1+i])
	}
	return tallies[0].backtested(), nil
}

// A sitting is a recorded round and the felt it is settled on again.
type sitting struct {
	*ledger.Record
	felt *Felt
}

// sittings are those of one stretch, in the memory of their reader.
type sittings struct {
	reader *ledger.Reader
	list   []sitting
}

type backtest struct {
	laid  func(table int64, version int) (*Felt, error)
	draft func(table int64, f *Felt) (*Felt, error)
	felts map[feltOf]*Felt
	work  chan *sittings
	free  chan *sittings // whose rounds are settled
}

// read hands the rounds of the span to whoever settles them.
func (b *backtest) read(ctx context.Context, q ledger.Querier, s ledger.Span) error {
	days, err := s.Stretches(ctx, q)
	if err != nil {
		return err
	}
	for _, day := range days {
		for part := range day.Split() {
			batch := <-b.free
			if err := b.seat(ctx, q, part, batch); err != nil {
				return err
			}
			b.work <- batch
		}
	}
	return nil
}

// seat reads the stretch.
func (b *backtest) seat(ctx context.Context, q ledger.Querier, s ledger.Stretch, batch *sittings) error {
	records, err := batch.reader.Read(ctx, q, s)
	batch.list = batch.list[:0]
	for i := range records {
		r := &records[i]
		if err := r.Opened(); err != nil {
			return err
		}
		felt, err := b.felt(r.Round.Table, r.Round.Settings)
		if err != nil {
			return err
		}
		if felt != nil {
			batch.list = append(batch.list, sitting{r, felt})
		}
	}
	return err
}

type feltOf struct {
	table   int64
	version int
}

// felt is the draft in the place of the felt that lay there; nil is none.
func (b *backtest) felt(table int64, version int) (*Felt, error) {
	at := feltOf{table, version}
	if known, ok := b.felts[at]; ok {
		return known, nil
	}
	was, err := b.laid(table, version)
	if err != nil {
		return nil, fmt.Errorf("settings %d of table %d: %w", version, table, err)
	}
	f, err := b.draft(table, was)
	if err != nil {
		return nil, fmt.Errorf("draft for table %d: %w", table, err)
	}
	b.felts[at] = f.redraw(was)
	return b.felts[at], nil
}

// redraw is the felt for rounds that were played on another.
func (f *Felt) redraw(was *Felt) *Felt {
	if f == nil {
		return nil
	}
	t := *f
	t.Terms.Limits, t.Terms.Seats = nil, was.Terms.Seats
	t.Terms.DealFrom, t.Terms.SettleFrom = was.Terms.DealFrom, was.Terms.SettleFrom
	return &t
}

// backtested is what was counted, in order.
func (t *tally) backtested() Backtested {
	b := Backtested{Voided: t.voided, Unfit: []Unfit{}, Wagers: []WagerWin{}, Totals: []CurrencyWin{}}
	for reason, rounds := range t.unfit {
		b.Unfit = append(b.Unfit, Unfit{reason, rounds})
	}
	slices.SortFunc(b.Unfit, func(a, b Unfit) int { return cmp.Compare(a.Reason, b.Reason) })
	totals := map[string]Win{}
	for of, w := range t.wagers {
		win := w.win()
		b.Wagers = append(b.Wagers, WagerWin{of.table, of.currency, of.wager, w.rounds, w.lines, w.changed, win})
		totals[of.currency] = totals[of.currency].plus(win)
	}
	slices.SortFunc(b.Wagers, func(a, b WagerWin) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Wager, b.Wager))
	})
	for currency, rounds := range t.compared {
		b.Compared += rounds
		b.Totals = append(b.Totals, CurrencyWin{currency, rounds, totals[currency]})
	}
	slices.SortFunc(b.Totals, func(a, b CurrencyWin) int { return cmp.Compare(a.Currency, b.Currency) })
	return b
}

func (w Win) plus(v Win) Win {
	return Win{w.Handle.Add(v.Handle), w.Before.Add(v.Before), w.After.Add(v.After), w.Difference.Add(v.Difference)}
}
