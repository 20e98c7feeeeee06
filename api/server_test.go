package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
)

func posting(key string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
	}
}

// problemIn returns the problem in an answer, which must be one.
func problemIn(t testing.TB, resp *http.Response, body string) Problem {
	t.Helper()
	var p Problem
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("%d %s: %v", resp.StatusCode, body, err)
	}
	k, known := kinds[p.Code]
	switch {
	case resp.Header.Get("Content-Type") != problemJSON:
		t.Fatalf("content type %q, want %q", resp.Header.Get("Content-Type"), problemJSON)
	case !known || k.status != resp.StatusCode || p.Status != resp.StatusCode || p.Title != k.title:
		t.Fatalf("%d with %+v; the code's status is %d", resp.StatusCode, p, k.status)
	case p.RequestID == "" || p.RequestID != resp.Header.Get("X-Request-Id"):
		t.Fatalf("request id %q in the problem, %q in the header", p.RequestID, resp.Header.Get("X-Request-Id"))
	}
	return p
}

func TestBodyLimit(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	large := `{"name":"` + strings.Repeat("a", maxBody) + `"}`
	for name, body := range map[string]io.Reader{
		"of known length": strings.NewReader(large),
		"chunked":         io.MultiReader(strings.NewReader(large)), // its length is not known
	} {
		for _, path := range []string{"/v1/tables", "/v1/tables/1/rounds", "/v1/rounds/1-1/events"} {
			t.Run(name+path, func(t *testing.T) {
				reader := body
				if seeker, ok := body.(io.Seeker); ok {
					_, _ = seeker.Seek(0, io.SeekStart)
				} else {
					reader = io.MultiReader(strings.NewReader(large))
				}
				asker := floortest.Dealer(1)
				if path == "/v1/tables" {
					asker = everyone
				}
				resp, text := send(t, s, "POST", path, reader, both(s.as(asker), posting("large")))
				if p := problemIn(t, resp, text); p.Code != "body_too_large" {
					t.Errorf("code %s", p.Code)
				}
			})
		}
	}
}

// TestBrokenBody sends a chunk whose length is no number.
func TestBrokenBody(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	request := "POST /v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
		"Authorization: Bearer " + s.house.Key(everyone) + "\r\nIdempotency-Key: k\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if p := problemIn(t, resp, string(body)); p.Code != "body_unreadable" {
		t.Errorf("%+v", p)
	}
}

// TestPanic asks an API without a floor for what only a floor knows.
func TestPanic(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	resp, body := fetch(t, s, "GET", "/v1/tables", func(r *http.Request) { r.Header.Set("X-Request-Id", "of-the-client") })
	p := problemIn(t, resp, body)
	if p.Code != "internal" || p.RequestID != "of-the-client" {
		t.Errorf("%+v", p)
	}
	if strings.Contains(body, "goroutine") || strings.Contains(body, "nil pointer") {
		t.Errorf("the client learns where it happened: %s", body)
	}
	logged := s.log.String()
	if !strings.Contains(logged, "goroutine") || !strings.Contains(logged, "of-the-client") {
		t.Errorf("the log does not say where it happened: %s", logged)
	}
	if resp, _ := fetch(t, s, "GET", "/v1/games", nil); resp.StatusCode != http.StatusOK {
		t.Errorf("after a panic: status %d", resp.StatusCode)
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	for sent, kept := range map[string]bool{
		"terminal-3.0001": true, "": false, "short": false, strings.Repeat("a", 65): false, "with spaces in": false, "quote\"break": false,
	} {
		resp, _ := fetch(t, s, "GET", "/livez", func(r *http.Request) { r.Header.Set("X-Request-Id", sent) })
		got := resp.Header.Get("X-Request-Id")
		if !sane(got) || (got == sent) != kept {
			t.Errorf("sent %q, got %q", sent, got)
		}
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	down := serve(t, Config{Ready: func(context.Context) error { return errors.New("dial unix: secret/path") }})
	resp, body := fetch(t, down, "GET", "/readyz", nil)
	if p := problemIn(t, resp, body); p.Code != "unavailable" || resp.Header.Get("Retry-After") == "" || strings.Contains(body, "secret") {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(down.log.String(), "secret/path") {
		t.Error("the log does not say why")
	}
	if resp, _ := fetch(t, down, "GET", "/livez", nil); resp.StatusCode != http.StatusOK {
		t.Errorf("alive: status %d", resp.StatusCode)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{Version: "1.2.3", Gauges: []Gauge{{Name: "croupier_pool_connections", Help: "Of the pool.", Value: func() float64 { return 7 }}}})
	for _, path := range []string{"/v1/games", "/v1/rounds/none", "/nowhere", "/nowhere/else"} {
		fetch(t, s, "GET", path, nil)
	}
	_, body := fetch(t, s, "GET", "/metrics", nil)
	for _, want := range []string{
		`croupier_http_requests_total{method="GET",route="/v1/games",status="200"} 1`,
		`croupier_http_requests_total{method="GET",route="/v1/rounds/{id}",status="400"} 1`,
		`croupier_http_requests_total{method="other",route="other",status="404"} 2`,
		`croupier_http_request_seconds_count{method="GET",route="/v1/games"} 1`,
		`croupier_pool_connections 7`, `croupier_build_info{version="1.2.3"} 1`, `go_goroutines `,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}

func TestServerHasLimits(t *testing.T) {
	t.Parallel()
	s := Server("127.0.0.1:0", http.NotFoundHandler(), nil)
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.WriteTimeout <= patience || s.IdleTimeout <= 0 || s.MaxHeaderBytes <= 0 {
		t.Errorf("%+v", s)
	}
}

// TestImpatience gives a request no time.
func TestImpatience(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{Patience: 1})
	resp, body := fetch(t, s, "GET", "/v1/tables", nil)
	if p := problemIn(t, resp, body); p.Code != "timeout" {
		t.Errorf("%+v", p)
	}
}

func TestNewAnswers(t *testing.T) {
	t.Parallel()
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/livez", nil))
	if w.Code != http.StatusOK {
		t.Errorf("status %d", w.Code)
	}
}
