package roundfile

import (
	"strconv"

	"github.com/shopspring/decimal"
)

// plainDigits is how many digits always fit in an int64.
const plainDigits = 18

// appendAmount appends a decimal string without trailing zeros, as the
// decimal's own String writes it, and without its detour for the numbers that
// money has.
func appendAmount(b []byte, d decimal.Decimal) []byte {
	n := d.CoefficientInt64()
	decimals := int(-d.Exponent())
	if decimals < 0 || decimals > plainDigits || d.NumDigits() > plainDigits {
		return append(append(append(b, '"'), d.String()...), '"')
	}
	for decimals > 0 && n%10 == 0 {
		n, decimals = n/10, decimals-1
	}
	b = append(b, '"')
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	var whole [plainDigits + 2]byte
	digits := strconv.AppendInt(whole[:0], n, 10)
	point := len(digits) - decimals
	if point <= 0 {
		b = append(b, "0."...)
		for ; point < 0; point++ {
			b = append(b, '0')
		}
		return append(append(b, digits...), '"')
	}
	b = append(b, digits[:point]...)
	if decimals > 0 {
		b = append(append(b, '.'), digits[point:]...)
	}
	return append(b, '"')
}
