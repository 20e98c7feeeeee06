package web

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// GameName is what the game is called, without the version of its rules.
func (s *shown) GameName(game string) string {
	name, _, _ := strings.Cut(game, "/")
	return s.Words.Name("game", name)
}

// Percent writes a share in hundredths, two decimals; nothing for none.
func (s *shown) Percent(share *decimal.Decimal) string {
	if share == nil {
		return ""
	}
	return s.Words.Amount(share.Shift(2).Round(2)) + "\u00a0%"
}

// Date writes a gaming day, as 2026-11-30, in the language's form.
func (s *shown) Date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return s.Words.Day(t)
}

// Subject says what something is about, as round 7-712.
func (s *shown) Subject(subject string) string { return subjectIn(s.Words, subject) }

// Sign is a class for an amount that is below nothing.
func (s *shown) Sign(amount decimal.Decimal) string {
	if amount.IsNegative() {
		return "below"
	}
	return ""
}
