// Command notice prints the NOTICE file: the licence of every module that ends
// up in the croupier binary, and of every file set copied into the tree. It
// reads the module cache and the tree; it judges no licence.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const preface = `# Notice

Croupier is under the MIT licence (see LICENSE). Its binary contains the modules below, and its
tree the copied files below, each under its own licence, given in full. ` + "`make notice`" + ` writes this file.
`

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
}

func run() error {
	var page bytes.Buffer
	page.WriteString(preface)
	for _, write := range []func(*bytes.Buffer) error{goItself, modules, copied} {
		if err := write(&page); err != nil {
			return err
		}
	}
	_, err := os.Stdout.Write(page.Bytes())
	return err
}

// goItself adds the licence of the runtime and standard library, linked into every binary.
func goItself(page *bytes.Buffer) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	return section(page, "The Go runtime and standard library", strings.TrimSpace(string(root)))
}

// modules adds a section for each module the binary is made of.
func modules(page *bytes.Buffer) error {
	cmd := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}} {{.Dir}}{{end}}{{end}}", "./cmd/croupier")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("list the modules of ./cmd/croupier: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		module, dir, ok := strings.Cut(line, " ")
		if !ok {
			continue
		}
		if err := section(page, module, dir); err != nil {
			return err
		}
	}
	return nil
}

// copied adds the licences that lie beside files copied into the tree.
func copied(page *bytes.Buffer) error {
	return filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git" || path == "tools" || path == "bench"):
			return filepath.SkipDir
		case d.IsDir() && path != "." && len(licences(path)) > 0:
			return section(page, "Files in "+filepath.ToSlash(path), path)
		}
		return nil
	})
}

func section(page *bytes.Buffer, title, dir string) error {
	names := licences(dir)
	if len(names) == 0 {
		return errors.New(title + " has no licence file in " + dir)
	}
	fmt.Fprintf(page, "\n## %s\n", title)
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(page, "\n%s\n", bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	}
	return nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|ofl)([.-].*)?$|\.licen[cs]e\.txt$`)

// licences lists the licence and notice files right in a directory.
func licences(dir string) []string {
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !e.IsDir() && licenceName.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
			names = append(names, e.Name())
		}
	}
	return names
}
