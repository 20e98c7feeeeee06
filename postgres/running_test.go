package postgres_test

import (
	"path/filepath"
	"testing"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

func TestRunning(t *testing.T) {
	t.Parallel()
	dir := postgrestest.Dir(t)
	for _, none := range []string{dir, filepath.Join(dir, "missing")} {
		if url, ok := postgres.Running(none); ok {
			t.Errorf("%s: found %s", none, url)
		}
	}
	l := startLauncher(t, dir)
	url, ok := postgres.Running(dir)
	if !ok || url != l.url {
		t.Errorf("found %q %t, want %q", url, ok, l.url)
	}
	if ask[int](t, url, "SELECT 1") != 1 {
		t.Error("no answer")
	}
	l.kill()
	if url, ok := postgres.Running(dir); ok {
		t.Errorf("after its parent was killed: found %s", url)
	}
}
