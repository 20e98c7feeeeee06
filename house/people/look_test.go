package people_test

import (
	"errors"
	"testing"
	"time"

	"croupier/house/people"
	"croupier/house/roles"
)

// Looking at a session is not using it: a terminal that is only looked at locks, and
// an office ends.
func TestLookingIsNotUsing(t *testing.T) {
	t.Parallel()
	h := open(t, quick)
	h.has("ann", roles.Dealer, roles.Supervisor)
	h.has("ben", roles.Manager)
	terminal, office := h.terminal("ann"), h.office("ben")
	for range 5 {
		h.pass(time.Minute)
		if who, idle, err := h.Look(t.Context(), terminal); err != nil || who.Locked || who.Person.Name != "ann" || idle < time.Minute {
			t.Fatalf("%+v, idle %s, %v", who, idle, err)
		}
	}
	h.pass(time.Second)
	if who, _, err := h.Look(t.Context(), terminal); err != nil || !who.Locked {
		t.Errorf("%+v, %v", who, err)
	}
	h.pass(26 * time.Minute)
	if _, _, err := h.Look(t.Context(), office); !errors.Is(err, people.ErrNoSession) {
		t.Errorf("an office after half an hour: %v", err)
	}
}
