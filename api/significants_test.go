package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
)

// A key made for one table shows what happened there, and nothing of the house
// or of another table.
func TestSignificantEventsOfAKeysTable(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	own, other := s.house.Open(house.Spec{Game: "ultimate-texas-holdem"}), s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	key := s.house.NewKey(people.Key{Person: everyone, Label: "screen", Scopes: []roles.Action{roles.EventsRead}, Table: own})
	screen := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+key) }
	for query, want := range map[string]int{
		"": http.StatusOK, fmt.Sprintf("?table=%d", own): http.StatusOK,
		fmt.Sprintf("?table=%d", other): http.StatusForbidden, "?table=0": http.StatusForbidden,
	} {
		resp, body := fetch(t, s, "GET", "/v1/significant"+query, screen)
		if resp.StatusCode != want {
			t.Errorf("%q: %d %s, want %d", query, resp.StatusCode, body, want)
			continue
		}
		if want != http.StatusOK {
			continue
		}
		var list significantList
		if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Events) != 1 || list.Events[0].Subject != fmt.Sprintf("table %d", own) {
			t.Errorf("%q: %s, %v, want the opening of table %d alone", query, body, err, own)
		}
	}
}
