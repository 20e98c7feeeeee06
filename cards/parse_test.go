package cards

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseAllReads(t *testing.T) {
	t.Parallel()
	for _, tt := range cases(t, "parse/good.txt", 2) {
		got, err := ParseAll(tt[0])
		if err != nil || got.String() != tt[1] {
			t.Errorf("ParseAll(%q) = %q, %v; want %q", tt[0], got, err, tt[1])
		}
	}
}

func TestParseAllRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range cases(t, "parse/bad.txt", 2) {
		got, err := ParseAll(tt[0])
		switch {
		case err == nil || got != nil:
			t.Errorf("ParseAll(%q) = %v, %v; want an error", tt[0], got, err)
		case !errors.Is(err, ErrCard) && !errors.Is(err, ErrTwice):
			t.Errorf("ParseAll(%q): %v is neither ErrCard nor ErrTwice", tt[0], err)
		case !strings.Contains(err.Error(), tt[1]):
			t.Errorf("ParseAll(%q): %v; want it to say %q", tt[0], err, tt[1])
		}
	}
}

func TestParseReadsOneCard(t *testing.T) {
	t.Parallel()
	for c := FaceDown; c <= deckSize; c++ {
		text := c.String()
		for _, spelled := range []string{text, strings.ToLower(text), strings.ToUpper(text), strings.Replace(text, "T", "10", 1)} {
			if got, err := Parse(spelled); got != c || err != nil {
				t.Errorf("Parse(%q) = %v, %v; want %v", spelled, got, err, c)
			}
		}
	}
}

func TestParseRefusesAllElse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", " As", "As ", "As,", "AsKd", "A", "10", "1h", "Аs", "???", "As\x00", "A\xff"} {
		if c, err := Parse(text); !errors.Is(err, ErrCard) || c != FaceDown {
			t.Errorf("Parse(%q) = %v, %v; want ErrCard", text, c, err)
		}
	}
}

func TestErrorsQuoteNoMoreThanFits(t *testing.T) {
	t.Parallel()
	for _, long := range []string{strings.Repeat("x", 1<<20), strings.Repeat("♠", 1<<18), "As Kd " + strings.Repeat("\x00", 1<<16)} {
		_, err := ParseAll(long)
		if err == nil {
			t.Fatalf("%.20q was read", long)
		}
		if len(err.Error()) > 500 || !utf8.ValidString(err.Error()) {
			t.Errorf("%.20q: an error of %d bytes, valid %v", long, len(err.Error()), utf8.ValidString(err.Error()))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, tt := range append(cases(f, "parse/good.txt", 2), cases(f, "parse/bad.txt", 2)...) {
		f.Add(tt[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrCard) || c != FaceDown {
				t.Fatalf("Parse(%q) = %v, %v", text, c, err)
			}
			return
		}
		if again, err := Parse(c.String()); again != c || err != nil {
			t.Fatalf("Parse(%q) = %v, which reads as %v, %v", text, c, again, err)
		}
		if c == FaceDown && text != "??" {
			t.Fatalf("Parse(%q) is face down", text)
		}
	})
}

func FuzzParseAll(f *testing.F) {
	for _, tt := range append(cases(f, "parse/good.txt", 2), cases(f, "parse/bad.txt", 2)...) {
		f.Add(tt[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		cs, err := ParseAll(text)
		if err != nil {
			if cs != nil || !errors.Is(err, ErrCard) && !errors.Is(err, ErrTwice) {
				t.Fatalf("ParseAll(%q) = %v, %v", text, cs, err)
			}
			return
		}
		known := slices.DeleteFunc(slices.Clone(cs), func(c Card) bool { return c == FaceDown })
		if SetOf(known...).Len() != len(known) {
			t.Fatalf("ParseAll(%q) = %v, with a card twice", text, cs)
		}
		if again, err := ParseAll(cs.String()); err != nil || !slices.Equal(again, cs) {
			t.Fatalf("ParseAll(%q) = %v, which reads as %v, %v", text, cs, again, err)
		}
	})
}
