package api

import (
	"bufio"
	"io"
	"net/http"
	"testing"
)

// fetch sends a request without a body, with the key of everyone; change may change
// it.
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
	s.as(everyone)(req)
	if change != nil {
		change(req)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.Header.Get("Content-Type") == eventStream { // which has no end
		event, err := bufio.NewReader(resp.Body).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return resp, event
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}
