package games

import (
	"github.com/shopspring/decimal"
)

// A Line is what one wager of one seat came to. Amounts are net for the
// player: from the bank to the seat where positive.
type Line struct {
	Seat  Place
	Wager string
	Stake decimal.Decimal
	Won   WinLose
	Outcome
	Exact   decimal.Decimal // stake times odds
	Rounded decimal.Decimal // exact brought to whole chips (table 4)
	Amount  decimal.Decimal // what is paid or taken: rounded, then capped (table 2)
}

// WinLose is which way a line goes.
type WinLose string

// The ways a line goes. Void is a stake given back by a ruling.
const (
	Win    WinLose = "win"
	Lost   WinLose = "lose"
	Pushed WinLose = "push"
	Voided WinLose = "void"
)

// Lines appends what each wager of the seat came to, in the order of
// settlement, wagers without a stake left out. The seat's showdown must be
// complete as far as its wagers look, which is when the round asks to pay it.
func (r *Round) Lines(seat Place, lines []Line) []Line {
	if !r.staked.Has(seat) {
		return lines
	}
	if r.game.Settle != nil {
		return r.game.Settle(r, seat, lines)
	}
	n := len(lines)
	s := r.Showdown(seat)
	for _, wager := range r.game.Order {
		stake := r.stakes[seat][r.game.Index(wager)]
		if !stake.IsZero() {
			lines = append(lines, r.terms.line(seat, wager, stake, r.judge(seat, wager, &s)))
		}
	}
	if !r.terms.Cap.IsZero() {
		r.terms.limit(lines[n:])
	}
	if r.void || r.gone.Has(seat) {
		giveBack(lines[n:])
	}
	return lines
}

// Due returns the seats whose lines stand: those that are paid, the one the
// round asks to pay now, and every one once the round is over.
func (r *Round) Due() Places {
	asked := r.Asked()
	if len(asked) == 0 {
		return r.staked
	}
	seats := r.paid
	for i := range asked {
		if asked[i].Kind == KindPay {
			seats |= At(asked[i].Place)
		}
	}
	return seats
}

// judge is the game's result, unless the floor ruled the seat out.
func (r *Round) judge(seat Place, wager string, s *Showdown) Outcome {
	switch {
	case r.void || r.gone.Has(seat):
		return Push("", "void: the stake goes back")
	case r.dead.Has(seat):
		return Lose("", "hand ruled dead")
	}
	return r.game.Result(wager, s, r.pays)
}

func giveBack(lines []Line) {
	for i := range lines {
		lines[i].Won = Voided
	}
}

func (t *Terms) line(seat Place, wager string, stake decimal.Decimal, o Outcome) Line {
	l := Line{Seat: seat, Wager: wager, Stake: stake, Won: Win, Outcome: o}
	switch o.Odds.Sign() {
	case 0:
		l.Won = Pushed
		return l
	case -1:
		l.Won = Lost
	}
	l.Exact = product(stake, o.Odds)
	l.Rounded = l.Exact
	if l.Won == Win {
		l.Rounded = t.Round(l.Exact)
	}
	l.Amount = l.Rounded
	return l
}

// product is the stake times the odds, most of which are the whole stake.
func product(stake decimal.Decimal, o Odds) decimal.Decimal {
	switch o {
	case even:
		return stake
	case lost:
		return stake.Neg()
	}
	return stake.Mul(o)
}

// Round brings a payout to whole chips (table 4). A loss is never rounded.
func (t *Terms) Round(d decimal.Decimal) decimal.Decimal {
	if multiple(d, t.Chip) {
		return d
	}
	chips, rest := d.QuoRem(t.Chip, 0)
	up := t.Rounding == Up ||
		t.Rounding == Nearest && !rest.Add(rest).LessThan(t.Chip)
	if up {
		chips = chips.Add(even)
	}
	return chips.Mul(t.Chip)
}

func (t *Terms) floor(d decimal.Decimal) decimal.Decimal {
	chips, _ := d.QuoRem(t.Chip, 0)
	return chips.Mul(t.Chip)
}
