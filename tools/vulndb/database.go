package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is what the indexes need of one OSV report.
type entry struct {
	ID       string    `json:"id"`
	Modified time.Time `json:"modified"`
	Aliases  []string  `json:"aliases"`
	Affected []struct {
		Package struct {
			Name string `json:"name"`
		} `json:"package"`
	} `json:"affected"`
}

// The files of the database's index, as https://go.dev/doc/security/vuln/database
// describes them. The optional "fixed" of a module's report is left out: it only
// saves a reader from opening the report itself.
type (
	dbIndex struct {
		Modified time.Time `json:"modified"`
	}
	moduleIndex struct {
		Path  string       `json:"path"`
		Vulns []moduleVuln `json:"vulns"`
	}
	moduleVuln struct {
		ID       string    `json:"id"`
		Modified time.Time `json:"modified"`
	}
	vulnIndex struct {
		ID       string    `json:"id"`
		Modified time.Time `json:"modified"`
		Aliases  []string  `json:"aliases,omitempty"`
	}
)

// entriesDir returns the directory of OSV reports in the module cache,
// downloading the module at the version and hash this module requires.
func entriesDir(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", "golang.org/x/vulndb")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("download golang.org/x/vulndb: %w: %s", err, text)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(text, &module); err != nil {
		return "", fmt.Errorf("download golang.org/x/vulndb: %w", err)
	}
	return filepath.Join(module.Dir, "data", "osv"), nil
}

// layOut writes a database in the v1 layout to db: the three indexes, and ID as
// a link to the directory of reports.
func layOut(db, osv string) error {
	entries, err := readEntries(osv)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return fmt.Errorf("%s holds no report, so nothing could ever be found", osv)
	}
	if err := os.Mkdir(filepath.Join(db, "index"), 0o755); err != nil {
		return err
	}
	for name, content := range indexes(entries) {
		text, err := json.Marshal(content)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(db, "index", name+".json"), text, 0o644); err != nil {
			return err
		}
	}
	return os.Symlink(osv, filepath.Join(db, "ID"))
}

func readEntries(dir string) ([]entry, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	entries := make([]entry, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &entries[i]); err != nil {
			return nil, fmt.Errorf("report %s: %w", name, err)
		}
	}
	return entries, nil
}

func indexes(entries []entry) map[string]any {
	var db dbIndex
	var vulns []vulnIndex
	byModule := map[string][]moduleVuln{}
	for _, e := range entries {
		if e.Modified.After(db.Modified) {
			db.Modified = e.Modified
		}
		vulns = append(vulns, vulnIndex{e.ID, e.Modified, e.Aliases})
		for _, path := range e.modules() {
			byModule[path] = append(byModule[path], moduleVuln{e.ID, e.Modified})
		}
	}
	modules := make([]moduleIndex, 0, len(byModule))
	for path, of := range byModule {
		modules = append(modules, moduleIndex{path, of})
	}
	slices.SortFunc(modules, func(a, b moduleIndex) int { return strings.Compare(a.Path, b.Path) })
	return map[string]any{"db": db, "vulns": vulns, "modules": modules}
}

// modules lists each affected module once, though a report may name it for
// several ranges of versions.
func (e entry) modules() []string {
	var paths []string
	for _, a := range e.Affected {
		paths = append(paths, a.Package.Name)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
