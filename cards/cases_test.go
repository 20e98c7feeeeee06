package cards

import (
	"os"
	"strings"
	"testing"
)

// cases reads a file of testdata: a case a line, its fields apart by |, lines
// that begin with # left out.
func cases(t testing.TB, file string, fields int) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		split := strings.Split(line, "|")
		if len(split) != fields {
			t.Fatalf("%s: %q has %d fields, not %d", file, line, len(split), fields)
		}
		all = append(all, split)
	}
	if len(all) == 0 {
		t.Fatalf("%s holds no case", file)
	}
	return all
}

// must reads cards that a test states.
func must(t testing.TB, text string) Cards {
	t.Helper()
	cs, err := ParseAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}
