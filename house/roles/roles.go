// Package roles says who may do what: one table of roles and actions, and nothing
// is allowed that does not stand in it. It knows no person, no database and no
// HTTP.
package roles

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Role is what a person is in the house. A person may have several.
type Role string

// The roles.
const (
	Dealer     Role = "dealer"
	Supervisor Role = "supervisor" // the pit boss
	Manager    Role = "manager"
	Auditor    Role = "auditor"
	Admin      Role = "admin"
)

// All are the roles in the order of the table's columns.
var All = []Role{Dealer, Supervisor, Manager, Auditor, Admin}

// OfTerminals are the roles a PIN is enough for.
var OfTerminals = []Role{Dealer, Supervisor}

// A Scope is how far a role may do something.
type Scope int

// The scopes, each wider than the one before.
const (
	None Scope = iota // not at all
	Own               // at the table where the person deals
	Any               // anywhere
)

// String returns the scope as the printed table has it.
func (s Scope) String() string { return [...]string{"-", "own table", "yes"}[s] }

// ErrRole reports a word that is no role, ErrAction one that is no action.
var (
	ErrRole   = errors.New("no such role")
	ErrAction = errors.New("no such action")
)

// Parse reads roles with commas between them, in the order of All and each once.
// It fails with ErrRole.
func Parse(text string) ([]Role, error) {
	var given []Role
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		role := Role(strings.TrimSpace(word))
		if !slices.Contains(All, role) {
			return nil, fmt.Errorf("%.40q, want %s: %w", word, Join(All), ErrRole)
		}
		given = append(given, role)
	}
	return Sorted(given), nil
}

// Sorted returns the roles in the order of All, each once.
func Sorted(given []Role) []Role {
	return slices.DeleteFunc(slices.Clone(All), func(r Role) bool { return !slices.Contains(given, r) })
}

// Join writes roles, or actions, with commas between them.
func Join[T ~string](words []T) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = string(w)
	}
	return strings.Join(texts, ",")
}

// ScopeOf returns how far the roles together may do the action.
func ScopeOf(given []Role, a Action) Scope {
	widest := None
	for _, line := range Table {
		if line.Action != a {
			continue
		}
		for i, role := range All {
			if slices.Contains(given, role) {
				widest = max(widest, line.May[i])
			}
		}
	}
	return widest
}

// ParseActions reads actions with commas between them. It fails with ErrAction.
func ParseActions(text string) ([]Action, error) {
	var given []Action
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		a := Action(strings.TrimSpace(word))
		if !slices.ContainsFunc(Table, func(l Line) bool { return l.Action == a }) {
			return nil, fmt.Errorf("%.40q: %w", word, ErrAction)
		}
		given = append(given, a)
	}
	return given, nil
}
