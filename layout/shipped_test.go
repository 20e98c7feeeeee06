package layout

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// deps runs go list over everything the shipped binary is made of.
func deps(t *testing.T, format string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", format, "./cmd/croupier")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -deps: %v: %s", err, stderr.String())
	}
	return strings.Fields(string(out))
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestNoticeNamesEveryModuleOfTheBinary(t *testing.T) {
	t.Parallel()
	notice := read(t, "NOTICE")
	modules := deps(t, `{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}{{end}}{{end}}`)
	if len(modules) == 0 {
		t.Fatal("the binary is made of no module but its own")
	}
	for _, module := range modules {
		if !strings.Contains(notice, "\n## "+module+"\n") {
			t.Errorf("NOTICE has no heading for %s: run `make notice`", module)
		}
	}
}

// TestTheImageGetsEveryPackage: .dockerignore lets in what it names, so a new
// top-level package must be named there or the image cannot be built.
func TestTheImageGetsEveryPackage(t *testing.T) {
	t.Parallel()
	allowed := strings.Fields(read(t, ".dockerignore"))
	let := map[string]bool{}
	for _, line := range allowed {
		if name, ok := strings.CutPrefix(line, "!"); ok {
			let[name] = true
		}
	}
	for _, path := range deps(t, `{{with .Module}}{{if .Main}}{{$.ImportPath}}{{end}}{{end}}`) {
		top, _, _ := strings.Cut(strings.TrimPrefix(path, "croupier/"), "/")
		if !let[top] {
			t.Errorf("%s is not let into the image's build: add !%s to .dockerignore", path, top)
		}
	}
}

// TestEveryDependencyHasItsReason looks at what the code and its tests import, and
// at the headings of the page that says why.
func TestEveryDependencyHasItsReason(t *testing.T) {
	t.Parallel()
	const page = "docs/decisions/001-layout-and-dependencies.md"
	reasons := map[string]bool{} // module: is it imported
	for _, m := range reason.FindAllStringSubmatch(read(t, page), -1) {
		reasons[m[1]] = false
	}
	for _, p := range packages(t) {
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			first, _, _ := strings.Cut(imported, "/")
			if !strings.Contains(first, ".") {
				continue // the standard library's, or our own
			}
			module, ok := moduleOf(imported, reasons)
			if !ok {
				t.Errorf("%s imports %s; %s gives no reason for it", p.name(), imported, page)
				continue
			}
			reasons[module] = true
		}
	}
	for module, used := range reasons {
		if !used {
			t.Errorf("%s gives a reason for %s, which nothing imports", page, module)
		}
	}
}

var reason = regexp.MustCompile("(?m)^### `([^`]+)`")

func moduleOf(imported string, modules map[string]bool) (string, bool) {
	for module := range modules {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			return module, true
		}
	}
	return "", false
}
