package web

import (
	"strings"

	"github.com/shopspring/decimal"

	"croupier/pit"
)

// A barChart is amounts as bars from a line that stands for nothing: what is below it
// is below nothing. All lengths are units of the picture.
type barChart struct {
	Per           string // hour or day
	Width, Height int64
	Zero          int64 // where the line is
	Unit          decimal.Decimal
	Bars          []bar
	Figures       []pit.Figures
}

// A bar is one amount, with where its texts stand.
type bar struct {
	X, Y, Width, Height int64
	Middle, Text        int64
	Below               bool
	Label, Value        string
}

// The measures of the chart.
const (
	barsWidth  = 1200
	barsHeight = 260
	barsMargin = 24 // above and below, for values
	barsFoot   = 28 // for the labels of time
	widestBar  = 72
)

// bars draws the wins of the periods.
func (v *visit) bars(figures []pit.Figures, per string) *barChart {
	c := &barChart{Per: per, Width: barsWidth, Height: barsHeight, Unit: unitOf(figures), Figures: figures}
	most, least := decimal.Zero, decimal.Zero
	for i := range figures {
		most, least = decimal.Max(most, figures[i].Win), decimal.Min(least, figures[i].Win)
	}
	room := decimal.NewFromInt(barsHeight - 2*barsMargin - barsFoot)
	span := most.Sub(least)
	if span.IsZero() {
		span = decimal.NewFromInt(1)
	}
	scaled := func(d decimal.Decimal) int64 { return d.Mul(room).DivRound(span, 0).IntPart() }
	c.Zero = barsMargin + scaled(most)
	step := int64(barsWidth / max(len(figures), 1))
	for i := range figures {
		f := &figures[i]
		b := bar{Width: min(step*2/3, widestBar), Below: f.Win.IsNegative(), Label: label(f.Period, per), Value: v.Words.Amount(f.Win.DivRound(c.Unit, 0))}
		b.Middle = int64(i)*step + step/2
		b.X, b.Height = b.Middle-b.Width/2, max(scaled(f.Win.Abs()), 1)
		b.Y, b.Text = c.Zero-b.Height, c.Zero-b.Height-6
		if b.Below {
			b.Y, b.Text = c.Zero, c.Zero+b.Height+15
		}
		c.Bars = append(c.Bars, b)
	}
	return c
}

// Label is the period as it stands under its bar.
func (c *barChart) Label(period string) string { return label(period, c.Per) }

// Foot is where the labels stand.
func (c *barChart) Foot() int64 { return c.Height - 6 }

// unitOf is what values are told in, so that they fit over the bars: one, or thousands
// or millions where all are many of them.
func unitOf(figures []pit.Figures) decimal.Decimal {
	const digits = 6 // fit
	unit, most := decimal.NewFromInt(1), decimal.Zero
	for i := range figures {
		most = decimal.Max(most, figures[i].Win.Abs())
	}
	for len(most.DivRound(unit, 0).String()) > digits {
		unit = unit.Shift(3)
	}
	return unit
}

// label is the period as it stands under a bar: the hour of the day, or the day of the
// month.
func label(period, per string) string {
	if _, hour, ok := strings.Cut(period, " "); ok && per == "hour" {
		return hour
	}
	if len(period) == len("2026-11-30") {
		return period[5:]
	}
	return period
}
