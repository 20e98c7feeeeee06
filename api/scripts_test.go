package api

import (
	"path/filepath"
	"testing"

	"croupier/api/apitest"
)

// TestScripts runs every script, all at once against one server with a token, and
// holds every answer against the description.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	s := serveFloor(t, Config{Token: testToken})
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			apitest.Run(t, s.url, s.token, file, s.described)
		})
	}
}
