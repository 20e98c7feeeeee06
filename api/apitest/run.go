package apitest

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// An Answer is what the server answered to one request of a script.
type Answer struct {
	Method, Path string // as sent, without the query
	Sent         []byte // the body of the request
	Status       int
	Header       http.Header
	Body         []byte
}

// CountDeals are the scripts that count every deal of a game, which takes the race
// detector minutes; package edge counts under it, once.
var CountDeals = []string{"edge.txt", "proposals.txt", "reports.txt"}

// A Cast is who asks in a script, and what is put up for it.
type Cast struct {
	// Key returns the key of a person by name: "manager-1", "dealer-7".
	Key func(person string) string
	// Furnish sets a table up as the body says, in force and open, and returns its
	// number; "dealer-8" deals at table 8.
	Furnish func(body []byte) int64
}

// A run is a script that runs.
type run struct {
	base   string
	cast   Cast
	dealer string // of the table furnished last
	name   string
	vars   map[string]string
	kept   map[string][]byte
	client http.Client
}

// Run runs the script in the file against the server at base. Each answer passes
// through the watchers too.
func Run(t *testing.T, base string, cast Cast, file string, watchers ...func(testing.TB, Answer)) {
	t.Helper()
	script, err := parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(script) == 0 {
		t.Fatalf("%s asks for nothing", file)
	}
	r := &run{
		base: base, cast: cast, name: filepath.Base(file),
		vars: map[string]string{}, kept: map[string][]byte{}, client: http.Client{Timeout: 3 * time.Minute}, // a game may be counted on a busy machine
	}
	for _, x := range script {
		a, err := r.send(x)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, x.line, err)
		}
		if len(x.checks) == 0 {
			t.Fatalf("%s:%d: nothing is checked", file, x.line)
		}
		for _, w := range watchers {
			if x.method != furnish {
				w(t, a)
			}
		}
		for _, c := range x.checks {
			if err := r.check(a, c.text); err != nil {
				t.Fatalf("%s:%d: %s %s: %v\n%d %s", file, c.line, a.Method, a.Path, err, a.Status, a.Body)
			}
		}
	}
}

var variable = regexp.MustCompile(`\$\{[a-z0-9_]+\}`)

// fill puts what was captured in place of ${name}.
func (r *run) fill(s string) (string, error) {
	var missing error
	filled := variable.ReplaceAllStringFunc(s, func(name string) string {
		value, ok := r.vars[name[2:len(name)-1]]
		if !ok {
			missing = fmt.Errorf("%s was not captured", name)
		}
		return value
	})
	return filled, missing
}

// furnish is the method of what is no request: a table is put up, and the answer
// is that of asking for it.
const furnish = "FURNISH"

func (r *run) send(x exchange) (Answer, error) {
	if x.method == furnish {
		body, err := r.fill(x.body)
		if err != nil {
			return Answer{}, err
		}
		table := r.cast.Furnish([]byte(body))
		r.dealer = fmt.Sprintf("dealer-%d", table)
		r.vars["dealer"] = r.dealer
		x = exchange{line: x.line, method: http.MethodGet, path: fmt.Sprintf("/v1/tables/%d", table)}
	}
	req, sent, err := r.request(x)
	if err != nil {
		return Answer{}, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return Answer{Method: x.method, Path: req.URL.Path, Sent: sent, Status: resp.StatusCode, Header: resp.Header, Body: body}, err
}

func (r *run) request(x exchange) (req *http.Request, sent []byte, err error) {
	path, err := r.fill(x.path)
	if err != nil {
		return nil, nil, err
	}
	body, err := r.fill(x.body)
	if err != nil {
		return nil, nil, err
	}
	if req, err = http.NewRequest(x.method, r.base+path, strings.NewReader(body)); err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+r.cast.Key(r.asks(x)))
	if x.method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%s:%d", r.name, x.line))
	}
	return req, []byte(body), r.setHeaders(req, x.headers)
}

var dealt = regexp.MustCompile(`^/v1/(tables/[^/]+/rounds|rounds/[^/]+/events)$`)

// asks is who asks where the script does not say: of a round the dealer of the
// table furnished last, of anything else a person of all other roles.
func (r *run) asks(x exchange) string {
	if dealt.MatchString(x.path) && r.dealer != "" {
		return r.dealer
	}
	return "everyone"
}

func (r *run) setHeaders(req *http.Request, headers [][2]string) error {
	for _, h := range headers {
		value, err := r.fill(h[1])
		if err != nil {
			return err
		}
		if h[0] == "As" {
			req.Header.Set("Authorization", "Bearer "+r.cast.Key(value))
			continue
		}
		req.Header.Del(h[0])
		if value != "" {
			req.Header.Set(h[0], value)
		}
	}
	return nil
}
