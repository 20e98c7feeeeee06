package layout

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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

// TestEveryDependencyHasItsReason reads the direct requirements of go.mod.
func TestEveryDependencyHasItsReason(t *testing.T) {
	t.Parallel()
	reasons := read(t, "docs/decisions/001-layout-and-dependencies.md")
	for _, line := range strings.Split(read(t, "go.mod"), "\n") {
		fields := strings.Fields(strings.TrimPrefix(line, "require "))
		if len(fields) != 2 || !strings.HasPrefix(fields[1], "v") {
			continue // "// indirect" has more fields
		}
		if !strings.Contains(reasons, "`"+fields[0]+"`") {
			t.Errorf("docs/decisions/001 gives no reason for %s", fields[0])
		}
	}
}
