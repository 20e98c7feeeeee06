package words_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/shopspring/decimal"

	"croupier/words"
)

// spoken are the messages of a language by key.
func spoken(t *testing.T, l words.Language) map[string]*i18n.Message {
	t.Helper()
	names, err := filepath.Glob("messages/*" + string(l) + ".json")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	by := map[string]*i18n.Message{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := i18n.ParseMessageFileBytes(text, name, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range file.Messages {
			if by[m.ID] != nil {
				t.Errorf("%s says %s twice", l, m.ID)
			}
			by[m.ID] = m
		}
	}
	return by
}

// forms are the texts of a message by plural form.
func forms(m *i18n.Message) map[string]string {
	all := map[string]string{"one": m.One, "two": m.Two, "few": m.Few, "many": m.Many, "zero": m.Zero, "other": m.Other}
	maps.DeleteFunc(all, func(_, text string) bool { return text == "" })
	return all
}

var blank = regexp.MustCompile(`\{\{\.([a-z]+)\}\}`)

// blanks are the names of what a text leaves open.
func blanks(text string) (names []string) {
	for _, m := range blank.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// counted are the plural forms a language needs where n counts.
var counted = map[words.Language][]string{
	words.English: {"one", "other"},
	words.Korean:  {"other"},
	words.Russian: {"few", "many", "one", "other"},
}

func TestEveryLanguageSaysTheSame(t *testing.T) {
	t.Parallel()
	english := spoken(t, words.English)
	if len(english) < 100 {
		t.Fatalf("%d messages were read", len(english))
	}
	for _, l := range words.Languages() {
		said := spoken(t, l)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(said))); diff != "" {
			t.Errorf("%s has other keys than English: %s", l, diff)
			continue
		}
		for key, m := range said {
			want := blanks(english[key].Other)
			have := forms(m)
			for form, text := range have {
				if got := blanks(text); !slices.Equal(got, want) {
					t.Errorf("%s %s (%s) leaves %v open, want %v", l, key, form, got, want)
				}
				if rest := blank.ReplaceAllString(text, ""); strings.ContainsAny(rest, "{}%") || strings.TrimSpace(text) != text {
					t.Errorf("%s %s (%s) is %q", l, key, form, text)
				}
			}
			needed := []string{"other"}
			if slices.Contains(want, "n") {
				needed = counted[l]
			}
			if got := slices.Sorted(maps.Keys(have)); !slices.Equal(got, needed) {
				t.Errorf("%s %s has the forms %v, want %v", l, key, got, needed)
			}
		}
	}
}

// What is the same in another language is so on purpose.
func TestNothingIsLeftInEnglish(t *testing.T) {
	t.Parallel()
	english := spoken(t, words.English)
	for l, same := range map[words.Language][]string{
		words.Korean:  {"language.en", "language.ko", "language.ru", "wager.aa"},
		words.Russian: {"game.texas-holdem-bonus", "game.ultimate-texas-holdem", "language.en", "language.ko", "language.ru", "wager.aa"},
	} {
		var got []string
		for key, m := range spoken(t, l) {
			if m.Other == english[key].Other {
				got = append(got, key)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, same) {
			t.Errorf("%s says as English does: %v, want %v", l, got, same)
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	for l, said := range map[words.Language]map[int]string{
		words.English: {1: "Board: 1 card dealt face down.", 5: "Board: 5 cards dealt face down."},
		words.Korean:  {1: "보드: 카드 1장 페이스다운 딜.", 5: "보드: 카드 5장 페이스다운 딜."},
		words.Russian: {
			1: "Борд: сдана 1 карта рубашкой вверх.", 2: "Борд: сданы 2 карты рубашкой вверх.",
			5: "Борд: сдано 5 карт рубашкой вверх.", 11: "Борд: сдано 11 карт рубашкой вверх.",
			21: "Борд: сдана 21 карта рубашкой вверх.",
		},
	} {
		w := words.In(l)
		for n, want := range said {
			if got := w.Say("event.down", words.Args{"place": w.Name("place", "board"), "n": n}); got != want {
				t.Errorf("%s %d: %q, want %q", l, n, got, want)
			}
		}
	}
}

// A fault is said so that it can be seen, and found by a test.
func TestFaultsAreSeen(t *testing.T) {
	t.Parallel()
	for _, l := range words.Languages() {
		w := words.In(l)
		if got := w.Say("no.such key", nil); got != "no.such key" {
			t.Errorf("%s says %q for a key nobody knows", l, got)
		}
		if got := w.Say("seat.gets", words.Args{"seat": 3}); got != "seat.gets" {
			t.Errorf("%s says %q with a blank left open", l, got)
		}
		if got := w.Name("wager", "insurance"); got != "insurance" {
			t.Errorf("%s calls a wager nobody knows %q", l, got)
		}
	}
}

func TestAmountsInAMessage(t *testing.T) {
	t.Parallel()
	net := decimal.RequireFromString("1234567.5")
	for l, want := range map[words.Language]string{
		words.English: "Seat 3 receives 1,234,567.5.",
		words.Korean:  "3번 좌석 1,234,567.5 수령.",
		words.Russian: "Место 3 получает 1\u00a0234\u00a0567,5.",
	} {
		if got := words.In(l).Say("seat.gets", words.Args{"seat": 3, "net": net}); got != want {
			t.Errorf("%s: %q, want %q", l, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]words.Language{"": words.English, "en": words.English, "ko": words.Korean, "ru": words.Russian} {
		if got, err := words.Parse(code); got != want || err != nil || words.In(got).Language() != want {
			t.Errorf("Parse(%q) = %q, %v; want %q", code, got, err, want)
		}
	}
	for _, code := range []string{"EN", "de", "ko-KR", " ru"} {
		if _, err := words.Parse(code); !errors.Is(err, words.ErrLanguage) {
			t.Errorf("Parse(%q) fails with %v", code, err)
		}
	}
}

// What a script is given is what would be said.
func TestTable(t *testing.T) {
	t.Parallel()
	for _, l := range words.Languages() {
		table := words.In(l).Table("event", "seat")
		for key, m := range spoken(t, l) {
			group, _, _ := strings.Cut(key, ".")
			var want any
			if group == "event" || group == "seat" {
				if want = m.Other; len(forms(m)) > 1 {
					want = forms(m)
				}
			}
			if diff := cmp.Diff(want, table[key]); diff != "" {
				t.Errorf("%s %s: %s", l, key, diff)
			}
		}
	}
}
