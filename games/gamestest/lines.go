package gamestest

import (
	"testing"

	"github.com/shopspring/decimal"

	"croupier/games"
)

// CheckLines holds the lines of a round that is over to what is true of any:
// one for each stake and every chip in one, amounts that follow from odds and
// terms, nobody losing more than was staked.
func CheckLines(t *testing.T, r *games.Round) {
	t.Helper()
	bets := chips(r)
	for seat := range r.Staked().All() {
		lines := r.Lines(seat, nil)
		checkStakes(t, r, seat, lines, bets[seat])
		checkCap(t, r.Terms(), lines)
		for i := range lines {
			checkLine(t, r, &lines[i])
		}
	}
	for seat := range bets {
		if !r.Staked().Has(seat) {
			t.Errorf("%v has bet and is not in the round", seat)
		}
	}
}

// chips counts what each seat has put down from the standing events alone.
func chips(r *games.Round) map[games.Place]decimal.Decimal {
	spots := map[games.Place]map[string]decimal.Decimal{}
	for _, e := range r.Standing() {
		if e.Wager == "" {
			continue
		}
		if spots[e.Place] == nil {
			spots[e.Place] = map[string]decimal.Decimal{}
		}
		put(r.Game(), spots[e.Place], &e)
	}
	sums := map[games.Place]decimal.Decimal{}
	for seat, on := range spots {
		var sum decimal.Decimal
		for _, stake := range on {
			sum = sum.Add(stake)
		}
		if !sum.IsZero() {
			sums[seat] = sum
		}
	}
	return sums
}

func put(g *games.Game, on map[string]decimal.Decimal, e *games.Event) {
	w := g.Wagers[g.Index(e.Wager)]
	if w.Required && e.Amount.IsZero() {
		clear(on)
		return
	}
	for _, spot := range g.Wagers {
		if spot.Name == e.Wager || spot.Equals == e.Wager {
			on[spot.Name] = e.Amount
		}
	}
}

// checkStakes: one line for each stake, in the order of settlement; every chip
// put down is in one of them; nobody loses more than that.
func checkStakes(t *testing.T, r *games.Round, seat games.Place, lines []games.Line, bet decimal.Decimal) {
	t.Helper()
	var sum, net decimal.Decimal
	n := 0
	for _, wager := range r.Game().Order {
		stake := r.Stake(seat, wager)
		if stake.IsZero() {
			continue
		}
		if n == len(lines) || lines[n].Wager != wager || lines[n].Seat != seat || !lines[n].Stake.Equal(stake) {
			t.Fatalf("%v: no line %d for %s on %s: %v", seat, n+1, stake, wager, lines)
		}
		sum, net = sum.Add(stake), net.Add(lines[n].Amount)
		n++
	}
	if n != len(lines) {
		t.Errorf("%v: %d lines for %d stakes", seat, len(lines), n)
	}
	if !sum.Equal(bet) {
		t.Errorf("%v: lines over %s, put down %s", seat, sum, bet)
	}
	if net.Add(sum).IsNegative() {
		t.Errorf("%v: lost %s of %s", seat, net, sum)
	}
}

// checkLine: a line's amounts follow from its stake, odds and terms.
func checkLine(t *testing.T, r *games.Round, l *games.Line) {
	t.Helper()
	terms := r.Terms()
	exact := l.Stake.Mul(l.Odds)
	ok := l.Exact.Equal(exact)
	switch l.Won {
	case games.Voided:
		ok = ok && exact.IsZero() && (r.Void() || !r.In().Has(l.Seat))
	case games.Pushed:
		ok = ok && exact.IsZero()
	case games.Lost:
		ok = ok && exact.Equal(l.Stake.Neg()) && l.Rounded.Equal(exact)
	case games.Win:
		ok = ok && exact.IsPositive() && rounds(l.Rounded, exact, terms) && !l.Amount.IsNegative() && l.Amount.Mod(terms.Chip).IsZero()
	default:
		ok = false
	}
	if l.Won != games.Win && !l.Amount.Equal(l.Rounded) {
		ok = false
	}
	if l.Amount.GreaterThan(l.Rounded) || !ok {
		t.Errorf("no such line: %+v under chip %s, %s", *l, terms.Chip, terms.Rounding)
	}
	if l.Reason == "" && l.Row == "" {
		t.Errorf("no reason: %+v", *l)
	}
}

// rounds says whether got is exact in whole chips (table 4).
func rounds(got, exact decimal.Decimal, t games.Terms) bool {
	off := got.Sub(exact)
	half := t.Chip.Div(decimal.NewFromInt(2))
	if !got.Mod(t.Chip).IsZero() {
		return false
	}
	switch t.Rounding {
	case games.Down:
		return !off.IsPositive() && off.Neg().LessThan(t.Chip)
	case games.Up:
		return !off.IsNegative() && off.LessThan(t.Chip)
	}
	return off.Neg().LessThan(half) && !off.GreaterThan(half)
}

// checkCap: a seat wins no more than the cap, no less than it where it binds,
// and all it won where it does not (table 2).
func checkCap(t *testing.T, terms games.Terms, lines []games.Line) {
	t.Helper()
	var won, paid decimal.Decimal
	for _, l := range lines {
		if l.Won == games.Win {
			won, paid = won.Add(l.Rounded), paid.Add(l.Amount)
		}
	}
	whole := terms.Cap.Sub(terms.Cap.Mod(terms.Chip))
	switch {
	case terms.Cap.IsZero() || !won.GreaterThan(terms.Cap):
		if !paid.Equal(won) {
			t.Errorf("cap %s does not bind, paid %s of %s", terms.Cap, paid, won)
		}
	case !paid.Equal(whole):
		t.Errorf("cap %s binds, chip %s: paid %s of %s", terms.Cap, terms.Chip, paid, won)
	}
}
