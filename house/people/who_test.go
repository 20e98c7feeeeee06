package people_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"croupier/house/people"
	"croupier/house/roles"
)

// A key never may what its person may not, nor what stands not in its scopes; a
// session may what its roles may; the cards of a seat are for the seat's key alone.
func TestMay(t *testing.T) {
	t.Parallel()
	var actions []roles.Action
	for _, line := range roles.Table {
		actions = append(actions, line.Action)
	}
	rapid.Check(t, func(t *rapid.T) {
		who := people.Who{
			Kind:   rapid.SampledFrom([]people.Kind{people.Terminal, people.Office, people.Machine}).Draw(t, "kind"),
			Roles:  rapid.SliceOfDistinct(rapid.SampledFrom(roles.All), rapid.ID).Draw(t, "roles"),
			Scopes: rapid.SliceOfDistinct(rapid.SampledFrom(append(actions, "table.burn")), rapid.ID).Draw(t, "scopes"),
			Seat:   rapid.IntRange(0, 1).Draw(t, "seat"),
		}
		for _, a := range append(actions, "table.burn", "") {
			want := roles.ScopeOf(who.Roles, a)
			if who.Kind == people.Machine && !slices.Contains(who.Scopes, a) {
				want = roles.None
			}
			if a == roles.SeatRead && who.Kind == people.Machine && who.Seat > 0 && slices.Contains(who.Scopes, a) {
				want = roles.Any
			}
			if got := who.May(a); got != want {
				t.Fatalf("%+v may %s: %s, want %s", who, a, got, want)
			}
		}
	})
}
