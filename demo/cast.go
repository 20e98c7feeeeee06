package demo

import (
	"context"
	"maps"
	"slices"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

// People are the people of the demo, each named by the role. None has a language of
// the own, so dealers are spoken to in their table's.
var People = []people.Addition{
	{Name: "dealer-1", Title: "Dealer 1", Roles: []roles.Role{roles.Dealer}},
	{Name: "dealer-2", Title: "Dealer 2", Roles: []roles.Role{roles.Dealer}},
	{Name: "dealer-3", Title: "Dealer 3", Roles: []roles.Role{roles.Dealer}},
	{Name: "dealer-4", Title: "Dealer 4", Roles: []roles.Role{roles.Dealer}},
	{Name: "dealer-5", Title: "Dealer 5", Roles: []roles.Role{roles.Dealer}},
	{Name: "supervisor-1", Title: "Supervisor 1", Roles: []roles.Role{roles.Supervisor}},
	{Name: "supervisor-2", Title: "Supervisor 2", Roles: []roles.Role{roles.Supervisor}},
	{Name: "manager-1", Title: "Manager 1", Roles: []roles.Role{roles.Manager}},
	{Name: "manager-2", Title: "Manager 2", Roles: []roles.Role{roles.Manager}},
	{Name: "auditor-1", Title: "Auditor 1", Roles: []roles.Role{roles.Auditor}},
	{Name: "admin-1", Title: "Admin 1", Roles: []roles.Role{roles.Admin}},
}

// Secrets are what a person signs in with.
type Secrets struct {
	PIN      string `json:"pin,omitempty"`
	Password string `json:"password,omitempty"`
}

// all are the secrets there are, by their kind.
func (s Secrets) all() map[people.Secret]string {
	all := map[people.Secret]string{people.PIN: s.PIN, people.Password: s.Password}
	maps.DeleteFunc(all, func(_ people.Secret, text string) bool { return text == "" })
	return all
}

// A Cast is who signs in with what, by the names of People.
type Cast map[string]Secrets

// SecretsOf makes what the person signs in with, by chance: a PIN at terminals, a
// password in offices.
func SecretsOf(p people.Addition) Secrets {
	if slices.ContainsFunc(p.Roles, func(r roles.Role) bool { return slices.Contains(roles.OfTerminals, r) }) {
		return Secrets{PIN: people.PIN.Random(p.Name)}
	}
	return Secrets{Password: people.Password.Random(p.Name)}
}

func newCast() Cast {
	c := Cast{}
	for _, p := range People {
		s := SecretsOf(p)
		if slices.Contains(p.Roles, roles.Supervisor) { // who has a desk in the pit besides
			s.Password = people.Password.Random(p.Name)
		}
		c[p.Name] = s
	}
	return c
}

// add puts the people into the house with their secrets. The server does, so that
// no manager has made another's account.
func (c Cast) add(ctx context.Context, d *desk.Desk) error {
	in := people.New(d, people.Options{})
	for _, p := range People {
		if _, err := in.Add(ctx, desk.Server, p); err != nil {
			return err
		}
		for kind, text := range c[p.Name].all() {
			if err := in.SetSecret(ctx, desk.Server, p.Name, kind, text); err != nil {
				return err
			}
		}
	}
	return nil
}
