package layout

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Clauses are the list items of docs/rules/*.md: "- uth 9. …". One that binds
// the dealer's hands only is marked "(procedure)" after its number.
var clause = regexp.MustCompile(`(?m)^- ((?:uth|bonus|casino|table) [0-9]+)\.( \(procedure\))?`)

// Citations are written in full, one by one: `uth 9`, and `uth 9, uth 10`, never
// "uth 9, 10". Where code speaks of a table by its number ("table 7 bank",
// "table 7 seat 3", "table 7's head") the word or letter behind it tells, or the dashes
// of a flag before it; a bare sample table is numbered 8 and up, so that it is no
// clause either.
var (
	citation = regexp.MustCompile(`(?:\b(uth|bonus|casino|table)|--table) ([0-9]+)\b( (?:bank|seat|seq|drop|float|round|head|variance)s?\b|'s|-)?`)
	loose    = regexp.MustCompile(`\b(?:uth|bonus|casino) [0-9]+(?:, | and | or | to |-)[0-9]+\b`)
)

// clauses maps every clause to whether it needs a citation.
func clauses(t *testing.T) map[string]bool {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	needed := map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range clause.FindAllSubmatch(text, -1) {
			id := string(m[1])
			if _, twice := needed[id]; twice {
				t.Errorf("%s: clause %s stands there twice", page, id)
			}
			needed[id] = len(m[2]) == 0
		}
	}
	if len(needed) == 0 {
		t.Fatal("docs/rules states no clause")
	}
	return needed
}

// firstSampleTable is beyond the last clause of table.md; see citation.
const firstSampleTable = 8

// citations returns the clauses a text cites. A table's number is a clause only
// where nothing behind it says that a table is meant.
func citations(text string) []string {
	var cited []string
	for _, m := range citation.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[2])
		if m[1] == "" || m[1] == "table" && (m[3] != "" || err != nil || n >= firstSampleTable) {
			continue
		}
		cited = append(cited, m[1]+" "+m[2])
	}
	return cited
}

func TestEveryClauseIsCitedAndEveryCitationExists(t *testing.T) {
	t.Parallel()
	needed := clauses(t)
	cited := map[string]bool{}
	for _, s := range sources(t) {
		if s.isTest() || strings.HasPrefix(s.path, "tools/") || strings.HasPrefix(s.path, "layout/") {
			continue
		}
		text := string(s.text)
		if m := loose.FindString(text); m != "" {
			t.Errorf("%s cites %q: name each clause in full", s.path, m)
		}
		for _, id := range citations(text) {
			cited[id] = true
			if _, exists := needed[id]; !exists {
				t.Errorf("%s cites %s, which docs/rules does not state", s.path, id)
			}
		}
	}
	for id, need := range needed {
		if need && !cited[id] {
			t.Errorf("no code cites %s: implement it, or mark it (procedure)", id)
		}
	}
}

func TestCitations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"// uth 9: the ante pushes":           {"uth 9"},
		`"uth 12: flush pays 1.5 to 1"`:       {"uth 12"},
		"(uth 9, bonus 7)":                    {"uth 9", "bonus 7"},
		"rounded down (table 4)":              {"table 4"},
		"`table 7 bank` against table 7 seat": nil,
		"table 7's head, table 7-712":         nil,
		`"table 8", by its number`:            nil,
		"croupier verify --table 7":           nil,
		"table 7 seq 15: postings":            nil,
		"table 3 seat 1":                      nil,
		"bonus-2 and trips-2":                 nil,
	} {
		if got := citations(text); !slices.Equal(got, want) {
			t.Errorf("citations(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestClausesOfTheShippedPages(t *testing.T) {
	t.Parallel()
	needed := clauses(t)
	if id := "table " + strconv.Itoa(firstSampleTable); needed[id] {
		t.Errorf("%s is a clause now: number sample tables higher", id)
	}
	for id, want := range map[string]bool{"uth 9": true, "uth 15": false, "bonus 11": false, "table 4": true, "table 6": false, "table 7": true} {
		if got, ok := needed[id]; !ok || got != want {
			t.Errorf("clause %s: stated %v, needs code %v; want %v", id, ok, got, want)
		}
	}
}
