package postgres_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/postgres"
)

func TestCandidatesNewestFirst(t *testing.T) {
	root := t.TempDir()
	for _, major := range []string{"9", "15", "17", "16"} {
		if err := os.MkdirAll(filepath.Join(root, "pg", major, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	onPath := filepath.Join(root, "onpath")
	fakePrograms(t, onPath, "14.9")
	t.Setenv("PATH", onPath)
	if diff := cmp.Diff([]string{"onpath", "pg/17/bin", "pg/16/bin", "pg/15/bin", "pg/9/bin"}, relative(t, root, postgres.Candidates([]string{filepath.Join(root, "pg/*/bin")}))); diff != "" {
		t.Error(diff)
	}
}

func relative(t *testing.T, root string, paths []string) []string {
	t.Helper()
	var list []string
	for _, p := range paths {
		rel, err := filepath.Rel(root, p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rel)
	}
	return list
}

// fakePrograms puts programs into dir that only know their version.
func fakePrograms(t *testing.T, dir, version string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + version + "'\n"
	for _, name := range []string{"postgres", "initdb"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFindVersion(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		installed string
		data      int // major version of data that exist, 0 for none
		want      error
		says      string
	}{
		{"15.14 (Debian 15.14-0+deb12u1)", 0, nil, ""},
		{"18beta2", 0, nil, ""},
		{"17.1", 17, nil, ""},
		{"13.4", 13, nil, ""}, // an old cluster is served rather than left
		{"14.9", 0, postgres.ErrNotInstalled, "version 15 or newer"},
		{"17.1", 16, postgres.ErrOtherVersion, "need PostgreSQL 16, here is [17]; install postgresql-16"},
		{"nonsense", 0, postgres.ErrNotInstalled, "apt-get install postgresql"},
	} {
		dir := filepath.Join(t.TempDir(), "bin")
		fakePrograms(t, dir, row.installed)
		_, err := postgres.Find(t.Context(), dir, row.data)
		if !errors.Is(err, row.want) || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("installed %s, data of %d: %v, want %v", row.installed, row.data, err, row.want)
		}
	}
}
