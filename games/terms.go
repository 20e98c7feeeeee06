package games

import (
	"fmt"

	"github.com/shopspring/decimal"
)

// Terms are what a table sets for its rounds, pinned when a round opens.
type Terms struct {
	Chip     decimal.Decimal // the smallest chip (table 4)
	Rounding Rounding
	Cap      decimal.Decimal // on what a seat may win in a round (table 2); zero is none
	CapShare CapShare
	Limits   map[string]Limit // by wager; a wager without one takes any stake

	Seats      int
	DealFrom   Side // uth 3
	SettleFrom Side // uth 13
}

// A Limit is the least and most of one wager, and the step its stake must be
// a multiple of (table 1). A zero field does not bound.
type Limit struct {
	Min, Max, Step decimal.Decimal
}

// A Rounding is how a payout is brought to whole chips (table 4).
type Rounding string

// The roundings; Nearest takes the half up.
const (
	Down    Rounding = "down"
	Nearest Rounding = "nearest"
	Up      Rounding = "up"
)

// A CapShare is how a cap that binds is shared out among the winning lines of
// a seat (table 2).
type CapShare string

// By order, the settlement order eats the cap; pro rata, each line gets its
// part, cut to the chip, and the remainder goes to the largest.
const (
	ByOrder CapShare = "by-order"
	ProRata CapShare = "pro-rata"
)

// DefaultTerms are a table's terms where nothing else is said: chip 0.01,
// rounded down, no cap, seven seats, dealt from the first seat, settled from
// the last.
func DefaultTerms() Terms {
	return Terms{
		Chip: decimal.New(1, -2), Rounding: Down, CapShare: ByOrder,
		Seats: 7, DealFrom: First, SettleFrom: Last,
	}
}

// ErrTerms reports terms no table can have.
var ErrTerms = &Refusal{"terms", "not terms of a table"}

// Check returns ErrTerms, naming what is wrong, where the terms cannot hold.
func (t Terms) Check() error {
	switch {
	case !t.Chip.IsPositive():
		return fmt.Errorf("%w: chip %s, want more than 0", ErrTerms, t.Chip)
	case t.Rounding != Down && t.Rounding != Nearest && t.Rounding != Up:
		return fmt.Errorf("%w: rounding %q, want down, nearest or up", ErrTerms, t.Rounding)
	case t.CapShare != ByOrder && t.CapShare != ProRata:
		return fmt.Errorf("%w: cap_share %q, want by-order or pro-rata", ErrTerms, t.CapShare)
	case t.Cap.IsNegative():
		return fmt.Errorf("%w: cap %s, want 0 (none) or more", ErrTerms, t.Cap)
	case t.Seats < 1 || t.Seats > MaxSeats:
		return fmt.Errorf("%w: %d seats, want 1 to %d", ErrTerms, t.Seats, MaxSeats)
	case !t.DealFrom.valid() || !t.SettleFrom.valid():
		return fmt.Errorf("%w: deal_from %q and settle_from %q, want first or last", ErrTerms, t.DealFrom, t.SettleFrom)
	}
	return t.checkLimits()
}

func (t Terms) checkLimits() error {
	for wager, l := range t.Limits {
		for _, d := range []decimal.Decimal{l.Min, l.Max, l.Step} {
			if !stakeable(d) {
				return fmt.Errorf("%w: a limit of %s is %s, want 0 to %s in at most %d decimals", ErrTerms, wager, short(d), MaxStake, StakeDigits)
			}
		}
		if l.Max.IsPositive() && l.Max.LessThan(l.Min) {
			return fmt.Errorf("%w: %s from %s to %s", ErrTerms, wager, l.Min, l.Max)
		}
	}
	return nil
}

// stakeable reports whether a stake may be as large and as fine as d.
func stakeable(d decimal.Decimal) bool {
	return d.IsZero() || written(d) && d.IsPositive() && !d.GreaterThan(MaxStake) && d.Equal(d.Truncate(StakeDigits))
}

func (s Side) valid() bool { return s == First || s == Last }
