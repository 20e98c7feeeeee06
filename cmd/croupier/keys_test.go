package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPublicKeys(t *testing.T) {
	t.Parallel()
	one, two := strings.Repeat("0a", 32), strings.Repeat("ff", 32)
	for name, c := range map[string]struct {
		text string
		keys int
	}{
		"none":       {"# nobody yet\n\n", 0},
		"two":        {one + " # the house in Busan\n" + two, 2},
		"short":      {one[2:], -1},
		"not hex":    {"g" + one[1:], -1},
		"two a line": {one + " " + two, -1},
	} {
		file := filepath.Join(t.TempDir(), "trusted")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		keys, err := publicKeys(file)
		if (err != nil) != (c.keys < 0) || err == nil && len(keys) != c.keys {
			t.Errorf("%s: %d keys, %v", name, len(keys), err)
		}
	}
	if keys, err := publicKeys(""); err != nil || keys != nil {
		t.Errorf("no file: %v, %v", keys, err)
	}
}
