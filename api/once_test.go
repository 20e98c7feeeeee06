package api

import (
	"net/http"
	"sync"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
)

// TestSameRequestAtOnce sends one change eight times at the same moment.
func TestSameRequestAtOnce(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	dealer := s.as(floortest.Dealer(s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})))
	var mu sync.Mutex
	answers := map[string]int{}
	first := 0
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			resp, body := send(t, s, "POST", "/v1/tables/1/rounds", nil, both(dealer, posting("the-same")))
			mu.Lock()
			defer mu.Unlock()
			answers[body]++
			if resp.Header.Get("Idempotency-Replayed") == "" {
				first++
			}
			if resp.StatusCode != http.StatusCreated {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
	all.Wait()
	if len(answers) != 1 || first != 1 {
		t.Errorf("%d different answers, %d of them the first", len(answers), first)
	}
}

// TestDigestTellsRequestsApart moves bytes between method, path and body.
func TestDigestTellsRequestsApart(t *testing.T) {
	t.Parallel()
	seen := map[[32]byte]string{}
	for _, r := range []struct{ method, path, body string }{
		{"POST", "/v1/tables", "{}"}, {"POST", "/v1/tables{", "}"}, {"POST", "/v1/tables", ""}, {"PUT", "/v1/tables", "{}"}, {"POST", "/v1/table", "s{}"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), r.method, "http://localhost"+r.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := digest(req, []byte(r.body))
		if other, ok := seen[d]; ok {
			t.Errorf("%v has the digest of %s", r, other)
		}
		seen[d] = r.method + r.path + r.body
	}
}
