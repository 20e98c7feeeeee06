package api

import (
	"net/http"
	"strings"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
)

// Whoever has the answer already is not sent it again, until something happens.
func TestADisplayIsNotSentTwice(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	ask := func(has string) (status int, etag, body string) {
		resp, body := fetch(t, s, "GET", "/v1/display/1", both(nobody, func(r *http.Request) { r.Header.Set("If-None-Match", has) }))
		return resp.StatusCode, resp.Header.Get("ETag"), body
	}
	status, first, body := ask("")
	if status != http.StatusOK || len(first) < 20 || !strings.Contains(body, `"open":true`) {
		t.Fatalf("%d %s %s", status, first, body)
	}
	for _, has := range []string{first, "W/" + first, `"of another day", ` + first} {
		if status, again, body := ask(has); status != http.StatusNotModified || again != first || body != "" {
			t.Errorf("with %s: %d %s %s", has, status, again, body)
		}
	}
	resp, text := send(t, s, "POST", "/v1/tables/1/rounds", nil, both(s.as(floortest.Dealer(1)), posting("open")))
	if resp.StatusCode != http.StatusCreated {
		t.Fatalf("%d %s", resp.StatusCode, text)
	}
	if status, second, body := ask(first); status != http.StatusOK || second == first || !strings.Contains(body, `"id":"1-1"`) {
		t.Errorf("after a round was opened: %d %s %s", status, second, body)
	}
}
