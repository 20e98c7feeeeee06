package roundfile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"croupier/roundfile"
)

// FuzzSettle holds any input: nothing crashes, every line that is not blank is
// answered by one line of JSON, those that fail are counted, and one worker
// writes what three do.
func FuzzSettle(f *testing.F) {
	for _, p := range []string{"testdata/vectors.jsonl", "testdata/cases/refused.jsonl", "testdata/cases/unseen.jsonl", "testdata/golden/malformed.in.jsonl"} {
		for text := range bytesLines(f, p) {
			f.Add([]byte(text))
		}
	}
	f.Add([]byte("\ufeff{}\r\n\r\n[]\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, failed := stream(t, string(in), 1)
		if other, _ := stream(t, string(in), 3); other != got {
			t.Errorf("three workers write\n%s\none writes\n%s", other, got)
		}
		want := 0
		for text := range strings.Lines(strings.TrimPrefix(string(in), "\ufeff")) {
			if strings.Trim(text, " \t\r\n") != "" {
				want++
			}
		}
		n, errors := 0, 0
		for text := range strings.Lines(got) {
			r := read(t, []byte(text))
			if (r.Error == nil) == (r.Seats == nil) {
				t.Errorf("neither a result nor an error: %s", text)
			}
			if r.Error != nil {
				errors++
				if r.Error.Code == "" || r.Error.Message == "" || r.Error.At == "" {
					t.Errorf("an error that says too little: %s", text)
				}
			}
			n++
		}
		if n != want || errors != failed {
			t.Errorf("%d lines and %d errors, want %d and %d\n%s", n, errors, want, failed, got)
		}
	})
}

// FuzzResettle holds that a legal round with any part of its text taken out is
// settled or refused with a code, never a surprise.
func FuzzResettle(f *testing.F) {
	vectors := lines(f, "testdata/vectors.jsonl")
	f.Add(uint8(1), uint16(20), uint16(40), "x")
	f.Add(uint8(40), uint16(100), uint16(101), `"`)
	f.Fuzz(func(t *testing.T, which uint8, from, to uint16, put string) {
		text := vectors[int(which)%len(vectors)]
		i, j := int(from)%len(text), int(to)%len(text)
		i, j = min(i, j), max(i, j)
		text = strings.NewReplacer("\n", "", "\r", "").Replace(text[:i] + put + text[j:])
		var out bytes.Buffer
		if _, err := roundfile.Settle(context.Background(), strings.NewReader(text), &out, 1); err != nil {
			t.Fatal(err)
		}
		if out.Len() > 0 && !json.Valid(out.Bytes()) {
			t.Errorf("%s\nis answered with\n%s", text, out.Bytes())
		}
	})
}
