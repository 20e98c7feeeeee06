// Package layout holds the repository to its own house rules: which package may
// import which, how long a file and a function may grow, that every package says
// what it is for, and that every clause of docs/rules is cited by the code that
// implements it. It looks at the tree and at `go list`; it runs nothing of the product.
package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const root = ".."

// pkg is what these tests need of `go list -json`.
type pkg struct {
	ImportPath   string
	Name         string
	Imports      []string
	Deps         []string
	TestImports  []string
	XTestImports []string
}

// name is the package's path inside the product: "games/uth".
func (p pkg) name() string { return strings.TrimPrefix(p.ImportPath, "croupier/") }

// listed runs with -e: what does not build is for the compiler to say.
var listed = sync.OnceValues(func() ([]pkg, error) {
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Imports,Deps,TestImports,XTestImports", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.Join(err, errors.New(stderr.String()))
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
})

// packages lists every package of the product's own module.
func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("go list found no package")
	}
	return all
}

// goFiles lists every Go file of the repository, the tools' modules included,
// by its path from the root. testdata belongs to the tests that read it.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "vendor") {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(name, ".go") {
			rel, err := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("the repository has no Go file")
	}
	return files
}
