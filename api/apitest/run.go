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

// A run is a script that runs.
type run struct {
	base, token string
	name        string
	vars        map[string]string
	kept        map[string][]byte
	client      http.Client
}

// Run runs the script in the file against the server at base, which asks for
// the token unless that is empty. Each answer passes through the watchers too.
func Run(t *testing.T, base, token, file string, watchers ...func(testing.TB, Answer)) {
	t.Helper()
	script, err := parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(script) == 0 {
		t.Fatalf("%s asks for nothing", file)
	}
	r := &run{
		base: base, token: token, name: filepath.Base(file),
		vars: map[string]string{}, kept: map[string][]byte{}, client: http.Client{Timeout: time.Minute},
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
			w(t, a)
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

func (r *run) send(x exchange) (Answer, error) {
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
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	if x.method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%s:%d", r.name, x.line))
	}
	return req, []byte(body), r.setHeaders(req, x.headers)
}

func (r *run) setHeaders(req *http.Request, headers [][2]string) error {
	for _, h := range headers {
		value, err := r.fill(h[1])
		if err != nil {
			return err
		}
		req.Header.Del(h[0])
		if value != "" {
			req.Header.Set(h[0], value)
		}
	}
	return nil
}
