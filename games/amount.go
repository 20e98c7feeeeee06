package games

import (
	"fmt"

	"github.com/shopspring/decimal"
)

// StakeDigits is how many decimals a stake may have.
const StakeDigits = 4

// MaxStake is the most a stake may be.
var MaxStake = decimal.New(1, 9)

// leastStake is the least a stake may be where a table sets no minimum.
var leastStake = decimal.New(1, -StakeDigits)

// mostAmount is the most that is read as an amount: what follows a stake may be
// several times as much.
var mostAmount = MaxStake.Mul(decimal.NewFromInt(10))

// ParseAmount reads an amount of money: digits, and at most StakeDigits
// decimals after a point; at most ten times MaxStake. Signs, exponents and spaces are
// errors, which wrap ErrAmount.
func ParseAmount(s string) (decimal.Decimal, error) {
	d, err := parseDecimal(s, StakeDigits, mostAmount)
	if err != nil {
		return d, fmt.Errorf("%.40q %w: %w", s, err, ErrAmount)
	}
	return d, nil
}

// OddsDigits is how many decimals odds may have.
const OddsDigits = 6

// MaxOdds is the most a row may pay.
var MaxOdds = decimal.New(1, 6)

// ParseOdds reads odds: digits, and at most OddsDigits decimals after a
// point; at most MaxOdds.
func ParseOdds(s string) (decimal.Decimal, error) {
	d, err := parseDecimal(s, OddsDigits, MaxOdds)
	if err != nil {
		return d, fmt.Errorf("%.40q %w", s, err)
	}
	return d, nil
}

// parseDecimal reads plain decimal notation without signs or exponents, so
// that no input can ask for more memory than its own length.
func parseDecimal(s string, digits int, most decimal.Decimal) (decimal.Decimal, error) {
	var n int64
	point := -1
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && point < 0 && i > 0 && i < len(s)-1:
			point = i
		case c < '0' || c > '9':
			return decimal.Zero, fmt.Errorf("is not a decimal such as 7.50")
		default:
			if n = n*10 + int64(c-'0'); n > 1e17 {
				return decimal.Zero, fmt.Errorf("has too many digits, want at most %s", most)
			}
		}
	}
	exp := 0
	if point >= 0 {
		exp = len(s) - 1 - point
	}
	d := decimal.New(n, int32(-exp))
	switch {
	case s == "":
		return d, fmt.Errorf("is not a decimal such as 7.50")
	case exp > digits && !d.Equal(d.Truncate(int32(digits))):
		return d, fmt.Errorf("has more than %d decimals", digits)
	case d.GreaterThan(most):
		return d, fmt.Errorf("is more than %s", most)
	}
	return d, nil
}

// written reports whether d is written as an amount may be, so that it can be
// compared: to compare 1e999999999 with 1 is to write it out.
func written(d decimal.Decimal) bool { return -18 <= d.Exponent() && d.Exponent() <= 18 }

// short prints an amount for an error, however long it is.
func short(d decimal.Decimal) string {
	if d.NumDigits() > 40 || d.Exponent() > 40 || d.Exponent() < -40 {
		return "a number of too many digits"
	}
	return d.String()
}

// whole returns d as a count of its last decimal, where that is quick to reckon
// with.
func whole(d decimal.Decimal) (n int64, ok bool) {
	if d.NumDigits() > 15 {
		return 0, false
	}
	return d.CoefficientInt64(), true
}

// multiple reports whether d is a multiple of step, which is not zero.
func multiple(d, step decimal.Decimal) bool {
	a, small := whole(d)
	b, alsoSmall := whole(step)
	coarser := d.Exponent() - step.Exponent()
	if !small || !alsoSmall || coarser < -3 || coarser > 3 {
		return d.Mod(step).IsZero()
	}
	for ; coarser > 0; coarser-- {
		a *= 10
	}
	for ; coarser < 0; coarser++ {
		b *= 10
	}
	return a%b == 0
}
