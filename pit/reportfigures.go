package pit

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Figures are what was played of one thing in one period. Amounts are in the
// currency; what corrections took back is taken off on the day they were booked.
type Figures struct {
	Period   string            `json:"period,omitempty" example:"2026-11-30"`
	Of       map[string]string `json:"of" doc:"What it is of, by what was asked to tell apart" example:"{\"table\":\"7\"}"`
	Currency string            `json:"currency"`
	Rounds   *int64            `json:"rounds,omitempty" doc:"Settled; of a wager those it was bet in. Absent by row"`
	Lines    int64             `json:"lines" doc:"Wagers of seats that were settled"`
	Wins     int64             `json:"wins" doc:"Lines the player won"`
	Losses   int64             `json:"losses"`
	Pushes   int64             `json:"pushes"`
	Handle   decimal.Decimal   `json:"handle" doc:"Sum of the stakes"`
	Taken    decimal.Decimal   `json:"taken"`
	Paid     decimal.Decimal   `json:"paid" doc:"On top of the stakes"`
	Win      decimal.Decimal   `json:"win" doc:"Of the house: taken less paid"`
	Hold     *decimal.Decimal  `json:"hold,omitempty" doc:"Win by handle, six decimals; absent without handle"`
	// Theoretical and Deviations are of whole bets only.
	Theoretical *decimal.Decimal `json:"theoretical,omitempty" doc:"What the exact edge makes of the bets under the best play, four decimals; absent where a bet is told apart by its wagers or rows, or its game is not counted"`
	Deviations  *decimal.Decimal `json:"deviations,omitempty" doc:"Win less theoretical, in standard deviations of the exact variance, two decimals"`
	// Low and High are where the win lies 95 times of 100, by the exact variance.
	Low         *decimal.Decimal `json:"low,omitempty" doc:"Lower end of the 95 % interval of the win, four decimals; absent where deviations are"`
	High        *decimal.Decimal `json:"high,omitempty" doc:"Upper end of it"`
	Top         decimal.Decimal  `json:"top" doc:"The most paid on one line"`
	Voids       int64            `json:"voids" doc:"Rounds voided before they were settled"`
	Reversals   int64            `json:"reversals" doc:"Entries taken back"`
	Corrections int64            `json:"corrections" doc:"Entries put in their place"`
}

// A folding adds up what belongs to one row of figures.
type folding struct {
	Figures
	of     []string
	bets   map[*bet]*staked
	broken bool // a bet in it is not whole, or has no edge
}

// staked is what lay on the wager a bet is named after.
type staked struct{ handle, squares decimal.Decimal }

// figures folds sums, which tell tables, settings and wagers apart, into what was
// asked for.
func (a *Ask) figures(list []sums, bets bets) ([]Figures, error) {
	by := map[string]*folding{}
	var order []*folding
	for i := range list {
		s := &list[i]
		if s.wager == "" && a.split() {
			continue // rounds as such are of no wager
		}
		b := bets.of(s)
		if at := slices.Index(a.By, "bet"); at >= 0 && b != nil {
			s.of[at] = b.name
		}
		key := strings.Join(append([]string{s.period, s.currency}, s.of...), "\x00")
		f := by[key]
		if f == nil {
			f = a.folding(s)
			by[key], order = f, append(order, f)
		}
		f.add(s)
		f.count(s, a.counts(s, b))
		f.expect(s, b, a.whole(b))
	}
	slices.SortFunc(order, func(x, y *folding) int {
		return cmp.Or(cmp.Compare(x.Period, y.Period), slices.CompareFunc(x.of, y.of, natural), cmp.Compare(x.Currency, y.Currency))
	})
	rows := make([]Figures, len(order))
	for i, f := range order {
		rows[i] = f.done()
	}
	return rows, nil
}

// natural compares whole numbers as numbers, and what is none as text.
func natural(a, b string) int {
	if number(a) && number(b) {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	}
	return strings.Compare(a, b)
}

func number(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func (a *Ask) by(names ...string) bool {
	return slices.ContainsFunc(a.By, func(name string) bool { return slices.Contains(names, name) })
}

// split reports whether a round is told apart by what was bet in it.
func (a *Ask) split() bool { return a.by("bet", "wager", "paytable", "row") }

// counts reports whether the sums' rounds count: each round once in every row.
func (a *Ask) counts(s *sums, b *bet) bool {
	switch {
	case !a.split():
		return s.wager == ""
	case a.by("row"):
		return false
	case a.by("wager"):
		return true
	}
	return b == nil || s.wager == b.name || a.by("paytable") && !a.by("bet") && s.priced
}

// whole reports whether the bet is in one row with all it is made of.
func (a *Ask) whole(b *bet) bool {
	return b != nil && !a.by("row") && (len(b.wagers) == 1 || !a.by("wager", "paytable"))
}

func (a *Ask) folding(s *sums) *folding {
	f := &folding{of: s.of, bets: map[*bet]*staked{}}
	f.Period, f.Currency, f.Of = s.period, s.currency, map[string]string{}
	for i, name := range a.By {
		f.Of[name] = s.of[i]
	}
	if !a.by("row") {
		f.Rounds = new(int64)
	}
	return f
}

func (f *folding) add(s *sums) {
	f.Lines, f.Wins, f.Losses, f.Pushes = f.Lines+s.lines, f.Wins+s.wins, f.Losses+s.losses, f.Pushes+s.pushes
	f.Handle, f.Paid, f.Taken = f.Handle.Add(s.handle), f.Paid.Add(s.paid), f.Taken.Add(s.taken)
	f.Top = decimal.Max(f.Top, s.top)
	f.Voids, f.Reversals, f.Corrections = f.Voids+s.voids, f.Reversals+s.reversals, f.Corrections+s.corrections
}

func (f *folding) count(s *sums, counts bool) {
	if counts {
		*f.Rounds += s.rounds
	}
}

// expect adds what the bet is expected to come to: its edge is of a unit of the
// wager it is named after.
func (f *folding) expect(s *sums, b *bet, whole bool) {
	switch {
	case s.wager == "":
	case !whole:
		f.broken = true
	case s.wager == b.name:
		on := f.bets[b]
		if on == nil {
			on = new(staked)
			f.bets[b] = on
		}
		on.handle, on.squares = on.handle.Add(s.handle), on.squares.Add(s.squares)
	}
}

// expected is the theoretical win and its variance, exactly.
func (f *folding) expected() (win, variance *big.Rat) {
	win, variance = new(big.Rat), new(big.Rat)
	for b, on := range f.bets {
		win.Add(win, new(big.Rat).Mul(on.handle.Rat(), b.edge))
		variance.Add(variance, new(big.Rat).Mul(on.squares.Rat(), b.variance))
	}
	return win, variance
}

// The decimals of what is rounded.
const (
	holdDecimals        = 6
	theoreticalDecimals = 4
	deviationDecimals   = 2
)

func (f *folding) done() Figures {
	f.Win = f.Taken.Sub(f.Paid)
	if !f.Handle.IsZero() {
		hold := f.Win.DivRound(f.Handle, holdDecimals)
		f.Hold = &hold
	}
	if !f.broken {
		win, variance := f.expected()
		t := rounded(win, theoreticalDecimals)
		f.Theoretical, f.Deviations = &t, deviations(f.Win, win, variance)
		if f.Deviations != nil {
			half := halfWidth(variance)
			low, high := t.Sub(half), t.Add(half)
			f.Low, f.High = &low, &high
		}
	}
	return f.Figures
}

func rounded(r *big.Rat, decimals int) decimal.Decimal {
	return decimal.RequireFromString(r.FloatString(decimals)) // digits and a point
}

// halfWidth is how far the ends of the 95 % interval are from its middle. It is exact
// up to the root.
func halfWidth(variance *big.Rat) decimal.Decimal {
	const bits = 256
	half := new(big.Float).SetPrec(bits).SetRat(variance)
	half.Mul(half.Sqrt(half), new(big.Float).SetPrec(bits).SetRat(normal))
	return decimal.RequireFromString(half.Text('f', theoreticalDecimals))
}

// deviations is how many standard deviations the win is from the theoretical one;
// nil where there is no chance in it. It is exact up to the root.
func deviations(win decimal.Decimal, theoretical, variance *big.Rat) *decimal.Decimal {
	if variance.Sign() <= 0 {
		return nil
	}
	const bits = 256
	root := new(big.Float).SetPrec(bits).SetRat(variance)
	root.Sqrt(root)
	away := new(big.Float).SetPrec(bits).SetRat(new(big.Rat).Sub(win.Rat(), theoretical))
	d := decimal.RequireFromString(away.Quo(away, root).Text('f', deviationDecimals))
	return &d
}
