package api

import (
	"testing"

	"croupier/api/apitest"
	"croupier/desk"
	"croupier/floor/floortest"
	"croupier/house/people"
	"croupier/house/roles"
)

// TestChips runs the script in which two persons move chips, so that they need
// PINs.
func TestChips(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Person("relief", roles.Dealer)
	apitest.Run(t, s.url, s.pinned(t), "testdata/pair/chips.txt", s.described)
}

// TestDays runs the script in which two persons close gaming days.
func TestDays(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	apitest.Run(t, s.url, s.pinned(t), "testdata/pair/days.txt", s.described)
}

// pinned is a cast whose dealers and supervisors have PINs.
func (s *served) pinned(t *testing.T) apitest.Cast {
	cast := s.cast(t)
	furnish := cast.Furnish
	cast.Furnish = func(body []byte) int64 {
		table := furnish(body)
		for name, pin := range map[string]string{floortest.Dealer(table): "314159", floortest.Supervisor: "271828", everyone: "271828"} {
			if err := s.people.SetSecret(t.Context(), desk.Server, name, people.PIN, pin); err != nil {
				t.Fatal(err)
			}
		}
		return table
	}
	return cast
}
