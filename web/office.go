package web

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"croupier/house/people"
	"croupier/house/roles"
)

// officePages are of tables, people and the policy.
var officePages = slices.Concat(feltPages, peoplePages, keyPages, policyPages, eventPages)

// segment is a part of the path that was asked for, as it stands in a path of the API.
func (v *visit) segment(name string) string { return url.PathEscape(v.r.PathValue(name)) }

// askFor is ask for what need not be there, or not for whoever asks: it reports
// whether it is.
func (v *visit) askFor(path string, to any) (bool, error) {
	err := v.ask(path, to)
	var p *Problem
	if errors.As(err, &p) && (p.Status == http.StatusNotFound || p.Status == http.StatusForbidden) {
		return false, nil
	}
	return err == nil, err
}

// May reports whether whoever is signed in may do so.
func (s *shown) May(action string) bool { return s.Session.May(action) }

// Has reports whether the person has the role.
func (s *shown) Has(p people.Person, r roles.Role) bool { return slices.Contains(p.Roles, r) }

// Roles are all there are, in the order of their table.
func (s *shown) Roles() []roles.Role { return roles.All }
