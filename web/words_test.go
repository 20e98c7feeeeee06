package web_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"croupier/words"
)

// How templates, scripts and this package name a message outright.
var said = map[string]*regexp.Regexp{
	".html": regexp.MustCompile(`\.Say "([^"]+)"`),
	".js":   regexp.MustCompile(`\bsay\(\s*["']([^"']+)["']`),
	".go":   regexp.MustCompile(`(?:\b[tT]itle:?\s*|\bTitle:\s*|\.Say\()"([a-z]+\.[^"]+)"`),
}

// groups are all first parts of keys there are.
func groups(t *testing.T) (all []string) {
	t.Helper()
	names, err := filepath.Glob("../words/messages/*en.json")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	group := regexp.MustCompile(`(?m)^(?:\t|  )"([a-z]+)": ?\{`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range group.FindAllStringSubmatch(string(text), -1) {
			all = append(all, m[1])
		}
	}
	return all
}

// Every message a screen names is there, in every language; and no screen shows a key.
func TestEveryMessageIsThere(t *testing.T) {
	t.Parallel()
	all := groups(t)
	found := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "assets/vendor") {
			return err
		}
		keys := said[filepath.Ext(path)]
		if keys == nil {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range keys.FindAllStringSubmatch(string(text), -1) {
			found++
			for _, l := range words.Languages() {
				if group, _, _ := strings.Cut(m[1], "."); words.In(l).Table(all...)[m[1]] == nil {
					t.Errorf("%s says %s of group %s, and %s has no such message", path, m[1], group, l)
				}
			}
		}
		return err
	})
	if err != nil || found < 20 {
		t.Fatalf("%d messages are named: %v", found, err)
	}
}

// The small font has all the Hangul of our own words, so that no page of them loads more.
func TestTheFontHasEverySyllable(t *testing.T) {
	t.Parallel()
	css, err := os.ReadFile("assets/css/fonts-hangul.css")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[rune]bool{}
	for _, message := range words.In(words.Korean).Table(groups(t)...) {
		for _, c := range fmt.Sprint(message) {
			if c >= 0x3000 && !regexp.MustCompile(fmt.Sprintf(`U\+%X\b`, c)).Match(css) {
				missing[c] = true
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d syllables are not in the font: run tools/hangul/subset", len(missing))
	}
}

// A form that is sent before its script is there must say nothing: what is typed would
// stand in the address.
func TestFormsWaitForTheirScript(t *testing.T) {
	t.Parallel()
	found := 0
	err := filepath.WalkDir("templates", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, form := range regexp.MustCompile(`<form[^>]*>`).FindAllString(string(text), -1) {
			if found++; strings.Contains(form, "data-api") && !strings.Contains(form, `method="dialog"`) {
				t.Errorf("%s: %s has no method=\"dialog\"", path, form)
			}
		}
		return err
	})
	if err != nil || found < 10 {
		t.Fatalf("%d forms: %v", found, err)
	}
}
