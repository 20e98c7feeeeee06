package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	called := func(id, module, fixed string) finding {
		return finding{ID: id, Module: module, Version: "v1.26.8", Fixed: fixed, Package: "p", Function: "F"}
	}
	for _, tt := range []struct {
		name    string
		found   []finding
		allowed map[string]string
		fails   string
		says    string
	}{
		{"nothing", nil, nil, "", "0 unlisted"},
		{"a called fault", []finding{called("GO-1", "m", "v2.0.0")}, nil, "1 unlisted", "FOUND     GO-1 m@v1.26.8"},
		{"an explained fault", []finding{called("GO-1", "m", "")}, map[string]string{"GO-1": "why"}, "", "GO-1 m: why"},
		{"an entry no longer needed", nil, map[string]string{"GO-1": "why"}, "1 stale", "STALE     GO-1"},
		{"an entry for what is only imported", []finding{{ID: "GO-1", Module: "m"}}, map[string]string{"GO-1": "why"}, "1 stale", "1 required but never called"},
		{"imported, not called", []finding{{ID: "GO-1", Module: "m", Package: "p"}}, nil, "", "1 required but never called"},
		{"this machine's Go is older than the release", []finding{called("GO-1", "stdlib", "v1.26.9")}, nil, "", "toolchain GO-1"},
		{"the release has it too", []finding{called("GO-1", "stdlib", "v1.26.12")}, nil, "1 unlisted", "FOUND"},
		{"the standard library has no fix", []finding{called("GO-1", "stdlib", "")}, nil, "1 unlisted", "FOUND"},
		{"a module's fix is no matter of the Go release", []finding{called("GO-1", "m", "v1.26.9")}, nil, "1 unlisted", "FOUND"},
		{"called and imported is called once", []finding{{ID: "GO-1", Module: "m"}, called("GO-1", "m", "")}, nil, "1 unlisted", "0 required"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			err := judge(tt.found, tt.allowed, "1.26.11").print(&out)
			if got := errText(err); (tt.fails == "") != (got == "") || !strings.Contains(got, tt.fails) {
				t.Errorf("error %q, want one with %q", got, tt.fails)
			}
			if !strings.Contains(out.String(), tt.says) {
				t.Errorf("output %q does not say %q", out.String(), tt.says)
			}
		})
	}
}

func TestParseAllowed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, fails string }{
		{"# remark\n\nGO-1 because of this\nGO-2 and that\n", ""},
		{"GO-1", "GO-1 has no reason"},
		{"GO-1 a\nGO-1 b", "line 2: GO-1 is listed twice"},
		{"CVE-1 a", "is no ID"},
	} {
		_, err := parseAllowed(strings.NewReader(tt.text))
		if got := errText(err); (tt.fails == "") != (got == "") || !strings.Contains(got, tt.fails) {
			t.Errorf("parseAllowed(%q): error %q, want one with %q", tt.text, got, tt.fails)
		}
	}
}

func TestReadFindings(t *testing.T) {
	t.Parallel()
	stream := `{"config":{}} {"SBOM":{"modules":[{"path":"croupier"}]}}
{"finding":{"osv":"GO-1","fixed_version":"v1.2.3","trace":[{"module":"m","version":"v1.0.0","package":"m/p","function":"F"},{"module":"croupier"}]}}`
	found, scanned, err := readFindings(strings.NewReader(stream))
	want := []finding{{"GO-1", "m", "v1.0.0", "v1.2.3", "m/p", "F"}}
	if err != nil || !scanned || !slices.Equal(found, want) {
		t.Errorf("readFindings = %v, %v, %v; want %v", found, scanned, err, want)
	}
	if _, scanned, _ := readFindings(strings.NewReader(`{"config":{}}`)); scanned {
		t.Error("a stream that names no module counts as a scan")
	}
}

func TestLayOut(t *testing.T) {
	t.Parallel()
	osv, db := t.TempDir(), t.TempDir()
	report := `{"id":"GO-1","modified":"2026-01-02T03:04:05Z","aliases":["CVE-1"],"affected":[{"package":{"name":"m"}},{"package":{"name":"m"}}]}`
	if err := os.WriteFile(filepath.Join(osv, "GO-1.json"), []byte(report), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := layOut(db, osv); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"index/db.json":      `{"modified":"2026-01-02T03:04:05Z"}`,
		"index/modules.json": `[{"path":"m","vulns":[{"id":"GO-1","modified":"2026-01-02T03:04:05Z"}]}]`,
		"index/vulns.json":   `[{"id":"GO-1","modified":"2026-01-02T03:04:05Z","aliases":["CVE-1"]}]`,
		"ID/GO-1.json":       report,
	} {
		got, err := os.ReadFile(filepath.Join(db, filepath.FromSlash(name)))
		if err != nil || !json.Valid(got) || string(got) != want {
			t.Errorf("%s = %s, %v; want %s", name, got, err, want)
		}
	}
	if err := layOut(t.TempDir(), t.TempDir()); err == nil {
		t.Error("a directory without reports makes a database")
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
