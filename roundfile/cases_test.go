package roundfile_test

import (
	"encoding/json"
	"flag"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/roundfile"
)

var update = flag.Bool("update", false, "write the recorded outputs anew")

func bytesLines(t testing.TB, path string) iter.Seq[string] {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Lines(string(text))
}

// expectation is what a case says beside its round: the amounts of every wager
// by seat, pieces of the output, or the refusal.
type expectation struct {
	ID     string
	Expect map[string]map[string]string
	Says   []string                         `json:"_says"`
	Want   *struct{ Code, At, Says string } `json:"_want"`
}

// TestVectors settles the vectors: every wager of what they expect, and no
// other line.
func TestVectors(t *testing.T) {
	t.Parallel()
	texts := lines(t, "testdata/vectors.jsonl")
	if len(texts) != 44 {
		t.Errorf("%d vectors, want 44", len(texts))
	}
	settleCases(t, texts)
}

func TestCases(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/cases/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			t.Parallel()
			settleCases(t, lines(t, p))
		})
	}
}

func settleCases(t *testing.T, texts []string) {
	t.Helper()
	var s roundfile.Settler
	for _, text := range texts {
		var want expectation
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		out, ok := s.Settle(nil, []byte(text), 1)
		got := read(t, out)
		switch {
		case want.Want != nil:
			want.refused(t, &got, ok)
		case !ok:
			t.Errorf("%s: refused: %s", want.ID, out)
		default:
			want.settled(t, &got, string(out))
		}
	}
}

func (w *expectation) refused(t *testing.T, got *result, ok bool) {
	t.Helper()
	if ok || got.Error == nil {
		t.Errorf("%s: settled, want a refusal", w.ID)
		return
	}
	if got.Error.Code != w.Want.Code || got.Error.At != w.Want.At || !strings.Contains(got.Error.Message, w.Want.Says) || got.Seats != nil {
		t.Errorf("%s: refused with %+v\nwant %+v", w.ID, *got.Error, *w.Want)
	}
}

func (w *expectation) settled(t *testing.T, got *result, out string) {
	t.Helper()
	amounts := map[string]map[string]string{}
	for i := range got.Seats {
		amounts[strconv.Itoa(got.Seats[i].Seat)] = got.Seats[i].amounts()
	}
	if diff := cmp.Diff(w.Expect, amounts); diff != "" {
		t.Errorf("%s (-want +got):\n%s", w.ID, diff)
	}
	for _, piece := range w.Says {
		if !strings.Contains(out, piece) {
			t.Errorf("%s: output %swant in it %s", w.ID, out, piece)
		}
	}
}

// TestCodes holds that each code the package lists is met by a case.
func TestCodes(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for _, p := range []string{"testdata/cases/refused.jsonl", "testdata/golden/malformed.out.jsonl"} {
		for _, text := range lines(t, p) {
			var c struct {
				Want, Error struct{ Code string }
				Remark      struct{ Code string } `json:"_want"`
			}
			if err := json.Unmarshal([]byte(text), &c); err != nil {
				t.Fatal(err)
			}
			met[c.Error.Code], met[c.Remark.Code] = true, true
		}
	}
	met["line_too_long"] = true // TestLongLine
	delete(met, "")
	listed := map[string]bool{}
	for text := range strings.Lines(string(doc)) {
		if code, ok := strings.CutPrefix(text, "//\t"); ok && code[0] != ' ' {
			code, _, _ = strings.Cut(code, " ")
			listed[code] = true
		}
	}
	if diff := cmp.Diff(listed, met); diff != "" {
		t.Errorf("codes (-listed in the package's doc +met by a case):\n%s", diff)
	}
}

// TestGolden compares whole outputs, byte for byte.
func TestGolden(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/golden/*.in.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded outputs: %v", err)
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			t.Parallel()
			in, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := stream(t, string(in), 3)
			recorded := strings.TrimSuffix(p, ".in.jsonl") + ".out.jsonl"
			if *update {
				if err := os.WriteFile(recorded, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(recorded)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.SplitAfter(string(want), "\n"), strings.SplitAfter(got, "\n")); diff != "" {
				t.Errorf("output (-recorded +got):\n%s", diff)
			}
		})
	}
}
