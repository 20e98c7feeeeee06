package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"croupier/floor/floortest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
)

// openRoutes are answered to anybody. One more is a decision.
var openRoutes = []string{
	"GET /docs", "GET /docs/{asset}", "GET /livez", "GET /openapi.json", "GET /openapi.yaml", "GET /readyz",
	"GET /v1/display/{table}", "GET /v1/session/openid", "GET /v1/session/openid/callback", "POST /v1/session",
}

// TestEveryRouteHasItsLine: a route is open, of the own session, or names an action
// of the table of roles; one that a dealer may only at the own table says in its
// path which, or narrows what it answers; and every action has a route.
func TestEveryRouteHasItsLine(t *testing.T) {
	t.Parallel()
	var open []string
	used := map[roles.Action]bool{}
	for _, r := range routes {
		name := r.method + " " + r.path
		used[r.action] = true
		if r.open {
			open = append(open, name)
		}
		line := slices.IndexFunc(roles.Table, func(l roles.Line) bool { return l.Action == r.action })
		switch {
		case (r.open || r.account) != (r.action == ""):
			t.Errorf("%s: either open, or of the account, or an action", name)
		case r.action != "" && line < 0:
			t.Errorf("%s needs %s, which has no line in the table of roles", name, r.action)
		case line < 0, r.narrows:
		case slices.Contains(roles.Table[line].May[:], roles.Own) && !strings.Contains(r.path, "{table}") && !strings.HasPrefix(r.path, "/v1/rounds/{id}"):
			t.Errorf("%s may be asked of the own table only, and its path names none", name)
		}
	}
	slices.Sort(open)
	if !slices.Equal(open, openRoutes) {
		t.Errorf("open to anybody: %q, want %q", open, openRoutes)
	}
	for _, l := range roles.Table {
		if !used[l.Action] {
			t.Errorf("no route needs %s", l.Action)
		}
	}
}

// TestEveryRouteTimesEveryRole asks each route as a person of each role, with a
// session's powers and with a key's, and as nobody.
func TestEveryRouteTimesEveryRole(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	table := s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	who := map[roles.Role]string{roles.Dealer: floortest.Dealer(table)}
	for _, role := range roles.All[1:] {
		who[role] = "walking-" + string(role)
		s.house.Person(who[role], role)
	}
	for i := range routes {
		r := &routes[i]
		t.Run(r.method+" "+r.path, func(t *testing.T) {
			t.Parallel()
			if resp, body := s.ask(t, r, func(req *http.Request) { req.Header.Del("Authorization") }); !r.open && problemIn(t, resp, body).Code != "unauthorized" {
				t.Errorf("nobody: %d %s", resp.StatusCode, body)
			}
			for _, role := range roles.All {
				resp, body := s.ask(t, r, s.as(who[role]))
				refused := strings.Contains(body, `"code":"forbidden"`) || strings.Contains(body, `"code":"other_table"`)
				may := r.open || r.account || roles.ScopeOf([]roles.Role{role}, r.action) != roles.None
				if resp.StatusCode == http.StatusUnauthorized && !r.open && !r.account || refused == may || refused != (resp.StatusCode == http.StatusForbidden) && !may {
					t.Errorf("%s: %d %s, may: %t", role, resp.StatusCode, body, may)
				}
				if resp.StatusCode >= 500 {
					t.Errorf("%s: %d %s", role, resp.StatusCode, body)
				}
			}
		})
	}
}

// ask asks the route of table 1 and what is on it, with a body that says nothing.
func (s *served) ask(t *testing.T, r *route, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	id := "1"
	if strings.HasPrefix(r.path, "/v1/rounds/") {
		id = "1-1"
	}
	path := strings.NewReplacer("{table}", "1", "{proposal}", "1", "{date}", "2026-11-01", "{alert}", "1", "{correction}", "1-1", "{dispute}", "1-1", "{id}", id, "{seat}", "1", "{name}", "nobody-there", "{asset}", "start.js", "{version}", "1").Replace(r.path)
	if strings.ContainsAny(path, "{}") {
		t.Fatalf("a parameter in %s is not filled in", path)
	}
	return send(t, s, r.method, path, strings.NewReader("{}"), both(change, func(req *http.Request) {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", "!") // of each person its own
	}))
}

// TestADealerHasOneTable asks, as the dealer of one table, for each thing of
// another dealer's table and of one that is not there: the answer is the same.
func TestADealerHasOneTable(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	own, other := s.house.Open(house.Spec{Game: "ultimate-texas-holdem"}), s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	if own != 1 || other != 2 {
		t.Fatalf("tables %d and %d", own, other)
	}
	dealer, asked := s.as(floortest.Dealer(own)), 0
	for i := range routes {
		r := &routes[i]
		if roles.ScopeOf([]roles.Role{roles.Dealer}, r.action) != roles.Own || r.narrows {
			continue
		}
		for table, want := range map[string]string{"2": "other_table", "999": "other_table", "1000000000000000000000": "bad_id", "01": "bad_id", "-1": "bad_id"} {
			path := strings.NewReplacer("{table}", table, "{id}", table+"-1", "{version}", "1").Replace(r.path)
			resp, body := send(t, s, r.method, path, strings.NewReader("{}"), both(dealer, posting("another table")))
			if p := problemIn(t, resp, body); p.Code != want {
				t.Errorf("%s %s: %s", r.method, path, body)
			}
			asked++
		}
	}
	if asked < 5*5 {
		t.Errorf("only %d questions", asked)
	}
	resp, body := fetch(t, s, "GET", "/v1/tables", dealer)
	if resp.StatusCode != http.StatusOK || strings.Count(body, `"version":1`) != 1 || !strings.Contains(body, `"id":1`) {
		t.Errorf("the dealer's list of tables: %s", body)
	}
}

// TestAKeyIsHeldToItsPersonsTable: a dealer's key of a table is good for nothing
// while the dealer deals at another.
func TestAKeyIsHeldToItsPersonsTable(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	own, other := s.house.Open(house.Spec{Game: "ultimate-texas-holdem"}), s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	for _, table := range []int64{own, other} {
		token := s.house.NewKey(people.Key{
			Person: floortest.Dealer(own), Label: "shoe", Scopes: []roles.Action{roles.TableRead, roles.RoundRead, roles.RoundDeal}, Table: table,
		})
		key := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
		for _, asked := range []int64{own, other} {
			want := ""
			if table != own || asked != own {
				want = "other_table"
			}
			if code := s.code(t, "GET", fmt.Sprintf("/v1/tables/%d", asked), "", key); code != want {
				t.Errorf("the key of table %d reads table %d: %q, want %q", table, asked, code, want)
			}
		}
		resp, body := fetch(t, s, "GET", "/v1/tables", key)
		if resp.StatusCode != http.StatusOK || strings.Contains(body, fmt.Sprintf(`"id":%d`, other)) {
			t.Errorf("the tables the key of table %d sees: %s", table, body)
		}
	}
}

// TestAKeyIsHeldToItsScopesAndTable: less than its person may.
func TestAKeyIsHeldToItsScopesAndTable(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	s.house.Open(house.Spec{Game: "ultimate-texas-holdem"})
	narrow := s.house.NewKey(people.Key{Person: everyone, Label: "display", Scopes: []roles.Action{roles.TableRead, roles.BookRead, roles.EventsRead}, Table: 2})
	key := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+narrow) }
	for path, want := range map[string]string{
		"/v1/tables/2": "", "/v1/tables": "", "/v1/entries": "", "/v1/entries?table=2": "",
		"/v1/tables/1": "other_table", "/v1/tables/3": "other_table", "/v1/entries?table=1": "other_table", "/v1/entries?round=1-1": "query",
		"/v1/significant": "", "/v1/rounds/2-1": "forbidden", "/v1/games": "forbidden", "/metrics": "forbidden",
	} {
		resp, body := fetch(t, s, "GET", path, key)
		if want == "" && resp.StatusCode != http.StatusOK || want != "" && problemIn(t, resp, body).Code != want {
			t.Errorf("%s: %d %s, want %q", path, resp.StatusCode, body, want)
		}
		if strings.Contains(body, `"table 1`) || strings.Contains(body, `"table":1,`) {
			t.Errorf("%s tells of another table: %s", path, body)
		}
	}
}
