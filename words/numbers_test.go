package words_test

import (
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"croupier/words"
)

func TestAmount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ amount, english, russian string }{
		{"0", "0", "0"},
		{"7", "7", "7"},
		{"999", "999", "999"},
		{"1000", "1,000", "1 000"},
		{"-1000", "-1,000", "-1 000"},
		{"12.50", "12.5", "12,5"},
		{"123456", "123,456", "123 456"},
		{"1234567.8901", "1,234,567.8901", "1 234 567,8901"},
		{"-0.25", "-0.25", "-0,25"},
		{"10000000000", "10,000,000,000", "10 000 000 000"},
	} {
		d := decimal.RequireFromString(tt.amount)
		for l, want := range map[words.Language]string{
			words.English: tt.english, words.Korean: tt.english, words.Russian: strings.ReplaceAll(tt.russian, " ", "\u00a0"),
		} {
			if got := words.In(l).Amount(d); got != want {
				t.Errorf("%s writes %s as %q, want %q", l, tt.amount, got, want)
			}
		}
	}
}

func TestFixed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		number           string
		places           int32
		english, russian string
	}{
		{"2.185", 4, "2.1850", "2,1850"},
		{"-1234.56785", 4, "-1,234.5679", "-1 234,5679"},
		{"-0.00001", 2, "0.00", "0,00"},
		{"7", 0, "7", "7"},
	} {
		d := decimal.RequireFromString(tt.number)
		if got := words.In(words.English).Fixed(d, tt.places); got != tt.english {
			t.Errorf("%s: %q, want %q", tt.number, got, tt.english)
		}
		if got := words.In(words.Russian).Fixed(d, tt.places); got != strings.ReplaceAll(tt.russian, " ", "\u00a0") {
			t.Errorf("%s: %q, want %q", tt.number, got, tt.russian)
		}
	}
}

// What is written reads back as the same number, in groups of three.
func TestAmountReadsBack(t *testing.T) {
	t.Parallel()
	plain := map[words.Language]*strings.Replacer{
		words.English: strings.NewReplacer(",", ""),
		words.Korean:  strings.NewReplacer(",", ""),
		words.Russian: strings.NewReplacer("\u00a0", "", ",", "."),
	}
	rapid.Check(t, func(t *rapid.T) {
		d := decimal.New(rapid.Int64().Draw(t, "digits"), rapid.Int32Range(-8, 3).Draw(t, "exponent"))
		for _, l := range words.Languages() {
			text := words.In(l).Amount(d)
			back, err := decimal.NewFromString(plain[l].Replace(text))
			if err != nil || !back.Equal(d) {
				t.Fatalf("%s writes %s as %q: %v", l, d, text, err)
			}
			whole, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), map[words.Language]string{"en": ".", "ko": ".", "ru": ","}[l])
			groups := strings.FieldsFunc(whole, func(r rune) bool { return r == ',' || r == '\u00a0' })
			for i, group := range groups {
				if len(group) > 3 || i > 0 && len(group) != 3 {
					t.Fatalf("%s writes %s as %q", l, d, text)
				}
			}
		}
	})
}

func TestDates(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 9, 7, 5, 4, 0, time.UTC)
	for l, want := range map[words.Language]string{
		words.English: "9 March 2026 07:05:04 UTC",
		words.Korean:  "2026년 3월 9일 07:05:04 UTC",
		words.Russian: "09.03.2026 07:05:04 UTC",
	} {
		w := words.In(l)
		if got := w.Moment(at); got != want || w.Day(at)+" 07:05:04 UTC" != want {
			t.Errorf("%s writes %q, want %q", l, got, want)
		}
	}
}
