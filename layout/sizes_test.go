package layout

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	fileLines = 700
	funcLines = 60
)

// source is one parsed file of the repository.
type source struct {
	path string
	text []byte
	fset *token.FileSet
	file *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, name := range goFiles(t) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, source{name, text, fset, file})
	}
	return all
}

func (s source) lines(n ast.Node) int {
	return s.fset.Position(n.End()).Line - s.fset.Position(n.Pos()).Line + 1
}

func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// TestFilesAndFunctionsStayShort leaves generated files alone (nobody reads them
// line by line) and does not count the tables of cases in a test, which are data.
func TestFilesAndFunctionsStayShort(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if ast.IsGenerated(s.file) {
			continue
		}
		if n := bytes.Count(s.text, []byte("\n")); n > fileLines {
			t.Errorf("%s has %d lines, more than %d: which idea wants its own file?", s.path, n, fileLines)
		}
		for _, decl := range s.file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := s.lines(f)
			if s.isTest() {
				n -= s.tableLines(f)
			}
			if n > funcLines {
				t.Errorf("%s: %s has %d lines, more than %d", s.fset.Position(f.Pos()), f.Name.Name, n, funcLines)
			}
		}
	}
}

// tableLines counts the lines a function spends on outermost composite literals.
func (s source) tableLines(f *ast.FuncDecl) int {
	total := 0
	ast.Inspect(f, func(n ast.Node) bool {
		table, ok := n.(*ast.CompositeLit)
		if ok {
			total += s.lines(table) - 1
		}
		return !ok
	})
	return total
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	for _, s := range sources(t) {
		dir := path.Dir(s.path)
		doc := strings.Join(strings.Fields(s.file.Doc.Text()), " ")
		want := "Package " + strings.TrimSuffix(s.file.Name.Name, "_test") + " "
		if s.file.Name.Name == "main" {
			want = "Command " + path.Base(dir) + " "
		}
		if doc != "" && !strings.HasPrefix(doc, want) && !s.isTest() {
			t.Errorf("%s: the package comment begins %.40q, want %q", s.path, doc, want)
		}
		said[dir] = said[dir] || strings.HasPrefix(doc, want)
	}
	for dir, ok := range said {
		if !ok {
			t.Errorf("%s has no package comment: one sentence of purpose, one of boundary", dir)
		}
	}
}

// vague words name a place to put things, not a thing.
var vague = regexp.MustCompile(`(?i)^(utils?|helpers?|common|misc|managers?|services?|models?)$|(Util|Helper|Manager|Service|Model)s?$`)

func TestNamesSayAThing(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if name := s.file.Name.Name; vague.MatchString(name) {
			t.Errorf("%s: package %s is named for no idea", s.path, name)
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && vague.MatchString(spec.Name.Name) {
				t.Errorf("%s: type %s is named for no idea", s.fset.Position(spec.Pos()), spec.Name.Name)
			}
			return true
		})
	}
}
