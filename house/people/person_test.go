package people_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

// The life of an account, version by version.
func TestPersons(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	ctx := t.Context()
	c := desk.Caller{Actor: "root", Origin: "10.0.0.9", Key: "add ann"}
	a := people.Addition{Name: "ann", Title: "Ann Kim", Roles: []roles.Role{roles.Manager, roles.Dealer, roles.Manager}, Locale: "ko"}
	first, err := h.Add(ctx, c, a)
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.Add(ctx, c, a)
	if err != nil || !again.Repeated || string(again.Body) != string(first.Body) {
		t.Errorf("%+v, %v", again, err)
	}
	want := people.Person{Name: "ann", Title: "Ann Kim", Roles: []roles.Role{roles.Dealer, roles.Manager}, Active: true, Language: "ko",
		Version: 1, Actor: "root", At: h.clock()}
	if diff := cmp.Diff(want, decoded[people.Person](t, first)); diff != "" {
		t.Error(diff)
	}
	if _, err := h.Add(ctx, as("root"), a); !errors.Is(err, people.ErrTaken) {
		t.Errorf("%v", err)
	}
	steps := []struct {
		do  func() (desk.Answer, error)
		err error
	}{
		{func() (desk.Answer, error) { return h.Resume(ctx, as("root"), "ann", "why") }, people.ErrUnchanged},
		{func() (desk.Answer, error) { return h.End(ctx, as("root"), "ann", "left") }, nil},
		{func() (desk.Answer, error) { return h.End(ctx, as("root"), "ann", "left") }, people.ErrUnchanged},
		{func() (desk.Answer, error) {
			return h.SetRoles(ctx, as("root"), "ann", []roles.Role{roles.Auditor}, "moved")
		}, nil},
		{func() (desk.Answer, error) {
			return h.SetRoles(ctx, as("root"), "ann", []roles.Role{roles.Auditor}, "moved")
		}, people.ErrUnchanged},
		{func() (desk.Answer, error) { return h.Resume(ctx, as("root"), "ann", "a\nb") }, people.ErrForm},
		{func() (desk.Answer, error) { return h.Resume(ctx, as("root"), "ann", "") }, people.ErrForm},
		{func() (desk.Answer, error) { return h.Resume(ctx, as("root"), "ann", "back") }, nil},
		{func() (desk.Answer, error) { return h.End(ctx, as("root"), "eve", "left") }, people.ErrNoPerson},
		{func() (desk.Answer, error) { return h.Free(ctx, as("root"), "eve", "left") }, people.ErrNoPerson},
	}
	for i, s := range steps {
		if _, err := s.do(); !errors.Is(err, s.err) {
			t.Errorf("step %d: %v, want %v", i, err, s.err)
		}
	}
	want.Roles, want.Version, want.Locale = []roles.Role{roles.Auditor}, 4, "ko"
	if got, err := h.Get(ctx, "ann"); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
	if all, err := h.List(ctx); err != nil || len(all) != 1 || !cmp.Equal(all[0], want) {
		t.Errorf("%+v, %v", all, err)
	}
	told := []string{"person by root", "person: left by root", "roles: moved by root", "person: back by root"}
	if diff := cmp.Diff(told, h.told("person ann")); diff != "" {
		t.Error(diff)
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	for _, a := range []people.Addition{
		{Name: ""}, {Name: "a"}, {Name: "Ann"}, {Name: "-ann"}, {Name: "ann lee"}, {Name: "анна"}, {Name: "server"}, {Name: "token"},
		{Name: strings.Repeat("a", 41)}, {Name: "ann\n"}, {Name: "ann", Locale: "fr"}, {Name: "ann", Title: " "},
		{Name: "ann", Title: "a\x00b"}, {Name: "ann", Title: strings.Repeat("a", 201)}, {Name: "ann", Title: "\xff"},
		{Name: "ann", Title: "\u202etoor"}, {Name: "ann", Title: "root\u200b"}, {Name: "ann", Title: "a\u0085b"},
	} {
		if _, err := h.Add(t.Context(), as("root"), a); !errors.Is(err, people.ErrForm) {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

func TestNoRole(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann")
	bad := []roles.Role{roles.Dealer, "owner"}
	if _, err := h.Add(t.Context(), as("root"), people.Addition{Name: "bob", Roles: bad}); !errors.Is(err, roles.ErrRole) {
		t.Errorf("%v", err)
	}
	if _, err := h.SetRoles(t.Context(), as("root"), "ann", bad, "moved"); !errors.Is(err, roles.ErrRole) {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"ann\x00", "ann lee", ""} {
		if _, err := h.Get(t.Context(), name); !errors.Is(err, people.ErrNoPerson) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestSecretsRefused(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	for kind, texts := range map[people.Secret][]string{
		people.PIN: {"", "123", "1234", "9876", "7890", "0987", "0000", "111111", "1212", "01010101", "1234567890123", "12a4", " 4071", "٤٠٧١", "-4071"},
		people.Password: {"", "short", "elevenchars", "aaaaaaaaaaaaaaaa", "abababababababab", "ann's good password", "ANN's good password",
			strings.Repeat("long pass ", 21), "not\xffvalid utf8"},
		"token": {"4071"},
	} {
		for _, text := range texts {
			err := h.SetSecret(t.Context(), as("root"), "ann", kind, text)
			if !errors.Is(err, people.ErrSecret) {
				t.Errorf("%s %q: %v", kind, text, err)
			}
			if err != nil && len(text) > 5 && strings.Contains(err.Error(), text) {
				t.Errorf("the refusal tells the secret: %v", err)
			}
		}
	}
	if err := h.SetSecret(t.Context(), as("root"), "eve", people.PIN, pin); !errors.Is(err, people.ErrNoPerson) {
		t.Errorf("%v", err)
	}
}

// The newest secret counts, and no other.
func TestNewSecret(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	h.secret("ann", people.PIN, "20486")
	if _, _, err := h.SignIn(t.Context(), people.Attempt{Name: "ann", PIN: pin, Origin: "10.0.0.1"}); !errors.Is(err, people.ErrSignIn) {
		t.Errorf("the old PIN: %v", err)
	}
	if _, _, err := h.SignIn(t.Context(), people.Attempt{Name: "ann", PIN: "20486", Origin: "10.0.0.1"}); err != nil {
		t.Error(err)
	}
}
