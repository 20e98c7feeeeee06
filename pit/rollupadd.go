package pit

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"croupier/games"
	"croupier/house"
	"croupier/ledger"
)

// A spell is what rounds of a table have in common that end one after the other: the
// finest they are added up by.
type spell struct {
	table    int64
	settings int
	dealer   string
	hour     int // of the gaming day
}

// A spellSum is what the rounds of a spell come to.
type spellSum struct {
	spell
	game, currency string
	counted
	wagers []wagerSum
}

// Counted are whole rounds.
type counted struct{ rounds, voids, reversals, corrections int64 }

func (c *counted) add(of counted) {
	c.rounds, c.voids = c.rounds+of.rounds, c.voids+of.voids
	c.reversals, c.corrections = c.reversals+of.reversals, c.corrections+of.corrections
}

// A wagerSum is what a wager comes to, and in how many settled rounds it was bet.
type wagerSum struct {
	name   string
	rounds int64
	rows   []rowSum
}

// A rowSum is what the lines come to that a row of the paytable priced.
type rowSum struct {
	name string
	lineSum
}

// A lineSum is what lines come to. Stakes and amounts of lines that were taken back are
// negative: they are added, and what is counted is counted back. Sums are in
// ten-thousandths, as the book keeps amounts, and squares in those of them: they are
// added to in place, which is several times as fast as decimals are.
type lineSum struct {
	lines, wins, losses, pushes       int64
	handle, paid, taken, squares, top big.Int
}

func (s *lineSum) line(sign int64, won games.WinLose, l *lineUnits) {
	s.lines += sign
	switch won {
	case games.Win:
		s.wins += sign
	case games.Lost:
		s.losses += sign
	case games.Pushed:
		s.pushes += sign
	}
	s.handle.Add(&s.handle, &l.stake)
	s.squares.Add(&s.squares, &l.square)
	switch toSeat := int64(l.amount.Sign()) * sign; {
	case toSeat > 0:
		s.paid.Add(&s.paid, &l.amount)
	case toSeat < 0:
		s.taken.Sub(&s.taken, &l.amount)
	}
	if sign > 0 && l.amount.Cmp(&s.top) > 0 {
		s.top.Set(&l.amount)
	}
}

func (s *lineSum) add(of *lineSum) {
	s.lines, s.wins, s.losses, s.pushes = s.lines+of.lines, s.wins+of.wins, s.losses+of.losses, s.pushes+of.pushes
	s.handle.Add(&s.handle, &of.handle)
	s.paid.Add(&s.paid, &of.paid)
	s.taken.Add(&s.taken, &of.taken)
	s.squares.Add(&s.squares, &of.squares)
	if of.top.Cmp(&s.top) > 0 {
		s.top.Set(&of.top)
	}
}

// places is how many decimals the book keeps of an amount.
const places = 4

// A lineUnits is a line's stake, its square with the sign of the stake, and its amount.
type lineUnits struct{ stake, square, amount big.Int }

func (u *lineUnits) set(l *ledger.PostedLine) {
	inUnits(&u.stake, l.Stake)
	inUnits(&u.amount, l.Amount)
	if u.square.Mul(&u.stake, &u.stake); u.stake.Sign() < 0 {
		u.square.Neg(&u.square)
	}
}

var powers = [places + 1]int64{1, 10, 100, 1000, 10_000}

// inUnits sets z to the amount.
func inUnits(z *big.Int, d decimal.Decimal) {
	const digits = 18 // which an int64 holds
	if exp := d.Exponent(); -places <= exp && exp <= 0 && d.NumDigits() <= digits-places {
		z.SetInt64(d.CoefficientInt64() * powers[places+exp])
		return
	}
	z.Set(d.Shift(places).BigInt())
}

func amountOf(z *big.Int) decimal.Decimal { return decimal.NewFromBigInt(z, -places) }

// to finds what lines of the wager that the row priced are added to, and which of the
// spell's wagers it is.
func (s *spellSum) to(wager, row string) (nth int, w *wagerSum, r *rowSum) {
	nth = slices.IndexFunc(s.wagers, func(w wagerSum) bool { return w.name == wager })
	if nth < 0 {
		nth, s.wagers = len(s.wagers), append(s.wagers, wagerSum{name: wager})
	}
	w = &s.wagers[nth]
	i := slices.IndexFunc(w.rows, func(r rowSum) bool { return r.name == row })
	if i < 0 {
		i, w.rows = len(w.rows), append(w.rows, rowSum{name: row})
	}
	return nth, w, &w.rows[i]
}

// A daySum is what was written on a gaming day in some pages of tables.
type daySum struct {
	day    time.Time
	spells []*spellSum
	tops   []topLine // by table and most first
	terms  map[version]*terms
}

// A topLine is a line that was paid much, and the entry it is of.
type topLine struct {
	*ledger.PostedEntry
	ledger.PostedLine
}

// compare puts the most first, and lines that were paid alike as they were posted.
func (t topLine) compare(u topLine) int {
	return cmp.Or(u.Amount.Cmp(t.Amount), cmp.Compare(t.Seq, u.Seq), cmp.Compare(t.Line, u.Line))
}

// An adding is a daySum in the making: of each entry, the sum its lines are added to,
// and of which of its wagers there were any.
type adding struct {
	*daySum
	entries []ledger.PostedEntry
	to      []*spellSum
	bet     []uint64
	units   lineUnits
	paid    map[int64][]topLine
}

// addUp adds up what was written on the day, which all have in common.
func addUp(ctx context.Context, q house.Querier, moved []movedDay) (*daySum, error) {
	pages := make([]ledger.Pages, len(moved))
	for i, m := range moved {
		pages[i] = ledger.Pages{Table: m.table, After: m.after, Upto: m.upto}
	}
	day := moved[0].day
	posted, err := ledger.ReadPosted(ctx, q, day, pages)
	if err != nil {
		return nil, err
	}
	a := &adding{daySum: &daySum{day: day}, entries: posted.Entries, paid: map[int64][]topLine{}}
	if a.terms, err = termsOf(ctx, q, posted.Entries); err != nil {
		return nil, err
	}
	if err := a.rounds(); err != nil {
		return nil, err
	}
	if err := posted.Lines(ctx, q, a.line); err != nil {
		return nil, err
	}
	for _, m := range moved {
		a.tops = append(a.tops, a.paid[m.table]...)
	}
	return a.daySum, nil
}

// rounds counts the entries and finds the spell of each.
func (a *adding) rounds() error {
	a.to, a.bet = make([]*spellSum, len(a.entries)), make([]uint64, len(a.entries))
	spells := map[spell]*spellSum{}
	for i := range a.entries {
		e := &a.entries[i]
		t := a.terms[version{e.Table, e.Opening.Settings}]
		if t == nil {
			return fmt.Errorf("round %d-%d was opened under settings %d, which the table does not have", e.Table, e.Round, e.Opening.Settings)
		}
		of := spell{e.Table, e.Opening.Settings, e.Opening.Dealer, t.hour(a.day, e.At)}
		s := spells[of]
		if s == nil {
			s = &spellSum{spell: of, game: e.Opening.Game, currency: e.Currency}
			spells[of], a.spells = s, append(a.spells, s)
		}
		a.to[i] = s
		switch e.Kind {
		case ledger.KindSettle:
			s.rounds++
		case ledger.KindVoid:
			s.voids++
		case ledger.KindReversal:
			s.reversals++
		case ledger.KindCorrection:
			s.corrections++
		}
	}
	return nil
}

func (a *adding) line(entry int, l *ledger.PostedLine) {
	e := &a.entries[entry]
	sign := int64(1)
	switch e.Kind {
	case ledger.KindVoid:
		return // stakes were given back
	case ledger.KindReversal:
		sign = -1
	}
	nth, w, r := a.to[entry].to(l.Wager, l.Row)
	a.units.set(l)
	r.line(sign, l.Won, &a.units)
	if bit := uint64(1) << nth; e.Kind == ledger.KindSettle && a.bet[entry]&bit == 0 {
		a.bet[entry] |= bit
		w.rounds++
	}
	if l.Amount.Sign() > 0 && l.Stake.Sign() > 0 {
		a.top(topLine{e, *l})
	}
}

// top keeps the line if it is among those paid most at its table. One that was taken
// back on another day is still one that was paid.
func (a *adding) top(t topLine) {
	list := a.paid[t.Table]
	if len(list) == topsKept && t.compare(list[topsKept-1]) > 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(list, t, topLine.compare)
	list = slices.Insert(list, at, t)
	a.paid[t.Table] = list[:min(len(list), topsKept)]
}
