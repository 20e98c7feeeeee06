package floortest

import (
	"croupier/desk"
	"croupier/floor"
	"croupier/house"
	"croupier/house/people"
	"croupier/house/roles"
	"fmt"
	"github.com/jackc/pgx/v5/pgxpool"
	"sync"
	"testing"
)

// Everyone is a person of all roles but a dealer's.
const Everyone = "everyone"

// A House is a furnished book, and the keys of its people.
type House struct {
	Pool   *pgxpool.Pool
	People *people.People
	Floor  *floor.Floor // which opens the tables

	t    testing.TB
	mu   sync.Mutex
	keys map[string]string // by person
}

// New furnishes the book in pool with people.
func New(t testing.TB, pool *pgxpool.Pool) *House {
	t.Helper()
	d := desk.New(pool, nil)
	f, err := floor.New(d, floor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	unpaced := people.Pace{Burst: 10_000}
	h := &House{
		Pool: pool, People: people.New(d, people.Options{ByAddress: unpaced, ByName: unpaced}), Floor: f,
		t: t, keys: map[string]string{},
	}
	People(t, pool)
	h.Person(Everyone, roles.Supervisor, roles.Manager, roles.Auditor, roles.Admin)
	h.Key(Everyone)
	return h
}

// Person adds a person of the roles.
func (h *House) Person(name string, has ...roles.Role) {
	h.t.Helper()
	if _, err := h.People.Add(h.t.Context(), desk.Server, people.Addition{Name: name, Roles: has}); err != nil {
		h.t.Fatal(err)
	}
}

// Open furnishes a table under the spec, in force and open, and returns its
// number; Dealer deals.
func (h *House) Open(s house.Spec) int64 {
	h.t.Helper()
	table := Table(h.t, h.Pool, s)
	Open(h.t, h.Floor, table)
	return table
}

// Key is the key of the person, for all that the person may, or of the seat named
// "seat:7:3".
func (h *House) Key(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if key, ok := h.keys[name]; ok {
		return key
	}
	k := people.Key{Person: Everyone, Label: "seat", Scopes: []roles.Action{roles.SeatRead}}
	if n, _ := fmt.Sscanf(name, "seat:%d:%d", &k.Table, &k.Seat); n != 2 {
		k = people.Key{Person: name, Label: "tests", Scopes: h.scopes(name)}
	}
	h.keys[name] = h.NewKey(k)
	return h.keys[name]
}

// scopes are all the person may.
func (h *House) scopes(name string) (may []roles.Action) {
	p, err := h.People.Get(h.t.Context(), name)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, line := range roles.Table {
		if roles.ScopeOf(p.Roles, line.Action) != roles.None {
			may = append(may, line.Action)
		}
	}
	return may
}

// NewKey makes the key.
func (h *House) NewKey(k people.Key) string {
	_, key, err := h.People.NewKey(h.t.Context(), desk.Server, k)
	if err != nil {
		h.t.Fatal(err)
	}
	return key
}
