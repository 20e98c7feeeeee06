package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"croupier/desk"
	"croupier/house/people"
	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// onServerOf runs croupier user with the arguments against a book, and returns
// what it prints; wrong is part of what it says where it fails.
type onServerOf struct {
	t   *testing.T
	url string
}

func (s onServerOf) says(args ...string) string {
	s.t.Helper()
	status, out, says := inProcess("", map[string]string{"DATABASE_URL": s.url}, append([]string{"user"}, args...)...)
	if status != 0 {
		s.t.Fatalf("%q: %s%s", args, out, says)
	}
	return out
}

func (s onServerOf) refuses(want string, args ...string) {
	s.t.Helper()
	status, out, says := inProcess("", map[string]string{"DATABASE_URL": s.url}, append([]string{"user"}, args...)...)
	if status != 1 || !strings.Contains(says, want) || out != "" {
		s.t.Errorf("%q: status %d, %s%s, want: %s", args, status, out, says, want)
	}
}

var shown = regexp.MustCompile(`(pin|password) of [a-z]+, shown this once: (\S+)\n`)

// secretIn returns the secret that was made and printed.
func (s onServerOf) secretIn(out, kind string) string {
	s.t.Helper()
	for _, m := range shown.FindAllStringSubmatch(out, -1) {
		if m[1] == kind {
			return m[2]
		}
	}
	s.t.Fatalf("no %s in %q", kind, out)
	return ""
}

// The first admin is made on the server, with a password nobody else knows; the
// rest of an account's life can be done there too.
func TestUser(t *testing.T) {
	t.Parallel()
	s := onServerOf{t, postgrestest.New(t)}
	p := people.New(desk.New(postgrestest.Pool(t, s.url, postgres.PoolOptions{Role: postgres.WriterRole}), nil), people.Options{ByName: people.Pace{Burst: 100, Every: time.Minute}})
	in := func(a people.Attempt) error {
		a.Origin = "10.0.0.1"
		_, _, err := p.SignIn(t.Context(), a)
		return err
	}

	first := s.says("add", "root", "--role", "admin")
	second := s.says("add", "rooter", "--role", "admin")
	password := s.secretIn(first, "password")
	if password == s.secretIn(second, "password") || strings.Contains(first, "pin") {
		t.Errorf("%s%s", first, second)
	}
	if err := in(people.Attempt{Name: "root", Password: password}); err != nil {
		t.Error(err)
	}

	pin := filepath.Join(t.TempDir(), "pin")
	if err := os.WriteFile(pin, []byte("40713\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := s.says("add", "ann", "--role", "dealer,manager", "--title", "Ann Kim", "--language", "ko", "--pin-file", pin)
	if strings.Contains(out, "40713") || !strings.Contains(out, "Ann Kim") {
		t.Error(out)
	}
	if err := in(people.Attempt{Name: "ann", Password: s.secretIn(out, "password")}); err != nil {
		t.Error(err)
	}
	if err := in(people.Attempt{Name: "ann", PIN: "40713"}); err != nil {
		t.Error(err)
	}
	for range 3 {
		_ = in(people.Attempt{Name: "ann", PIN: "40714"})
	}
	if out := s.says("list"); !regexp.MustCompile(`(?m)^ann +Ann Kim +dealer,manager +ko +locked`).MatchString(out) {
		t.Error(out)
	}
	s.says("free", "ann", "--reason", "known to the pit")
	s.says("roles", "ann", "--role", "supervisor", "--reason", "promoted")
	s.says("subject", "ann", "https://id.example 42")
	newPIN := s.secretIn(s.says("secret", "ann", "pin"), "pin")
	if err := in(people.Attempt{Name: "ann", PIN: newPIN}); err != nil {
		t.Error(err)
	}
	s.says("end", "ann", "--reason", "left")
	if err := in(people.Attempt{Name: "ann", PIN: newPIN}); err == nil {
		t.Error("an ended account signs in")
	}
	if out := s.says("resume", "ann", "--reason", "came back"); !regexp.MustCompile(`active +https://id.example 42`).MatchString(out) {
		t.Error(out)
	}
	status, out, says := inProcess("", map[string]string{"DATABASE_URL": s.url}, "verify")
	if status != 0 {
		t.Errorf("%s%s", out, says)
	}
}

func TestUserKey(t *testing.T) {
	t.Parallel()
	s := onServerOf{t, postgrestest.New(t)}
	p := people.New(desk.New(postgrestest.Pool(t, s.url, postgres.PoolOptions{Role: postgres.WriterRole}), nil), people.Options{})
	s.says("add", "ann", "--role", "auditor")
	out := s.says("key", "ann", "--label", "archive", "--scope", "book.read,events.read", "--lasts", "24h")
	key := regexp.MustCompile(`croupier_1_[A-Z2-7]+`).FindString(out)
	if who, err := p.ByKey(t.Context(), key); err != nil || len(who.Scopes) != 2 {
		t.Errorf("%s: %+v, %v", out, who, err)
	}
	s.refuses("may not", "key", "ann", "--label", "x", "--scope", "key.write")
	s.refuses("no such action", "key", "ann", "--label", "x", "--scope", "all")
	s.says("key-end", "1", "--reason", "moved")
	if _, err := p.ByKey(t.Context(), key); err == nil {
		t.Error("a revoked key is good")
	}
	if out := s.says("keys"); !strings.Contains(out, "book.read,events.read") || strings.Contains(out, key) {
		t.Error(out)
	}
}

func TestUserRefuses(t *testing.T) {
	t.Parallel()
	s := onServerOf{t, postgrestest.New(t)}
	short := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(short, []byte("hunter2"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.refuses(`"role" not set`, "add", "ann")
	s.refuses("no such role", "add", "ann", "--role", "boss")
	s.refuses("2 to 40 of a-z", "add", "Ann", "--role", "dealer")
	s.refuses("at least 12 characters", "add", "ann", "--role", "admin", "--password-file", short)
	s.refuses("no such person", "roles", "ann", "--role", "dealer", "--reason", "moved") // nothing was left of it
	s.refuses("no such file", "add", "ann", "--role", "admin", "--password-file", short+"s")
	s.refuses("pin or password", "secret", "ann", "token")
	s.refuses(`"reason" not set`, "end", "ann")
	s.refuses("no such key", "key-end", "1", "--reason", "x")
	s.refuses("croupier user keys", "key-end", "first", "--reason", "x")
}

// docs/roles.md is the table of roles.
func TestRolesPage(t *testing.T) {
	t.Parallel()
	kept, err := os.ReadFile("../../docs/roles.md")
	if err != nil {
		t.Fatal(err)
	}
	if status, out, says := inProcess("", nil, "roles", "--markdown"); status != 0 || out != string(kept) {
		t.Errorf("docs/roles.md is not what croupier roles --markdown prints: write it anew; %s", says)
	}
	if status, out, _ := inProcess("", nil, "roles"); status != 0 || !strings.Contains(out, "round.deal") {
		t.Error(out)
	}
}
