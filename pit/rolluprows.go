package pit

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shopspring/decimal"
)

// A rollupKey is what tells the rows of a gaming day's roll-ups apart.
type rollupKey struct {
	grain string
	spell
	wager, row string
}

func (k rollupKey) compare(l rollupKey) int {
	return cmp.Or(cmp.Compare(k.grain, l.grain), cmp.Compare(k.table, l.table), cmp.Compare(k.settings, l.settings),
		cmp.Compare(k.wager, l.wager), cmp.Compare(k.row, l.row), cmp.Compare(k.dealer, l.dealer), cmp.Compare(k.hour, l.hour))
}

type rollupRow struct {
	game, currency string
	paytable       []byte
	counted
	lineSum
}

// rows are the day's sums by every grain of the roll-ups.
func (d *daySum) rows() map[rollupKey]*rollupRow {
	rows := map[rollupKey]*rollupRow{}
	for _, s := range d.spells {
		at := func(grain string, of spell, wager, row string) *rollupRow {
			of.table, of.settings = s.table, s.settings
			k := rollupKey{grain, of, wager, row}
			if rows[k] == nil {
				rows[k] = &rollupRow{game: s.game, currency: s.currency, paytable: d.terms[version{s.table, s.settings}].priced[wager]}
			}
			return rows[k]
		}
		byDay, byDealer := spell{}, spell{dealer: s.dealer}
		whole := func(wager string) []*rollupRow {
			return []*rollupRow{at("day", byDay, wager, ""), at("dealer", byDealer, wager, ""), at("hour", s.spell, wager, "")}
		}
		for _, r := range whole("") {
			r.counted.add(s.counted)
		}
		for _, w := range s.wagers {
			bets := whole(w.name)
			for _, r := range bets {
				r.rounds += w.rounds
			}
			for i := range w.rows {
				of := &w.rows[i]
				for _, r := range append(bets, at("row", byDay, w.name, of.name), at("all", s.spell, w.name, of.name)) {
					r.lineSum.add(&of.lineSum)
				}
			}
		}
	}
	return rows
}

// sumArgs are the arguments of selectSums, in order of the relation's key, which is
// the quickest to write.
func (d *daySum) sumArgs() []any {
	var grain, wager, row, dealer, game, currency []string
	var table []int64
	var settings []int32
	var hour []int16
	var paytable [][]byte
	var counts [8][]int64
	var numbers [5][]string
	rows := d.rows()
	for _, k := range slices.SortedFunc(maps.Keys(rows), rollupKey.compare) {
		r := rows[k]
		grain, table, settings = append(grain, k.grain), append(table, k.table), append(settings, int32(k.settings))
		wager, row, dealer, hour = append(wager, k.wager), append(row, k.row), append(dealer, k.dealer), append(hour, int16(k.hour))
		game, currency, paytable = append(game, r.game), append(currency, r.currency), append(paytable, r.paytable)
		for i, n := range [...]int64{r.rounds, r.voids, r.reversals, r.corrections, r.lines, r.wins, r.losses, r.pushes} {
			counts[i] = append(counts[i], n)
		}
		for i, n := range [...]decimal.Decimal{
			amountOf(&r.handle), amountOf(&r.paid), amountOf(&r.taken), decimal.NewFromBigInt(&r.squares, -2*places), amountOf(&r.top),
		} {
			numbers[i] = append(numbers[i], n.String())
		}
	}
	args := []any{d.day, grain, table, settings, wager, row, dealer, hour, game, currency, paytable}
	for _, c := range counts {
		args = append(args, c)
	}
	for _, n := range numbers {
		args = append(args, n)
	}
	return args
}

// topArgs are the arguments of selectTopLines.
func (d *daySum) topArgs(before []int64) []any {
	var table, seq, round []int64
	var line []int32
	var seat []int16
	var wager, row, dealer, currency, stake, amount []string
	for i := range d.tops {
		t := &d.tops[i]
		table, seq, round = append(table, t.Table), append(seq, t.Seq), append(round, t.Round)
		line, seat = append(line, int32(t.Line)), append(seat, int16(t.Seat))
		wager, row, dealer = append(wager, t.Wager), append(row, t.Row), append(dealer, t.Opening.Dealer)
		currency, stake, amount = append(currency, t.Currency), append(stake, t.Stake.String()), append(amount, t.Amount.String())
	}
	return []any{d.day, before, table, seq, line, round, seat, wager, row, dealer, currency, stake, amount}
}
