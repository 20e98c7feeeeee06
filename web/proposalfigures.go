package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// edgeDigits is how many decimals of a percent an edge is shown with.
const edgeDigits = 4

// Share writes a share of one, the text of a decimal, as a percentage.
func (s *shown) Share(share string) (string, error) {
	d, err := decimal.NewFromString(share)
	return s.Words.Fixed(d.Shift(2), edgeDigits) + "\u00a0%", err
}

// Moved writes a difference of shares, with its sign.
func (s *shown) Moved(share string) (string, error) {
	text, err := s.Share(share)
	return plus(text), err
}

// plus puts the sign before what is more than nothing.
func plus(text string) string {
	if strings.HasPrefix(text, "-") || !strings.ContainsAny(text, "123456789") {
		return text
	}
	return "+" + text
}

// Decimals writes the text of a decimal with so many decimals.
func (s *shown) Decimals(text string, digits int) (string, error) {
	d, err := decimal.NewFromString(text)
	return s.Words.Fixed(d, int32(digits)), err
}

// amountSettings are the settings that are amounts, besides limits.
var amountSettings = []string{"chip", "cap", "ante_step", "large_win", "approve_win"}

// Setting is what a setting of a table is called, as limits.ante.max.
func (s *shown) Setting(name string) (string, error) {
	if parts := strings.Split(name, "."); len(parts) == 3 && parts[0] == "limits" {
		key := "proposal.limit least"
		if parts[2] == "max" {
			key = "proposal.limit most"
		}
		return s.Say(key, "wager", s.Name("wager", parts[1]))
	}
	return s.Name("proposal", "set "+name), nil
}

// SettingValue is the value of a setting or a house rule, in words; none is said as such.
func (s *shown) SettingValue(name, value string) (string, error) {
	switch {
	case value == "":
		return s.Words.Say("ui.none", nil), nil
	case slices.Contains(amountSettings, name) || strings.HasPrefix(name, "limits."):
		return s.Amount(value)
	case name == "game":
		game, _, _ := strings.Cut(value, "/")
		return s.Name("game", game), nil
	case name == "language":
		return s.Name("language", value), nil
	}
	return s.RuleValue(value), nil
}

// RuleValue is a value of a house rule or of a setting, in words where there are any.
func (s *shown) RuleValue(value string) string {
	key := "value " + value
	if text := s.Name("proposal", key); text != key {
		return text
	}
	return value
}

// RuleName is what a house rule is called.
func (s *shown) RuleName(name string) string {
	key := "rule " + name
	if text := s.Name("proposal", key); text != key {
		return text
	}
	return name
}

// RuleAbout says what a house rule decides; the API's own words are used where there
// are none.
func (s *shown) RuleAbout(name, about string) string {
	key := "about " + name
	if text := s.Name("proposal", key); text != key {
		return text
	}
	return about
}

// Found says a finding of the gate with its figures.
func (s *shown) Found(code, wager, edge, bound, before string) (string, error) {
	figures := map[string]any{"wager": s.Name("wager", wager)}
	for name, share := range map[string]string{"edge": edge, "bound": bound, "before": before} {
		if share == "" {
			share = "0"
		}
		text, err := s.Share(share)
		if err != nil {
			return "", fmt.Errorf("finding %s: %w", code, err)
		}
		figures[name] = text
	}
	key := "found " + code
	return s.Words.Say("proposal."+key, figures), nil
}

// ResultRow is what a row of a report is called: one of a paytable, or what the rules fix.
func (s *shown) ResultRow(name string) string {
	if text := s.Name("outcome", name); text != name {
		return text
	}
	return s.Name("hand", name)
}

// PlayChoice is what a choice of the best play is called, as 4x or fold.
func (s *shown) PlayChoice(name string) string {
	key := "choice " + name
	if text := s.Name("proposal", key); text != key {
		return text
	}
	return strings.Replace(name, "x", "×", 1)
}

// Worth is what a hand is worth, short enough for a cell.
func (s *shown) Worth(text string) (string, error) {
	fixed, err := s.Decimals(text, 2)
	return plus(fixed), err
}

// NetResult writes a net result with its sign.
func (s *shown) NetResult(net string) (string, error) {
	text, err := s.Amount(net)
	return plus(text), err
}

// Plus, Minus and Times are for coordinates of drawings.
func (s *shown) Plus(a, b int) int { return a + b }

// Minus is a difference of whole numbers.
func (s *shown) Minus(a, b int) int { return a - b }

// Times is a product of whole numbers.
func (s *shown) Times(a, b int) int { return a * b }
