package api

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"croupier/desk"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/postgres/postgrestest"
)

// signing is an API whose office exports and imports.
func signing(t *testing.T) *served {
	t.Helper()
	pool := postgrestest.NewPool(t)
	c := furnished(t, Config{}, pool)
	c.Office = house.NewOffice(desk.New(pool, nil), counts()).WithKeys(house.Keys{Own: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	return serveOn(t, c, pool)
}

// answered sends a request that must be accepted, and reads its answer.
func (s *served) answered(t *testing.T, method, path, body string, as func(*http.Request), v any) string {
	t.Helper()
	resp, text := send(t, s, method, path, strings.NewReader(body), both(as, posting(fmt.Sprintf("%x", sha256.Sum256([]byte(path+body))))))
	if resp.StatusCode >= 300 {
		t.Fatalf("%s %s: %d %s", path, body, resp.StatusCode, text)
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatal(err)
	}
	return text
}

// A proposal that was exported comes in again, for other tables where these are
// named; one that was tampered with does not.
func TestExportThenImport(t *testing.T) {
	t.Parallel()
	s := signing(t)
	for range 2 {
		if spec, err := ParseTable([]byte(`{"game":"ultimate-texas-holdem"}`)); err != nil {
			t.Fatal(err)
		} else {
			s.house.Open(spec)
		}
	}
	manager := s.as(floortest.Manager)
	var drafted, came house.Proposal
	s.answered(t, "POST", "/v1/proposals", `{"title":"six","tables":[1],"change":{"seats":6,"ante_step":"5","limits":{"ante":{"min":"5"}},
		"paytables":{"trips":null}},"band":{"days":["fri"],"from":"18:00","to":"06:00","zone":"Asia/Seoul"}}`, manager, &drafted)
	var any map[string]any
	_, file := fetch(t, s, "GET", fmt.Sprintf("/v1/proposals/%d/export", drafted.ID), manager)
	if err := json.Unmarshal([]byte(file), &any); err != nil || any["format"] != "croupier-proposal/1" {
		t.Fatalf("%s, %v", file, err)
	}
	s.answered(t, "POST", "/v1/proposals/import", `{"file":`+file+`,"tables":[2]}`, manager, &came)
	change, band := came.Draft.Change, came.Draft.Band
	if came.ID == drafted.ID || came.Draft.Tables[0] != 2 || change.Seats != 6 || change.AnteStep.String() != "5" || band.Zone != "Asia/Seoul" {
		t.Errorf("%+v", came.Draft)
	}
	if p, named := change.Paytables["trips"]; !named || p != nil {
		t.Errorf("trips came in as %v", change.Paytables)
	}
	for code, bad := range map[string]string{
		"signature": strings.Replace(file, `"seats":6`, `"seats":5`, 1),
		"signer":    strings.Replace(file, `"signer":"3b`, `"signer":"4b`, 1),
	} {
		if bad == file {
			t.Fatalf("%s was not made: %s", code, file)
		}
		if got := s.code(t, "POST", "/v1/proposals/import", `{"file":`+bad+`}`, both(manager, posting(code))); got != code {
			t.Errorf("%s: %s", code, got)
		}
	}
}

// One person stays one under two roles, with two keys, and in two sessions.
func TestOnePersonIsOneManager(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Person("both", roles.Manager, roles.Supervisor, roles.Admin)
	spec, err := ParseTable([]byte(`{"game":"ultimate-texas-holdem"}`))
	if err != nil {
		t.Fatal(err)
	}
	s.house.Open(spec)
	s.secrets("both")
	first := s.signIn(t, `{"name":"both","password":"`+testPassword+`"}`)
	var p house.Proposal
	s.answered(t, "POST", "/v1/proposals", `{"title":"six","tables":[1],"change":{"seats":6}}`, first, &p)
	if !raced { // it counts every deal
		s.answered(t, "POST", fmt.Sprintf("/v1/proposals/%d/submit", p.ID), `{}`, first, &p)
	}
	want := map[bool]string{false: "own_proposal", true: "proposal_step"}[raced]
	keys := people.Key{Person: "both", Label: "another", Scopes: []roles.Action{roles.ProposalApprove}}
	for name, as := range map[string]func(*http.Request){
		"the same session": first,
		"another session":  s.signIn(t, `{"name":"both","password":"`+testPassword+`"}`),
		"a key":            func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+s.house.NewKey(keys)) },
	} {
		path := fmt.Sprintf("/v1/proposals/%d/approve", p.ID)
		resp, text := send(t, s, "POST", path, strings.NewReader(`{"now":true}`), both(as, posting(strings.ReplaceAll(name, " ", "-"))))
		if resp.StatusCode < 400 || problemIn(t, resp, text).Code != want {
			t.Errorf("%s: %d %s, want %s", name, resp.StatusCode, text, want)
		}
	}
}
