package api

import (
	"net/http"
	"strings"
	"testing"

	"croupier/desk"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
)

// The secrets of these tests.
const (
	testPIN      = "270915"
	testPassword = "a longer secret of the tests"
)

// signs gives the person a secret of each kind.
func (s *served) secrets(name string) {
	s.t.Helper()
	for kind, text := range map[people.Secret]string{people.PIN: testPIN, people.Password: testPassword} {
		if err := s.people.SetSecret(s.t.Context(), desk.Server, name, kind, text); err != nil {
			s.t.Fatal(err)
		}
	}
}

// signIn opens a session and returns what a request of it carries.
func (s *served) signIn(t *testing.T, body string) func(*http.Request) {
	t.Helper()
	resp, text := send(t, s, "POST", "/v1/session", strings.NewReader(body), both(nobody, posting("in")))
	if resp.StatusCode != http.StatusOK || len(resp.Cookies()) != 1 {
		t.Fatalf("%d %s, %d cookies", resp.StatusCode, text, len(resp.Cookies()))
	}
	c := resp.Cookies()[0]
	if c.Name != sessionCookie || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
		t.Errorf("cookie %v", c)
	}
	return both(nobody, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value}) })
}

func nobody(r *http.Request) { r.Header.Del("Authorization") }

func (s *served) code(t *testing.T, method, path, body string, change func(*http.Request)) string {
	t.Helper()
	resp, text := send(t, s, method, path, strings.NewReader(body), both(change, posting(t.Name()+path)))
	if resp.StatusCode < 400 {
		return ""
	}
	return problemIn(t, resp, text).Code
}

// A session is good until it is signed out of, and no longer.
func TestASessionAfterSignOut(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.secrets(floortest.Supervisor)
	session := s.signIn(t, `{"name":"supervisor-1","pin":"`+testPIN+`"}`)
	if code := s.code(t, "GET", "/v1/tables", "", session); code != "" {
		t.Fatalf("signed in: %s", code)
	}
	if code := s.code(t, "DELETE", "/v1/session", "", session); code != "" {
		t.Fatalf("signing out: %s", code)
	}
	for range 2 { // replayed
		if code := s.code(t, "GET", "/v1/tables", "", session); code != "sign_in" && code != "unauthorized" {
			t.Errorf("after signing out: %q", code)
		}
	}
	again := s.signIn(t, `{"name":"supervisor-1","pin":"`+testPIN+`"}`)
	if code := s.code(t, "GET", "/v1/tables", "", again); code != "" {
		t.Errorf("signed in again: %s", code)
	}
	if code := s.code(t, "GET", "/v1/tables", "", session); code == "" {
		t.Error("the old cookie is good again")
	}
}

// Behind TLS the cookie is bound to it and to the host, and another of the old name
// opens nothing.
func TestACookieBehindTLS(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{TLS: true})
	s.secrets(floortest.Supervisor)
	resp, text := send(t, s, "POST", "/v1/session", strings.NewReader(`{"name":"supervisor-1","pin":"`+testPIN+`"}`), both(nobody, posting("in")))
	if resp.StatusCode != http.StatusOK || len(resp.Cookies()) != 1 {
		t.Fatalf("%d %s", resp.StatusCode, text)
	}
	c := resp.Cookies()[0]
	if c.Name != "__Host-croupier_session" || !c.Secure || c.Path != "/" || c.Domain != "" {
		t.Errorf("cookie %v", c)
	}
	for name, want := range map[string]string{c.Name: "", sessionCookie: "unauthorized"} {
		if code := s.code(t, "GET", "/v1/tables", "", both(nobody, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: name, Value: c.Value}) })); code != want {
			t.Errorf("%s: %q, want %q", name, code, want)
		}
	}
}

// A role that was taken away is gone from open sessions and from keys; an account
// that was ended opens nothing.
func TestARoleTakenAway(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Person("mo", roles.Supervisor, roles.Manager)
	s.secrets("mo")
	session, key := s.signIn(t, `{"name":"mo","password":"`+testPassword+`"}`), s.as("mo")
	const draft = `{"game":"baccarat"}`
	for name, as := range map[string]func(*http.Request){"session": session, "key": key} {
		if code := s.code(t, "POST", "/v1/tables", draft, as); code != "unknown_game" {
			t.Errorf("%s of a manager: %s", name, code)
		}
	}
	if code := s.code(t, "POST", "/v1/persons/mo/roles", `{"roles":["supervisor"],"reason":"moved"}`, s.as(everyone)); code != "" {
		t.Fatal(code)
	}
	for name, as := range map[string]func(*http.Request){"session": session, "key": key} {
		if code := s.code(t, "POST", "/v1/tables", draft, as); code != "forbidden" {
			t.Errorf("%s of no manager any more: %q", name, code)
		}
		if code := s.code(t, "GET", "/v1/tables", "", as); code != "" {
			t.Errorf("%s of a supervisor still: %s", name, code)
		}
	}
	if code := s.code(t, "POST", "/v1/persons/mo/end", `{"reason":"left the house"}`, s.as(everyone)); code != "" {
		t.Fatal(code)
	}
	for name, as := range map[string]func(*http.Request){"session": session, "key": key} {
		if code := s.code(t, "GET", "/v1/tables", "", as); code != "sign_in" && code != "unauthorized" {
			t.Errorf("%s of nobody: %q", name, code)
		}
	}
}

// A browser adds its cookie to what other sites make it send: nothing is changed
// by that.
func TestOtherSitesChangeNothing(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.secrets(floortest.Manager)
	session := s.signIn(t, `{"name":"manager-1","password":"`+testPassword+`"}`)
	for name, c := range map[string]struct {
		site string
		set  map[string]string
		code string
	}{
		"own page":           {"", map[string]string{"Sec-Fetch-Site": "same-origin"}, "unknown_game"},
		"no browser":         {"", nil, "unknown_game"},
		"another site":       {"", map[string]string{"Sec-Fetch-Site": "cross-site"}, "cross_origin"},
		"same site, other":   {"", map[string]string{"Sec-Fetch-Site": "same-site"}, "cross_origin"},
		"an older browser":   {"", map[string]string{"Origin": "https://evil.example"}, "cross_origin"},
		"a page without one": {"", map[string]string{"Origin": "null"}, "cross_origin"},
	} {
		code := s.code(t, "POST", "/v1/tables", `{"game":"baccarat"}`, both(session, func(r *http.Request) {
			for k, v := range c.set {
				r.Header.Set(k, v)
			}
		}))
		if code != c.code {
			t.Errorf("%s: %q, want %s", name, code, c.code)
		}
	}
	form := both(session, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") })
	if code := s.code(t, "DELETE", "/v1/session", "", form); code != "cross_origin" {
		t.Errorf("signed out by another site: %q", code)
	}
	if code := s.code(t, "POST", "/v1/session", `{"name":"manager-1","password":"x"}`, both(nobody, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })); code != "cross_origin" {
		t.Errorf("signed in by another site: %q", code)
	}
	if code := s.code(t, "GET", "/v1/tables", "", both(session, s.as(everyone))); code != "unauthorized" {
		t.Errorf("a cookie and a key: %q", code)
	}
}

// What an administrator gave is changed by the person, for the old secret: the
// administrator's is good for nothing then, and no other session goes on.
func TestASecretOfTheOwnChoice(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.secrets(floortest.Manager)
	given := `{"name":"manager-1","password":"` + testPassword + `"}`
	session, other := s.signIn(t, given), s.signIn(t, given)
	const own = "known to one person alone"
	for body, want := range map[string]string{
		`{"old":"not the old one at all","new":"` + own + `"}`:        "wrong_secret",
		`{"old":"` + testPassword + `","new":"short"}`:                "secret_form",
		`{"old":"` + testPassword + `","new":"` + testPassword + `"}`: "unchanged",
	} {
		if code := s.code(t, "POST", "/v1/session/secret", body, session); code != want {
			t.Errorf("%s: %q, want %s", body, code, want)
		}
	}
	if code := s.code(t, "POST", "/v1/session/secret", `{"old":"`+testPassword+`","new":"`+own+`"}`, s.as(everyone)); code != "sign_in" {
		t.Errorf("by a key: %q", code)
	}
	if code := s.code(t, "POST", "/v1/session/secret", `{"old":"`+testPassword+`","new":"`+own+`"}`, session); code != "" {
		t.Fatal(code)
	}
	for name, as := range map[string]func(*http.Request){"the session it was changed in": session, "another": other} {
		if code := s.code(t, "GET", "/v1/tables", "", as); code != "sign_in" {
			t.Errorf("%s goes on: %q", name, code)
		}
	}
	if code := s.code(t, "POST", "/v1/session", given, nobody); code != "wrong_secret" {
		t.Errorf("the secret that was given: %q", code)
	}
	s.signIn(t, `{"name":"manager-1","password":"`+own+`"}`)
}

// A PIN opens no more than a terminal's roles, whoever it is.
func TestAPINIsNoPassword(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Person("ma", roles.Supervisor, roles.Manager, roles.Admin)
	s.secrets("ma")
	pin := s.signIn(t, `{"name":"ma","pin":"`+testPIN+`"}`)
	for path, want := range map[string]string{"/v1/tables": "", "/v1/keys": "forbidden"} {
		if code := s.code(t, "GET", path, "", pin); code != want {
			t.Errorf("%s by PIN: %q, want %q", path, code, want)
		}
	}
	if code := s.code(t, "POST", "/v1/tables", `{"game":"baccarat"}`, pin); code != "forbidden" {
		t.Errorf("a table by PIN: %q", code)
	}
}

// The second person is proven by PIN, is another person, and has the other role.
func TestTheSecondPerson(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	table := floortest.Table(t, s.house.Pool, house.Spec{Game: "ultimate-texas-holdem"})
	dealer := floortest.Dealer(table)
	s.house.Person("both", roles.Dealer, roles.Supervisor)
	s.house.Person("other-dealer", roles.Dealer)
	for _, name := range []string{dealer, "both", "other-dealer", floortest.Supervisor} {
		s.secrets(name)
	}
	const body = `{"dealer":"dealer-1","float":{"100":20}}`
	by := func(second string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(headerApprover, second) }
	}
	for name, c := range map[string]struct {
		who, second, body, code string
	}{
		"alone":                {dealer, "", body, "two_persons"},
		"the same person":      {dealer, dealer + ":" + testPIN, body, "two_persons"},
		"both roles, one name": {"both", "both:" + testPIN, `{"dealer":"both","float":{"100":20}}`, "two_persons"},
		"two dealers":          {dealer, "other-dealer:" + testPIN, body, "two_persons"},
		"a wrong PIN":          {dealer, "supervisor-1:990099", body, "wrong_secret"},
		"no PIN":               {dealer, "supervisor-1", body, "no_second"},
		"where none is asked":  {everyone, "supervisor-1:" + testPIN, body, "no_second"},
	} {
		path := "/v1/tables/1/open"
		if name == "where none is asked" {
			path = "/v1/tables"
		}
		change := s.as(c.who)
		if c.second != "" {
			change = both(change, by(c.second))
		}
		if code := s.code(t, "POST", path, c.body, both(change, posting(name))); code != c.code {
			t.Errorf("%s: %q, want %s", name, code, c.code)
		}
	}
	if code := s.code(t, "POST", "/v1/tables/1/open", body, both(s.as(dealer), by("supervisor-1:"+testPIN))); code != "" {
		t.Errorf("a dealer and a supervisor: %s", code)
	}
	if strings.Contains(s.log.String(), testPIN) {
		t.Error("a PIN stands in the log")
	}
}
