package api

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{Token: testToken})
	bearer := func(token string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	}
	basic := func(r *http.Request) { r.SetBasicAuth("anybody", testToken) }
	tests := []struct {
		name, method, path string
		show               func(*http.Request)
		status             int
	}{
		{"health needs none", "GET", "/livez", nil, 200},
		{"readiness needs none", "GET", "/readyz", nil, 200},
		{"nothing shown", "GET", "/v1/games", nil, 401},
		{"metrics", "GET", "/metrics", nil, 401},
		{"description", "GET", "/openapi.json", nil, 401},
		{"docs page", "GET", "/docs", nil, 401},
		{"a path that is not there", "GET", "/v2", nil, 401},
		{"a method that is not there", "PUT", "/v1/games", nil, 401},
		{"health by another method", "POST", "/v1/tables", nil, 401},
		{"health by another name", "GET", "/%6civez", nil, 401},
		{"a page by another name", "GET", "/docs%2f..%2fv1%2fgames", basic, 401},
		{"near health", "GET", "/livez/", nil, 401},
		{"another token", "GET", "/v1/games", bearer("another"), 401},
		{"beginning of the token", "GET", "/v1/games", bearer(testToken[:5]), 401},
		{"empty token", "GET", "/v1/games", bearer(""), 401},
		{"the token", "GET", "/v1/games", bearer(testToken), 200},
		{"metrics with it", "GET", "/metrics", bearer(testToken), 200},
		{"two of them", "GET", "/v1/games", func(r *http.Request) {
			r.Header["Authorization"] = []string{"Bearer " + testToken, "Bearer " + testToken}
		}, 401},
		{"password on the docs page", "GET", "/docs", basic, 200},
		{"password on its script", "GET", "/docs/start.js", basic, 200},
		{"password on the description", "GET", "/openapi.json", basic, 200},
		{"password on anything else", "GET", "/v1/games", basic, 401},
		{"password on a change", "POST", "/v1/tables", basic, 401},
		{"in the query", "GET", "/v1/games?token=" + strings.ReplaceAll(testToken, " ", "+"), nil, 401},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			resp, body := fetch(t, s, tt.method, tt.path, tt.show)
			if resp.StatusCode != tt.status {
				t.Fatalf("status %d, want %d: %s", resp.StatusCode, tt.status, body)
			}
			if tt.status == 401 && (resp.Header.Get("WWW-Authenticate") == "" || !strings.Contains(body, `"code":"unauthorized"`)) {
				t.Errorf("header %q, body %s", resp.Header.Get("WWW-Authenticate"), body)
			}
			if strings.Contains(body+s.log.String(), testToken) {
				t.Error("the token stands in an answer or the log")
			}
		})
	}
}

func TestWithoutTokenOnlyLoopbackIsAnswered(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	for host, status := range map[string]int{
		"localhost": 200, "LOCALHOST:8080": 200, "127.0.0.1": 200, "127.0.0.1:9": 200, "[::1]:8080": 200, "[::1]": 200,
		"evil.example": 421, "evil.example:8080": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "10.0.0.7:8080": 421,
	} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			resp, body := fetch(t, s, "GET", "/v1/games", func(r *http.Request) { r.Host = host })
			if resp.StatusCode != status || status != 200 && problemIn(t, resp, body).Code != "host" {
				t.Errorf("status %d, want %d: %s", resp.StatusCode, status, body)
			}
		})
	}
}

// fetch sends a request without a body; change may change it.
func fetch(t testing.TB, s *served, method, path string, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	return send(t, s, method, path, nil, change)
}

func send(t testing.TB, s *served, method, path string, body io.Reader, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(req)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}
