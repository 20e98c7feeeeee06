package api

import (
	"path/filepath"
	"slices"
	"testing"

	"croupier/api/apitest"
)

// TestScripts runs every script, all at once against one server, and
// holds every answer against the description.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	s := serveFloor(t, Config{})
	for _, file := range files {
		if raced && slices.Contains(apitest.CountDeals, filepath.Base(file)) {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			apitest.Run(t, s.url, s.cast(t), file, s.described)
		})
	}
}

// cast is who asks in a script.
func (s *served) cast(t *testing.T) apitest.Cast {
	return apitest.Cast{Key: s.house.Key, Furnish: func(body []byte) int64 {
		spec, err := ParseTable(body)
		if err != nil {
			t.Fatal(err)
		}
		return s.house.Open(spec)
	}}
}
