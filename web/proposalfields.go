package web

import (
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"croupier/house"
)

func (e *editor) limits(base *house.Settings) {
	for _, w := range e.Game.Wagers {
		if !w.First() {
			continue
		}
		was, patch := base.Limits[w.Name], e.Draft.Change.Limits[w.Name]
		at := "limits." + w.Name
		e.Limits = append(e.Limits, limitField{w.Name,
			amountField(at+".min", amountText(was.Min), patch.Min), amountField(at+".max", amountText(was.Max), patch.Max)})
	}
}

// amountText is an amount as it is written into a field; zero is none.
func amountText(d decimal.Decimal) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}

func amountField(at, base string, patch *decimal.Decimal) setField {
	f := setField{At: at, Name: at, Base: base, Value: base, Amount: true}
	if patch != nil {
		f.Value = amountText(*patch)
	}
	return f
}

func wordField(at, base, patch string, choices ...string) setField {
	f := setField{At: at, Name: at, Base: base, Value: base, Choices: choices}
	if patch != "" {
		f.Value = patch
	}
	return f
}

// settings are the fields of what stands alone.
func (e *editor) settings(base *house.Settings) {
	c := e.Draft.Change
	chip := amountField("table.chip", base.Chip, c.Table.Chip)
	chip.Name = "chip"
	rounding := wordField("table.rounding", string(base.Rounding), string(c.Table.Rounding), "down", "nearest", "up")
	rounding.Name = "rounding"
	limit := amountField("table.cap", base.Cap, c.Table.Cap)
	limit.Name = "cap"
	share := wordField("table.cap_share", string(base.CapShare), string(c.Table.CapShare), "by-order", "pro-rata")
	share.Name = "cap_share"
	e.Terms = []setField{amountField("ante_step", base.AnteStep, c.AnteStep), chip, rounding, limit, share,
		amountField("large_win", base.LargeWin, c.LargeWin), amountField("approve_win", base.ApproveWin, c.ApproveWin)}
	e.More = []setField{
		e.seats(base), optional("pit", base.Pit, c.Pit),
		wordField("dealing", string(base.Dealing), string(c.Dealing), "hand", "deck"),
		wordField("deal_from", string(base.DealFrom), string(c.DealFrom), "first", "last"),
		wordField("settle_from", string(base.SettleFrom), string(c.SettleFrom), "first", "last"),
		wordField("deal_order", base.DealOrder, c.DealOrder, e.Game.DealOrders...),
		optional("language", base.Language, c.Language, "", "en", "ko", "ru"),
		wordField("time_zone", base.TimeZone, c.TimeZone), wordField("day_start", base.DayStart, c.DayStart),
	}
	if e.Version == 0 {
		e.More = append(e.More, wordField("currency", base.Currency, c.Currency))
	}
	for _, fields := range [][]setField{e.Terms, e.More} {
		for i := range fields {
			fields[i].settle()
		}
	}
}

// settle lets a choice that is not made be that of its default, the first.
func (f *setField) settle() {
	if len(f.Choices) > 0 && f.Base == "" {
		f.Base = f.Choices[0]
	}
	if len(f.Choices) > 0 && !slices.Contains(f.Choices, f.Value) {
		f.Value = f.Base
	}
}

func (e *editor) seats(base *house.Settings) setField {
	f := setField{At: "seats", Name: "seats", Whole: true}
	if base.Seats > 0 {
		f.Base = strconv.Itoa(base.Seats)
	}
	if f.Value = f.Base; e.Draft.Change.Seats > 0 {
		f.Value = strconv.Itoa(e.Draft.Change.Seats)
	}
	return f
}

// optional is a field whose empty value takes away what there is.
func optional(at, base string, patch *string, choices ...string) setField {
	f := setField{At: at, Name: at, Base: base, Value: base, Choices: choices}
	if patch != nil {
		f.Value = *patch
	}
	return f
}

// band is when in the week the draft is in force.
func (e *editor) band(base *house.Settings) {
	e.Zone = base.TimeZone
	for _, day := range weekDays {
		e.Days = append(e.Days, dayField{day, e.Draft.Band != nil && slices.Contains(e.Draft.Band.Days, day)})
	}
}
