package api

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
)

// FuzzBody sends any bytes as a body. Nothing answers 5xx or panics, and what
// is not done is a problem with a known code.
func FuzzBody(f *testing.F) {
	for _, body := range scriptBodies(f) {
		for path := range fuzzPaths {
			f.Add(uint8(path), body)
		}
	}
	for _, body := range []string{
		"", "null", "[]", "\x00", "{\"kind\":\"\xff\"}", strings.Repeat("[", 20000), `{"n":1e400,"events":[]}`,
		`{"n":9223372036854775808,"kind":"strike"}`, `{"kind":"bet","amount":"1e1000000000"}`, `{"kind":"void","place":-3,"note":"x"}`,
		`{"kind":"void","place":127,"note":"x"}`, `{"kind":"show","step":"seats open","place":22,"cards":"` + strings.Repeat("??", 300) + `"}`,
		`{"kind":"void","note":"\u0000"}`, `{"kind":"void","note":"\ud800"}`, `{"game":"ultimate-texas-holdem","name":"\u0000\ud83c\udccf"}`,
	} {
		f.Add(uint8(2), []byte(body))
		f.Add(uint8(0), []byte(body))
	}
	h := fuzzed(f)
	f.Fuzz(func(t *testing.T, path uint8, body []byte) {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost"+fuzzPaths[int(path)%len(fuzzPaths)], bytes.NewReader(body))
		key := sha256.Sum256(append([]byte{path}, body...)) // of its own, or the first change would hide all others
		posting(hex.EncodeToString(key[:]))(r)
		h.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Fatalf("%s %q: %d %s", r.URL.Path, body, w.Code, w.Body)
		}
		if w.Code >= http.StatusBadRequest {
			problemIn(t, &http.Response{StatusCode: w.Code, Header: w.Header()}, w.Body.String())
		}
	})
}

// FuzzQuery asks with any path and query.
func FuzzQuery(f *testing.F) {
	for _, target := range []string{
		"/v1/entries?table=1&limit=3", "/v1/entries?cursor=AAAA", "/v1/entries?day=2026-02-30", "/v1/entries?round=1-1&day=0001-01-01",
		"/v1/rounds/1-1/seats/1", "/v1/rounds/9223372036854775807-1", "/v1/tables/9223372036854775808", "/v1/rounds/1-1/audit?x=%zz",
		"/docs/../api.go", "/v1/entries?day=99999-01-01", "/docs/%2e%2e%2fLICENSE",
	} {
		f.Add(target)
	}
	h := fuzzed(f)
	f.Fuzz(func(t *testing.T, target string) {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n")))
		if err != nil {
			return // net/http itself refuses it
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(t.Context()))
		if w.Code >= http.StatusInternalServerError {
			t.Fatalf("%q: %d %s", target, w.Code, w.Body)
		}
		if w.Code >= http.StatusBadRequest {
			problemIn(t, &http.Response{StatusCode: w.Code, Header: w.Header()}, w.Body.String())
		}
	})
}

var fuzzPaths = []string{"/v1/tables", "/v1/tables/1/rounds", "/v1/rounds/1-1/events", "/v1/rounds/2-1/events"}

// fuzzed is an API with a table where a hand deals and one where a deck does,
// each with a round.
func fuzzed(f *testing.F) http.Handler {
	f.Helper()
	s := serveFloor(f, Config{})
	for _, dealing := range []house.Dealing{house.ByHand, house.ByDeck} {
		table := s.house.Open(house.Spec{Game: "ultimate-texas-holdem", Dealing: dealing})
		path := fmt.Sprintf("/v1/tables/%d/rounds", table)
		if resp, text := send(f, s, "POST", path, nil, both(s.as(floortest.Dealer(table)), posting(path))); resp.StatusCode != http.StatusCreated {
			f.Fatalf("%s: %s", path, text)
		}
	}
	h := s.echo()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.as(askerOf(r))(r)
		h.ServeHTTP(w, r)
	})
}

// askerOf is who may ask for the path: of a round its dealer.
func askerOf(r *http.Request) string {
	for i, prefix := range []string{"/v1/tables/1/rounds", "/v1/rounds/1-1/events", "/v1/rounds/2-1/events"} {
		if r.Method == http.MethodPost && r.URL.Path == prefix {
			return floortest.Dealer(int64(1 + i/2))
		}
	}
	return everyone
}

// scriptBodies are the bodies of the scripts that stand on one line.
func scriptBodies(f *testing.F) [][]byte {
	f.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	var bodies [][]byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			if bytes.HasPrefix(line, []byte("{")) {
				bodies = append(bodies, bytes.TrimSpace(line))
			}
		}
	}
	if len(bodies) < 50 {
		f.Fatalf("%d bodies in the scripts", len(bodies))
	}
	return bodies
}
