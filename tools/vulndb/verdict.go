package main

import (
	"fmt"
	"go/version"
	"io"
	"maps"
	"slices"
	"strings"
)

// verdict sorts what was found. Unlisted and stale entries fail the check.
type verdict struct {
	unlisted  map[string]finding // called, and not on the allow-list
	allowed   map[string]finding // called, with a reason on the list
	toolchain map[string]finding // in the standard library, fixed in the Go the image is built with
	uncalled  map[string]finding // imported or required, never called
	stale     []string           // on the list and not called
	release   string
	reasons   map[string]string
}

// judge holds the findings against the allow-list. A fault of the standard
// library belongs to whoever builds: it counts only if the release named in the
// Dockerfile has it too.
func judge(found []finding, allowed map[string]string, release string) verdict {
	v := verdict{
		unlisted: map[string]finding{}, allowed: map[string]finding{},
		toolchain: map[string]finding{}, uncalled: map[string]finding{},
		release: release, reasons: allowed,
	}
	for _, f := range found {
		if f.called() {
			v.place(f)[f.ID] = f
		}
	}
	for _, f := range found {
		if !v.calls(f.ID) {
			v.uncalled[f.ID] = f
		}
	}
	for id := range allowed {
		if _, needed := v.allowed[id]; !needed {
			v.stale = append(v.stale, id)
		}
	}
	slices.Sort(v.stale)
	return v
}

func (v verdict) place(f finding) map[string]finding {
	if _, ok := v.reasons[f.ID]; ok {
		return v.allowed
	}
	if f.Module == "stdlib" && f.Fixed != "" && version.Compare(goVersion(f.Fixed), goVersion(v.release)) <= 0 {
		return v.toolchain
	}
	return v.unlisted
}

func (v verdict) calls(id string) bool {
	for _, m := range []map[string]finding{v.unlisted, v.allowed, v.toolchain} {
		if _, ok := m[id]; ok {
			return true
		}
	}
	return false
}

// goVersion turns 1.26.9 and v1.26.9 into the go1.26.9 that go/version compares.
func goVersion(v string) string { return "go" + strings.TrimPrefix(v, "v") }

func (v verdict) print(out io.Writer) error {
	for _, f := range sorted(v.allowed) {
		fmt.Fprintf(out, "allowed   %s %s: %s\n", f.ID, f.Module, v.reasons[f.ID])
	}
	for _, f := range sorted(v.toolchain) {
		fmt.Fprintf(out, "toolchain %s %s %s: fixed in go%s; the image is built with go%s\n",
			f.ID, f.Package, f.Version, strings.TrimPrefix(f.Fixed, "v"), v.release)
	}
	for _, f := range sorted(v.unlisted) {
		fmt.Fprintf(out, "FOUND     %s %s@%s calls %s.%s, fixed in %q: https://pkg.go.dev/vuln/%s\n",
			f.ID, f.Module, f.Version, f.Package, f.Function, f.Fixed, f.ID)
	}
	for _, id := range v.stale {
		fmt.Fprintf(out, "STALE     %s is on the allow-list and is not found any more: take it off\n", id)
	}
	fmt.Fprintf(out, "vulndb: %d unlisted, %d stale, %d allowed, %d of this Go release only, %d required but never called\n",
		len(v.unlisted), len(v.stale), len(v.allowed), len(v.toolchain), len(v.uncalled))
	if len(v.unlisted)+len(v.stale) > 0 {
		return fmt.Errorf("%d unlisted findings and %d stale entries", len(v.unlisted), len(v.stale))
	}
	return nil
}

func sorted(m map[string]finding) []finding {
	return slices.SortedFunc(maps.Values(m), func(a, b finding) int { return strings.Compare(a.ID, b.ID) })
}
