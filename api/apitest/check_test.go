package apitest

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var answer = Answer{
	Method: "GET", Path: "/x", Status: 201, Header: http.Header{"Content-Type": {"application/json"}},
	Body: []byte(`{"id":"7-712","n":14,"seats":[{"seat":3,"bets":{"ante":"10"}}],"entry":null,"empty":[]}`),
}

// TestChecks holds that each check can fail.
func TestChecks(t *testing.T) {
	t.Parallel()
	for line, holds := range map[string]bool{
		"status == 201": true,
		"status == 200": false,
		"header Content-Type == application/json": true,
		"header Content-Type == text/html":        false,
		"header Retry-After absent":               true,
		"header Content-Type absent":              false,
		"header Content-Type":                     false,
		`json id == "7-712"`:                      true,
		`json id == "7-713"`:                      false,
		`json id == 7-712`:                        false,
		"json n == 14":                            true,
		"json n == 14.0":                          false,
		`json n == "14"`:                          false,
		"json entry == null":                      true,
		"json empty == []":                        true,
		"json missing == null":                    false,
		"json missing absent":                     true,
		"json entry absent":                       false,
		"json seats[1] absent":                    true,
		"json seats[0].seat == 3":                 true,
		`json seats[0].bets == {"ante": "10"}`:    true,
		`json seats[0].bets == {}`:                false,
		"json seats count 1":                      true,
		"json seats count 2":                      false,
		"json id count 1":                         false,
		"json id has 712":                         true,
		"json id has 713":                         false,
		"json id matches ^[0-9]+-[0-9]+$":         true,
		"json id matches ^[0-9]+$":                false,
		"json id resembles 7":                     false,
		"json id. == 1":                           false,
		"body has 7-712":                          true,
		"body has 7-713":                          false,
		"body lacks 7-713":                        true,
		"body lacks 7-712":                        false,
		"body same kept":                          true,
		"body same other":                         false,
		"body same nothing":                       false,
		"body holds 7":                            false,
		"capture round = id":                      true,
		"capture round = missing":                 false,
		"capture round":                           false,
		"json id == \"${round}\"":                 true,
		"json id == \"${never}\"":                 false,
	} {
		r := &run{
			vars: map[string]string{"round": "7-712"},
			kept: map[string][]byte{"kept": answer.Body, "other": []byte("{}")},
		}
		if err := r.check(answer, line); (err == nil) != holds {
			t.Errorf("%s: %v, want it to hold: %t", line, err, holds)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	script, err := parse(write(t, "# about\nPOST /v1/x\nIdempotency-Key:\nX-A: b c\n{\"a\":\n 1}\nstatus == 200\n\nGET /v1/y\nstatus == 404\njson a == 1\n"))
	if err != nil || len(script) != 2 {
		t.Fatalf("%+v, %v", script, err)
	}
	x := script[0]
	if x.line != 2 || x.method != "POST" || x.path != "/v1/x" || x.body != "{\"a\":\n 1}\n" || len(x.checks) != 1 {
		t.Errorf("%+v", x)
	}
	if len(x.headers) != 2 || x.headers[0] != [2]string{"Idempotency-Key", ""} || x.headers[1] != [2]string{"X-A", "b c"} {
		t.Errorf("headers %q", x.headers)
	}
	if len(script[1].checks) != 2 {
		t.Errorf("%+v", script[1])
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"status == 200\n":                        "before the first request",
		"GET /x\nstatus == 200\nstatsu == 200\n": "neither a check nor a request",
	} {
		if _, err := parse(write(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
