package layout

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows are the product's own imports: a package may import what its row lists
// and nothing else of the product. A row `games/*` stands for every game; in a
// list it does too. A new package needs a row, and that is the moment to ask
// which way its arrows point.
var arrows = map[string][]string{
	"cards":           {},
	"games":           {"cards"},
	"games/*":         {"cards", "games"},
	"games/all":       {"cards", "games", "games/*"},
	"games/gamestest": {"cards", "games"},
	"paytables":       {"cards", "games", "games/all"},
	"edge":            {"cards", "games", "games/all", "paytables"},
	"shelf":           {"cards", "games", "edge"},
	"roundfile":       {"cards", "games", "games/all", "paytables"},
	"migrations":      {},
	"postgres":        {"migrations"},
	"ledger":          {"cards", "games", "postgres"},
	"desk":            {"ledger", "postgres"},
	"house":           {"cards", "games", "games/all", "paytables", "edge", "shelf", "words", "postgres", "ledger", "desk"},
	"sight":           {"cards", "games", "ledger", "house"},
	"words":           {},
	"floor":           {"cards", "games", "games/all", "paytables", "ledger", "desk", "house", "sight", "postgres"},
	"pit":             {"cards", "games", "games/all", "paytables", "edge", "shelf", "ledger", "desk", "house", "sight", "words", "postgres"},
	"demo":            {"cards", "games", "games/all", "paytables", "edge", "shelf", "ledger", "desk", "house", "sight", "floor", "pit"},
	"api":             {"cards", "games", "games/all", "paytables", "edge", "shelf", "ledger", "desk", "house", "sight", "words", "floor", "pit", "postgres"},
	"web":             {"cards", "games", "games/all", "paytables", "edge", "shelf", "ledger", "house", "sight", "words", "floor", "pit"},
	"web/webtest":     {"*"},
	"cmd/*":           {"*"},
	"layout":          {},
}

// row returns the key of arrows that speaks for a package; a child without a
// row of its own follows its parent's, as postgres/postgrestest follows postgres.
func row(name string) (string, bool) {
	for at := name; at != "."; at = path.Dir(at) {
		if _, ok := arrows[at]; ok {
			return at, true
		}
		if group := path.Join(path.Dir(at), "*"); group != "*" {
			if _, ok := arrows[group]; ok {
				return group, true
			}
		}
	}
	return "", false
}

// mayImport reports whether a package under one row may import another package.
func mayImport(from, name string) bool {
	to, _ := row(name)
	allowed := arrows[from]
	return to == from || slices.Contains(allowed, to) || slices.Contains(allowed, "*")
}

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		from, ok := row(p.name())
		if !ok {
			t.Errorf("%s has no row in the table of arrows: say what it may import", p.name())
			continue
		}
		for _, imported := range p.Imports {
			if name, own := strings.CutPrefix(imported, "croupier/"); own && !mayImport(from, name) {
				t.Errorf("%s imports %s; it may import %v", p.name(), name, arrows[from])
			}
		}
	}
}

// TestOneGameKnowsNoOther: games/* lets a game import its own children only.
func TestOneGameKnowsNoOther(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if from, _ := row(p.name()); from != "games/*" {
			continue
		}
		for _, imported := range p.Imports {
			name := strings.TrimPrefix(imported, "croupier/")
			if to, _ := row(name); to == "games/*" && !strings.HasPrefix(name, p.name()) {
				t.Errorf("%s imports the game %s", p.name(), name)
			}
		}
	}
}

// pure packages are functions of what they are given.
var pure = []string{"cards", "games", "paytables", "edge"}

// purePackages leaves out what the rules are tested and generated with: it never
// runs in the product, because no pure package of the product reaches it.
func purePackages(t *testing.T) []pkg {
	t.Helper()
	reached := map[string]bool{}
	var inside, kept []pkg
	for _, p := range packages(t) {
		name := p.name()
		if !slices.Contains(pure, strings.Split(name, "/")[0]) || name == "games/gamestest" {
			continue
		}
		inside = append(inside, p)
		if p.Name != "main" && !strings.Contains(name, "/internal/") {
			reached[p.ImportPath] = true
			for _, dep := range p.Deps {
				reached[dep] = true
			}
		}
	}
	for _, p := range inside {
		if reached[p.ImportPath] {
			kept = append(kept, p)
		}
	}
	return kept
}

// worldly are the packages through which the clock, chance, files of a machine
// or the network would come in.
var worldly = []string{"time", "math/rand", "math/rand/v2", "crypto/rand", "os", "os/exec", "database/sql", "net", "net/http", "log", "log/slog"}

func TestPurePackagesKnowNoWorld(t *testing.T) {
	t.Parallel()
	rules := purePackages(t)
	if len(rules) == 0 {
		t.Fatal("no pure package was looked at")
	}
	for _, p := range rules {
		for _, imported := range p.Imports {
			if slices.Contains(worldly, imported) {
				t.Errorf("%s imports %s: hand it in instead", p.name(), imported)
			}
		}
		for _, dep := range p.Deps {
			if dep == "net/http" || within(dep, sql...) || within(dep, echo...) {
				t.Errorf("%s reaches %s", p.name(), dep)
			}
		}
	}
}

var (
	sql  = []string{"github.com/jackc/pgx", "github.com/pressly/goose", "database/sql"}
	echo = []string{"github.com/labstack/echo", "github.com/danielgtaylor/huma"}
)

// within reports whether a package belongs to one of the trees. database/sql/driver
// is an interface that decimals implement, not a way to a database.
func within(dep string, trees ...string) bool {
	return dep != "database/sql/driver" && slices.ContainsFunc(trees, func(tree string) bool {
		return dep == tree || strings.HasPrefix(dep, tree+"/")
	})
}

func TestWhoKnowsPostgresAndEcho(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		what  string
		trees []string
		code  []string // may import it
		tests []string // may import it in tests besides
	}{
		// floor and cmd hold the pool and hand a transaction on; see docs/decisions/006.
		{"Postgres", sql, []string{"postgres", "ledger", "desk", "house", "pit", "floor", "cmd"}, []string{"api"}}, // whose benchmark reads the rows it compares
		{"Echo", echo, []string{"api", "web", "cmd"}, nil},
	} {
		for _, p := range packages(t) {
			name := p.name()
			for _, imported := range p.Imports {
				if within(imported, rule.trees...) && !within(name, rule.code...) {
					t.Errorf("%s imports %s; only %v know %s", name, imported, rule.code, rule.what)
				}
			}
			for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
				if within(imported, rule.trees...) && !within(name, rule.code...) && !within(name, rule.tests...) {
					t.Errorf("the tests of %s import %s; only %v know %s", name, imported, rule.code, rule.what)
				}
			}
		}
	}
}

// statement is how a string of SQL begins; the words alone would be English.
var statement = regexp.MustCompile(`(?is)^\s*(select\s.*|insert\s+into|update\s+\S+\s+set|delete\s+from|with\s+\S+.*\sas\s*\(|lock\s+table|truncate\s|(create|alter|drop)\s+(table|role|database|schema|index|trigger|function)|set\s+(local|role)\b|call\s+\S+\(|copy\s+\S+.*\s(from|to)\s)`)

func TestWhoWritesSQL(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, s := range sources(t) {
		if s.isTest() || strings.HasPrefix(s.path, "tools/") || strings.HasPrefix(s.path, "layout/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !statement.MatchString(text) {
				return true
			}
			seen++
			if !within(path.Dir(s.path), "postgres", "ledger", "house", "pit") {
				t.Errorf("%s writes SQL: %.60q", s.fset.Position(lit.Pos()), text)
			}
			return true
		})
	}
	if seen == 0 {
		t.Error("no SQL was found at all, so the pattern finds none")
	}
}

// TestTheRowsHold keeps the table's own reading honest.
func TestTheRowsHold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"games/uth", "games", true},
		{"games", "games/uth", false},
		{"games/all", "games/uth", true},
		{"cards", "games", false},
		{"edge", "postgres", false},
		{"floor", "postgres", true},
		{"floor", "pit", false},
		{"web", "postgres", false},
		{"postgres/postgrestest", "postgres", true},
		{"ledger", "house", false},
		{"cmd/croupier", "api", true},
		{"api", "cmd/croupier", false},
	} {
		from, ok := row(tt.from)
		if got := ok && mayImport(from, tt.to); got != tt.want {
			t.Errorf("%s (row %q) may import %s: %v, want %v", tt.from, from, tt.to, got, tt.want)
		}
	}
	if name, ok := row("util"); ok {
		t.Errorf("a package without a row follows %q", name)
	}
}
