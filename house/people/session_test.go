package people_test

import (
	"errors"
	"testing"
	"time"

	"croupier/house/people"
	"croupier/house/roles"
)

// A session ends when it should, and nothing brings it back.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testHouse, string) error{
		"signed out": func(h *testHouse, token string) error { return h.SignOut(h.t.Context(), token, "10.0.0.1") },
		"ended, and taken up again": func(h *testHouse, _ string) error {
			_, err := h.End(h.t.Context(), as("root"), "ann", "left")
			_, again := h.Resume(h.t.Context(), as("root"), "ann", "came back")
			return errors.Join(err, again)
		},
		"a new secret": func(h *testHouse, _ string) error {
			return h.SetSecret(h.t.Context(), as("root"), "ann", people.Password, "another good password")
		},
		"too old": func(h *testHouse, token string) error {
			for range 12*6 - 1 { // in use all the time
				h.pass(10 * time.Minute)
				if _, err := h.BySession(h.t.Context(), token); err != nil {
					return err
				}
			}
			h.pass(10 * time.Minute)
			return nil
		},
		"signed in elsewhere": func(h *testHouse, _ string) error { h.terminal("ann"); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := quick
			o.Idle = func() time.Duration { return time.Hour }
			h := open(t, o)
			h.has("ann", roles.Dealer)
			token := h.terminal("ann")
			if _, err := h.BySession(t.Context(), token); err != nil {
				t.Fatal(err)
			}
			if err := end(h, token); err != nil {
				t.Fatal(err)
			}
			if who, err := h.BySession(t.Context(), token); !errors.Is(err, people.ErrNoSession) || who.Person.Name != "" {
				t.Errorf("%+v, %v", who, err)
			}
			if err := h.Unlock(t.Context(), token, pin, "10.0.0.1"); !errors.Is(err, people.ErrNoSession) {
				t.Errorf("unlocked: %v", err)
			}
		})
	}
}

func TestNoSession(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Auditor)
	token := h.office("ann")
	for _, other := range []string{"", "x", token + "=", token[:42], "' OR true --"} {
		if _, err := h.BySession(t.Context(), other); !errors.Is(err, people.ErrNoSession) {
			t.Errorf("%q: %v", other, err)
		}
		if err := h.SignOut(t.Context(), other, "10.0.0.1"); !errors.Is(err, people.ErrNoSession) {
			t.Errorf("%q: %v", other, err)
		}
	}
	if _, err := h.BySession(t.Context(), token); err != nil {
		t.Error(err)
	}
}

// What a person may is asked anew each time.
func TestRolesOfTheMoment(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer, roles.Supervisor)
	token := h.terminal("ann")
	if _, err := h.SetRoles(t.Context(), as("ann"), "ann", roles.All, "more"); !errors.Is(err, people.ErrOwn) {
		t.Errorf("the own roles: %v", err)
	}
	if _, err := h.SetRoles(t.Context(), as("root"), "ann", []roles.Role{roles.Dealer}, "moved"); err != nil {
		t.Fatal(err)
	}
	who, err := h.BySession(t.Context(), token)
	if err != nil || who.May(roles.TableDealer) != roles.None || who.May(roles.RoundDeal) != roles.Own {
		t.Errorf("%+v, %v", who, err)
	}
	if _, err := h.SetRoles(t.Context(), as("root"), "ann", nil, "off the floor"); err != nil {
		t.Fatal(err)
	}
	for _, line := range roles.Table {
		if who, err := h.BySession(t.Context(), token); err != nil || who.May(line.Action) != roles.None {
			t.Errorf("without a role: %s, %v", line.Action, err)
		}
	}
}

// A terminal that is idle locks and the PIN alone opens it; the dealer still has
// the table.
func TestIdleTerminal(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer)
	h.tableOf("ann")
	token := h.terminal("ann")
	state := func(locked bool) {
		t.Helper()
		if who, err := h.BySession(t.Context(), token); err != nil || who.Locked != locked || who.Table != 1 {
			t.Errorf("%+v, %v", who, err)
		}
	}
	for range 3 { // in use
		h.pass(4 * time.Minute)
		state(false)
	}
	h.pass(5*time.Minute + time.Second)
	state(true)
	state(true) // asking does not open it
	if err := h.Unlock(t.Context(), token, "9182", "10.0.0.1"); !errors.Is(err, people.ErrSignIn) {
		t.Errorf("%v", err)
	}
	state(true)
	if err := h.Unlock(t.Context(), token, pin, "10.0.0.1"); err != nil {
		t.Error(err)
	}
	state(false)
	h.pass(6 * time.Minute)
	for range 3 {
		_ = h.Unlock(t.Context(), token, "9182", "10.0.0.1")
	}
	if err := h.Unlock(t.Context(), token, pin, "10.0.0.1"); !errors.Is(err, people.ErrAccountLocked) {
		t.Errorf("%v", err)
	}
	state(true)
	if _, err := h.Free(t.Context(), as("sue"), "ann", "cold fingers"); err != nil {
		t.Fatal(err)
	}
	if err := h.Unlock(t.Context(), token, pin, "10.0.0.1"); err != nil {
		t.Error(err)
	}
	state(false)
}

// An office that is idle is signed out; a person may have several.
func TestIdleOffice(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Manager)
	left, used := h.office("ann"), h.office("ann")
	for range 4 {
		h.pass(10 * time.Minute)
		if who, err := h.BySession(t.Context(), used); err != nil || who.Locked {
			t.Errorf("%+v, %v", who, err)
		}
	}
	if _, err := h.BySession(t.Context(), left); !errors.Is(err, people.ErrNoSession) {
		t.Errorf("%v", err)
	}
}
