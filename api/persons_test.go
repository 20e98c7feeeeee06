package api

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

// asks sends the request and returns the answer, which must be of that status.
func (s *served) asks(t *testing.T, status int, method, path, body string, change func(*http.Request)) string {
	t.Helper()
	resp, text := send(t, s, method, path, strings.NewReader(body), both(change, posting(rand.Text())))
	if resp.StatusCode != status {
		t.Fatalf("%s %s: %d %s", method, path, resp.StatusCode, text)
	}
	return text
}

// later gives the API people whose clock the test moves.
func (s *served) later(o people.Options) (pass func(time.Duration)) {
	var ahead atomic.Int64
	s.people = people.New(desk.New(s.house.Pool, func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }), o)
	return func(d time.Duration) { ahead.Add(int64(d)) }
}

// An account from its first day: added, given a PIN, locked by failures, freed.
func TestAnAccount(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	admin := s.as(everyone)
	s.asks(t, 201, "POST", "/v1/persons", `{"name":"ann","title":"Ann Kim","roles":["supervisor","dealer"],"language":"ko"}`, admin)
	s.asks(t, 204, "POST", "/v1/persons/ann/secrets", `{"pin":"`+testPIN+`"}`, admin)
	session := s.signIn(t, `{"name":"ann","pin":"`+testPIN+`"}`)
	var who sessionView
	if err := json.Unmarshal([]byte(s.asks(t, 200, "GET", "/v1/session", "", session)), &who); err != nil {
		t.Fatal(err)
	}
	if who.Person.Title != "Ann Kim" || who.Kind != people.Terminal || roles.Join(who.Roles) != "dealer,supervisor" || who.Key != nil {
		t.Errorf("%+v", who)
	}
	for i, want := range []string{"wrong_secret", "wrong_secret", "wrong_secret", "account_locked"} {
		if code := s.code(t, "POST", "/v1/session", `{"name":"ann","pin":"990099"}`, nobody); code != want {
			t.Errorf("attempt %d: %s, want %s", i, code, want)
		}
	}
	if text := s.asks(t, 200, "GET", "/v1/persons/ann", "", admin); !strings.Contains(text, `"locked":true`) {
		t.Error(text)
	}
	if code := s.code(t, "POST", "/v1/persons/ann/free", `{"reason":"it was me"}`, session); code != "own_account" {
		t.Errorf("freed the own account: %q", code)
	}
	s.asks(t, 200, "POST", "/v1/persons/ann/free", `{"reason":"seen by me"}`, admin)
	s.asks(t, 200, "POST", "/v1/persons/ann/subject", `{"subject":"https://id.example 42"}`, admin)
	s.asks(t, 200, "POST", "/v1/persons/ann/end", `{"reason":"left"}`, admin)
	if text := s.asks(t, 200, "POST", "/v1/persons/ann/resume", `{"reason":"came back"}`, admin); !strings.Contains(text, `"active":true`) {
		t.Error(text)
	}
	if code := s.code(t, "GET", "/v1/session", "", session); code != "sign_in" {
		t.Errorf("the session of before: %q", code)
	}
	s.tellsNothing(t)
}

// tellsNothing looks for what must not be told, in what is answered to whom may all
// and in what was logged and stored.
func (s *served) tellsNothing(t *testing.T) {
	t.Helper()
	var stored string
	if err := s.house.Pool.QueryRow(t.Context(), `
SELECT coalesce(string_agg(convert_from(answer, 'UTF8'), ''), '') || (SELECT string_agg(e::text, '') FROM significant_events e) FROM requests`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v1/persons", "/v1/persons/ann", "/v1/keys", "/v1/session"} {
		stored += s.asks(t, 200, "GET", path, "", s.as(everyone))
	}
	for _, secret := range []string{"argon2", testPIN, testPassword, "hash", s.house.Key(everyone)} {
		if strings.Contains(stored+s.log.String(), secret) {
			t.Errorf("%q is told", secret)
		}
	}
}

// A terminal that is idle answers nothing but how to open it, and loses nothing.
func TestALockedTerminal(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	pass := s.later(people.Options{})
	s.house.Person("ann", roles.Supervisor)
	s.secrets("ann")
	session := s.signIn(t, `{"name":"ann","pin":"`+testPIN+`"}`)
	s.asks(t, 200, "GET", "/v1/games", "", session)
	pass(5*time.Minute + time.Second)
	for path, want := range map[string]string{"/v1/games": "session_locked", "/v1/persons": "session_locked", "/v1/session": ""} {
		if code := s.code(t, "GET", path, "", session); code != want {
			t.Errorf("%s: %q, want %q", path, code, want)
		}
	}
	if text := s.asks(t, 200, "GET", "/v1/session", "", session); !strings.Contains(text, `"kind":"terminal","roles":["supervisor"],"locked":true`) {
		t.Error(text)
	}
	if code := s.code(t, "POST", "/v1/session/unlock", `{"pin":"990099"}`, session); code != "wrong_secret" {
		t.Errorf("%q", code)
	}
	if code := s.code(t, "POST", "/v1/session/unlock", `{"pin":"`+testPIN+`"}`, nobody); code != "unauthorized" {
		t.Errorf("unlocked by nobody: %q", code)
	}
	s.asks(t, 200, "POST", "/v1/session/unlock", `{"pin":"`+testPIN+`"}`, session)
	s.asks(t, 200, "GET", "/v1/games", "", session)
	pass(6 * time.Minute)
	s.asks(t, 204, "DELETE", "/v1/session", "", session)
}

// Looking by itself is not use: a terminal whose screen only watches locks, and an
// office ends. Somebody who asks, or says anything else, keeps it awake.
func TestWatchingIsNotUse(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	pass := s.later(people.Options{})
	s.house.Person("ann", roles.Supervisor)
	s.house.Person("ben", roles.Manager)
	s.secrets("ann")
	s.secrets("ben")
	terminal, office := s.signIn(t, `{"name":"ann","pin":"`+testPIN+`"}`), s.signIn(t, `{"name":"ben","password":"`+testPassword+`"}`)
	watching := func(says string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(headerWatching, says) }
	}
	for range 2 {
		pass(3 * time.Minute)
		s.asks(t, 200, "GET", "/v1/games", "", both(terminal, watching("1")))
	}
	for range 2 {
		pass(2 * time.Minute)
		s.asks(t, 200, "GET", "/v1/games", "", both(terminal, watching("true")))
		s.asks(t, 200, "GET", "/v1/feed", "", terminal)
	}
	pass(2 * time.Minute)
	for _, says := range []string{"true", ""} {
		if code := s.code(t, "GET", "/v1/games", "", both(terminal, watching(says))); code != "session_locked" {
			t.Errorf("a terminal that watched for 6 minutes: %q", code)
		}
	}
	s.asks(t, 422, "POST", "/v1/edge", `{}`, both(office, watching("true"))) // a POST is use
	pass(29 * time.Minute)
	s.asks(t, 200, "GET", "/v1/games", "", both(office, watching("true")))
	pass(2 * time.Minute)
	if code := s.code(t, "GET", "/v1/games", "", both(office, watching("true"))); code != "sign_in" {
		t.Errorf("an office that watched for 31 minutes: %q", code)
	}
}

// A browser that signs in anew ends the session it had.
func TestACookieReplaced(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	s.house.Person("ann", roles.Auditor)
	s.secrets("ann")
	const in = `{"name":"ann","password":"` + testPassword + `"}`
	elsewhere, first := s.signIn(t, in), s.signIn(t, in)
	s.asks(t, 200, "POST", "/v1/session", in, first)
	if code := s.code(t, "GET", "/v1/games", "", first); code != "sign_in" {
		t.Errorf("the cookie of before: %q", code)
	}
	s.asks(t, 200, "GET", "/v1/games", "", elsewhere)
}

// Whoever is signed in chooses a language, at a terminal or in an office; a key and a
// locked terminal choose none.
func TestALanguage(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	pass := s.later(people.Options{})
	s.house.Person("ann", roles.Supervisor)
	s.secrets("ann")
	terminal := s.signIn(t, `{"name":"ann","pin":"`+testPIN+`"}`)
	office := s.signIn(t, `{"name":"ann","password":"`+testPassword+`"}`)
	said := func(status int, method, path, body string, change func(*http.Request)) (who sessionView) {
		t.Helper()
		if err := json.Unmarshal([]byte(s.asks(t, status, method, path, body, change)), &who); err != nil {
			t.Fatal(err)
		}
		return who
	}
	if who := said(200, "GET", "/v1/session", "", terminal); who.Person.Language != "" {
		t.Errorf("chosen by nobody: %+v", who)
	}
	for _, language := range []string{"ko", "ru", ""} {
		who := said(200, "POST", "/v1/session/language", `{"language":"`+language+`"}`, terminal)
		if there := said(200, "GET", "/v1/session", "", office); who.Person.Language != language || there.Person.Language != language {
			t.Errorf("%q: %+v, %+v", language, who, there)
		}
	}
	said(200, "POST", "/v1/session/language", `{"language":"en"}`, office)
	for body, want := range map[string]string{`{"language":"fr"}`: "person_form", `{"language":1}`: "invalid_body", `{"locale":"ko"}`: "unknown_key"} {
		if code := s.code(t, "POST", "/v1/session/language", body, office); code != want {
			t.Errorf("%s: %q, want %s", body, code, want)
		}
	}
	if code := s.code(t, "POST", "/v1/session/language", `{"language":"ko"}`, s.as("ann")); code != "sign_in" {
		t.Errorf("by a key: %q", code)
	}
	pass(6 * time.Minute)
	if code := s.code(t, "POST", "/v1/session/language", `{"language":"ko"}`, terminal); code != "session_locked" {
		t.Errorf("at a locked terminal: %q", code)
	}
	if who := said(200, "GET", "/v1/session", "", terminal); who.Person.Language != "en" {
		t.Errorf("%+v", who)
	}
}

// A key is told once, and not stored in clear.
func TestAKeyIsToldOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	s.house.Person("ann", roles.Auditor)
	const body = `{"person":"ann","label":"archive","scopes":["rules.read","book.read"],"expires":"2099-01-01T00:00:00Z"}`
	var made newKeyView
	if err := json.Unmarshal([]byte(s.asks(t, 201, "POST", "/v1/keys", body, s.as(everyone))), &made); err != nil {
		t.Fatal(err)
	}
	key := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+made.Token) }
	s.asks(t, 200, "GET", "/v1/games", "", key)
	if text := s.asks(t, 200, "GET", "/v1/session", "", key); !strings.Contains(text, `"scopes":["rules.read","book.read"]`) || strings.Contains(text, made.Token) {
		t.Error(text)
	}
	if code := s.code(t, "GET", "/v1/persons", "", key); code != "forbidden" {
		t.Errorf("beyond its scopes: %q", code)
	}
	if code := s.code(t, "DELETE", "/v1/session", "", key); code != "sign_in" {
		t.Errorf("a key signs out: %q", code)
	}
	var stored int
	if err := s.house.Pool.QueryRow(t.Context(), `SELECT count(*) FROM requests WHERE position($1::bytea in answer) > 0`, []byte(made.Token)).Scan(&stored); err != nil || stored > 0 {
		t.Errorf("stored %d times, %v", stored, err)
	}
	s.asks(t, 200, "POST", "/v1/keys/2/end", `{"reason":"replaced"}`, s.as(everyone))
	if code := s.code(t, "GET", "/v1/games", "", key); code != "unauthorized" {
		t.Errorf("a revoked key: %q", code)
	}
	if text := s.asks(t, 200, "GET", "/v1/keys", "", s.as(everyone)); strings.Contains(text+s.log.String(), made.Token) {
		t.Error("the key is told again")
	}
}

func TestPeopleRefused(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	s.house.Person("ann", roles.Auditor)
	for _, c := range []struct{ path, body, code string }{
		{"/v1/session", `{"name":"ann"}`, "person_form"},
		{"/v1/session", `{"name":"ann","pin":"270915","password":"x"}`, "person_form"},
		{"/v1/session", `{"name":"ann","pin":270915}`, "invalid_body"},
		{"/v1/session", `{"name":"ann","pin":"270915","role":"admin"}`, "unknown_key"},
		{"/v1/session/unlock", `{"pin":"270915"}`, "sign_in"},
		{"/v1/persons", `{"name":"Ann","roles":["dealer"]}`, "person_form"},
		{"/v1/persons", `{"name":"ann","roles":["dealer"]}`, "person_taken"},
		{"/v1/persons", `{"name":"bob","roles":["owner"]}`, "unknown_role"},
		{"/v1/persons", `{"name":"bob","roles":["dealer"],"language":"fr"}`, "person_form"},
		{"/v1/persons", `{"name":"bob","roles":["dealer"],"password":"a longer password"}`, "unknown_key"},
		{"/v1/persons/eve/end", `{"reason":"left"}`, "no_person"},
		{"/v1/persons/ann%00/end", `{"reason":"left"}`, "no_person"},
		{"/v1/persons/ann/end", `{"reason":""}`, "person_form"},
		{"/v1/persons/ann/resume", `{"reason":"back"}`, "unchanged"},
		{"/v1/persons/ann/free", `{"reason":"seen"}`, "unchanged"},
		{"/v1/persons/everyone/roles", `{"roles":["admin","dealer"]}`, "own_account"},
		{"/v1/persons/ann/secrets", `{"pin":"1234"}`, "secret_form"},
		{"/v1/persons/ann/secrets", `{}`, "secret_form"},
		{"/v1/persons/ann/secrets", `{"pin":"270915","password":"a longer password"}`, "invalid_body"},
		{"/v1/persons/ann/secrets", `{"password":"too short"}`, "secret_form"},
		{"/v1/persons/ann/subject", `{"subject":"42"}`, "person_form"},
		{"/v1/keys", `{"person":"eve","label":"x","scopes":["book.read"]}`, "no_person"},
		{"/v1/keys", `{"person":"ann","label":"x","scopes":["all"]}`, "unknown_action"},
		{"/v1/keys", `{"person":"ann","label":"x","scopes":["person.write"]}`, "key_scopes"},
		{"/v1/keys", `{"person":"ann","label":"x","scopes":["book.read"],"table":9}`, "no_table"},
		{"/v1/keys", `{"person":"ann","label":"x","scopes":["book.read"],"expires":"tomorrow"}`, "invalid_body"},
		{"/v1/keys/99/end", `{"reason":"x"}`, "no_key"},
		{"/v1/keys/first/end", `{"reason":"x"}`, "bad_id"},
	} {
		if code := s.code(t, "POST", c.path, c.body, s.as(everyone)); code != c.code {
			t.Errorf("%s %s: %q, want %s", c.path, c.body, code, c.code)
		}
	}
	if code := s.code(t, "GET", "/v1/session/openid", "", nobody); code != "no_openid" {
		t.Errorf("%q", code)
	}
}
