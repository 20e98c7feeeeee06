package api

import (
	"encoding/json"
	"testing"

	"croupier/api/apitest"
	"croupier/desk"
	"croupier/floor/floortest"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"croupier/ledger"
)

// TestChips runs the script in which two persons move chips, so that they need
// PINs.
func TestChips(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	s.house.Person("relief", roles.Dealer)
	apitest.Run(t, s.url, s.pinned(t), "testdata/pair/chips.txt", s.described)
}

// TestIrregularities runs the script in which a supervisor rules what went wrong.
func TestIrregularities(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	apitest.Run(t, s.url, s.pinned(t), "testdata/pair/irregular.txt", s.described)
}

// TestVoids runs the script in which a late void takes a supervisor; the book is whole
// after it.
func TestVoids(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	apitest.Run(t, s.url, s.pinned(t), "testdata/pair/void.txt", s.described)
	sum, err := ledger.Verify(t.Context(), s.house.Pool, ledger.VerifyOptions{}, func(f ledger.Fault) { t.Error(f) })
	if err != nil || sum.Faults != 0 || sum.Entries == 0 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// TestDays runs the script in which two persons close gaming days.
func TestDays(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	apitest.Run(t, s.url, s.pinned(t), "testdata/pair/days.txt", s.described)
}

// TestWhoDealsNowhereSeesWhatIsClosed: a dealer without a table is told of those that
// may be opened, a dealer with one of that alone, and a key of a table of no other.
func TestWhoDealsNowhereSeesWhatIsClosed(t *testing.T) {
	t.Parallel()
	s := serveFloor(t, Config{})
	spec := house.Spec{Game: "ultimate-texas-holdem"}
	open, closed := s.house.Open(spec), floortest.Table(t, s.house.Pool, spec)
	s.house.Person("relief", roles.Dealer)
	for name, want := range map[string]int64{"relief": closed, floortest.Dealer(open): open} {
		_, body := fetch(t, s, "GET", "/v1/tables", s.as(name))
		var list tableList
		if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Tables) != 1 || list.Tables[0].ID != want {
			t.Errorf("%s is told of %s, %v, want table %d alone", name, body, err, want)
		}
	}
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
