package web

import (
	"slices"

	"croupier/house/people"
	"croupier/house/roles"
)

// peoplePages are of who there is, and who may do what.
var peoplePages = []page{
	{path: "/house/people", name: "house/people", frame: "office", title: "house.people", styles: []string{"house", "office"}, load: loadPeople},
	{path: "/house/people/{name}", name: "house/person", frame: "office", title: "house.person", styles: []string{"house", "office"}, load: loadPerson},
	{path: "/house/me", name: "house/me", frame: "office", title: "house.me", styles: []string{"house", "office"}, load: loadMe},
	{path: "/house/roles", name: "house/roles", frame: "office", title: "house.roles", styles: []string{"house", "office"}, load: loadRoles},
}

func loadPeople(v *visit) (any, error) {
	var all struct{ Persons []people.Person }
	err := v.ask("/v1/persons", &all)
	return all.Persons, err
}

func loadPerson(v *visit) (any, error) {
	var p people.Person
	err := v.ask("/v1/persons/"+v.segment("name"), &p)
	return &p, err
}

// done are the changes of a person that a page tells of once they were made.
var done = []string{"added", "roles", "secret", "subject", "ended", "resumed", "freed", "own"}

// Done is the key of the words for what the form before did, or empty.
func (s *shown) Done() string {
	if what := s.Query("done"); slices.Contains(done, what) {
		return "house.done " + what
	}
	return ""
}

// Own reports whether the person is whoever is signed in.
func (s *shown) Own(name string) bool { return s.Session.Person.Name == name }

// An allowance is how far something may be done.
type allowance struct {
	Action roles.Action
	Scope  string // none, own or any
}

// loadMe is what whoever is signed in may do.
func loadMe(v *visit) (any, error) {
	var may []allowance
	for _, line := range roles.Table {
		if s := roles.ScopeOf(v.Session.Roles, line.Action); s != roles.None {
			may = append(may, allowance{line.Action, scopes[s]})
		}
	}
	return may, nil
}

// scopes are the names of the scopes in words.
var scopes = [...]string{roles.None: "none", roles.Own: "own", roles.Any: "any"}

// Scope is how the scope is called.
func (s *shown) Scope(of roles.Scope) string { return scopes[of] }

// loadRoles is who may do what.
func loadRoles(*visit) (any, error) { return roles.Table, nil }
