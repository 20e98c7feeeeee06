package people_test

import (
	"errors"
	"testing"

	"croupier/house/people"
	"croupier/house/roles"
)

// A person is spoken to in the language of the own choice, else of the account, else
// in none of the own. A choice is no version of the person, and goes into none.
func TestALanguageIsChosen(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	ctx := t.Context()
	for name, given := range map[string]string{"ann": "ru", "ben": ""} {
		if _, err := h.Add(ctx, as("root"), people.Addition{Name: name, Roles: []roles.Role{roles.Dealer}, Locale: given}); err != nil {
			t.Fatal(err)
		}
	}
	spoken := func(name, want string) {
		t.Helper()
		p, err := h.Get(ctx, name)
		if err != nil || p.Language != want || p.Version > 2 {
			t.Errorf("%s is spoken to in %q, want %q: %+v, %v", name, p.Language, want, p, err)
		}
	}
	choose := func(name, language string, want error) {
		t.Helper()
		if err := h.ChooseLanguage(ctx, name, language); !errors.Is(err, want) {
			t.Errorf("%s chooses %q: %v, want %v", name, language, err, want)
		}
	}
	spoken("ann", "ru")
	spoken("ben", "")
	choose("ann", "ko", nil)
	choose("ben", "en", nil)
	choose("ben", "ko", nil)
	for _, code := range []string{"fr", "KO", "ko ", "ko-KR"} {
		choose("ben", code, people.ErrForm)
	}
	spoken("ann", "ko")
	spoken("ben", "ko")
	if _, err := h.SetRoles(ctx, as("root"), "ann", []roles.Role{roles.Supervisor}, "promoted"); err != nil {
		t.Fatal(err)
	}
	spoken("ann", "ko")
	choose("ann", "", nil)
	choose("ben", "", nil)
	choose("ben", "", nil)
	spoken("ann", "ru")
	spoken("ben", "")
}
