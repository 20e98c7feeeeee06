package postgres

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// oldest is the lowest major version the book's SQL is written for.
const oldest = 15

// packaged are the places where distributions keep the server's programs,
// which Debian leaves out of PATH.
var packaged = []string{
	"/usr/lib/postgresql/*/bin", // Debian, Ubuntu
	"/usr/pgsql-*/bin",          // PostgreSQL's own RPMs
	"/usr/libexec/postgresql*",  // Alpine
	"/usr/lib/postgresql*/bin",  // SUSE
	"/usr/local/pgsql/bin",      // built from source
}

const howToInstall = `no initdb and postgres of version %d or newer in PATH or %s; ` +
	`install them (Debian, Ubuntu: apt-get install postgresql; Fedora: dnf install postgresql-server; ` +
	`Alpine: apk add postgresql), or set DATABASE_URL to a running server`

// installation is one set of PostgreSQL programs.
type installation struct {
	bin   string // directory of initdb and postgres
	major int
}

func (i installation) program(name string) string { return filepath.Join(i.bin, name) }

// find picks the programs to use: those in only if it is not empty, else the
// first of PATH and then the newest packaged ones. A major version other than
// zero must be met exactly: it is the version of data that exist already.
func find(ctx context.Context, only string, major int) (installation, error) {
	dirs := []string{only}
	if only == "" {
		dirs = candidates(packaged)
	}
	var seen []int
	for _, dir := range dirs {
		got, err := versionOf(ctx, dir)
		if err != nil {
			continue // not an installation: the next may be one
		}
		if got == major || major == 0 && got >= oldest {
			return installation{bin: dir, major: got}, nil
		}
		seen = append(seen, got)
	}
	if major != 0 && len(seen) > 0 {
		return installation{}, fmt.Errorf("%w: the data need PostgreSQL %d, here is %v; install postgresql-%d, or move the data with pg_upgrade or pg_dump",
			ErrOtherVersion, major, seen, major)
	}
	return installation{}, fmt.Errorf("%w: "+howToInstall, ErrNotInstalled, max(oldest, major), packaged[0])
}

// candidates lists directories that may hold the programs, best first.
func candidates(patterns []string) []string {
	var dirs []string
	if found, err := exec.LookPath("postgres"); err == nil {
		// The programs look for their files from where they really lie.
		if real, err := filepath.EvalSymlinks(found); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	var rest []string
	for _, pattern := range patterns {
		hits, _ := filepath.Glob(pattern) // fails only on a malformed pattern
		rest = append(rest, hits...)
	}
	slices.SortStableFunc(rest, func(a, b string) int { return number(b) - number(a) })
	return append(dirs, rest...)
}

var digits = regexp.MustCompile(`\d+`)

// number is the last number in a path, so that 9 sorts below 15; 0 without one.
func number(path string) int {
	all := digits.FindAllString(path, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(all[len(all)-1]) // too long a number counts as none
	return n
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// versionOf asks the programs in dir for their major version.
func versionOf(ctx context.Context, dir string) (int, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return 0, err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return 0, err
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("unknown version %q", out)
	}
	return strconv.Atoi(string(m[1]))
}
