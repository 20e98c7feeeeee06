package words

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// marks are how a language writes numbers: between thousands, and before decimals.
var marks = map[Language]struct{ thousands, point string }{
	English: {",", "."},
	Korean:  {",", "."},
	Russian: {"\u00a0", ","}, // a space that breaks no line
}

// Amount writes the number in the language's form, every digit of it: 1,234.5 or
// 1 234,5.
func (w *Words) Amount(d decimal.Decimal) string { return w.number(d.String()) }

// Fixed writes the number rounded to so many decimals, all of them, as figures that
// stand under each other need.
func (w *Words) Fixed(d decimal.Decimal, places int32) string { return w.number(d.StringFixed(places)) }

func (w *Words) number(text string) string {
	m := marks[w.language]
	text, negative := strings.CutPrefix(text, "-")
	whole, part, decimals := strings.Cut(text, ".")
	var b strings.Builder
	if negative {
		b.WriteByte('-')
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(m.thousands)
		}
		b.WriteRune(digit)
	}
	if decimals {
		b.WriteString(m.point + part)
	}
	return b.String()
}

var days = map[Language]string{English: "2 January 2006", Korean: "2006년 1월 2일", Russian: "02.01.2006"}

// Day writes the date in the language's form.
func (w *Words) Day(t time.Time) string { return t.Format(days[w.language]) }

// Moment writes the date and the time of day, with the zone t is in.
func (w *Words) Moment(t time.Time) string { return t.Format(days[w.language] + " 15:04:05 MST") }
