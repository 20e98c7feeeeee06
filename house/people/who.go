package people

import (
	"slices"

	"croupier/house/roles"
)

// A Kind is how somebody proved who it is.
type Kind string

// The kinds.
const (
	Terminal Kind = "terminal" // by PIN
	Office   Kind = "office"   // by password, or through OpenID
	Machine  Kind = "key"
)

// A Who is who asks, as it was at the moment of asking.
type Who struct {
	Person Person
	Kind   Kind
	// Roles are those in effect: at a terminal only roles.OfTerminals of the
	// person's.
	Roles []roles.Role
	// Scopes of a key; nil: whatever the roles may.
	Scopes []roles.Action
	Table  int64 // where the person deals now; 0 nowhere
	// Key is the number of the key; KeyTable is the one table it is good for, 0
	// any, and Seat the seat whose cards it shows, 0 none.
	Key, KeyTable int64
	Seat          int
	// Locked: the terminal lay idle too long. Only Unlock and SignOut are for it.
	Locked  bool
	Session [32]byte // hash of the session's token; zero of a key
}

// May returns how far the action is allowed. A key may what both its scopes and
// the person's roles allow. Of roles.SeatRead it is Any for a key made for a
// seat, whose KeyTable and Seat say which; nobody else may.
func (w Who) May(a roles.Action) roles.Scope {
	switch {
	case w.Kind == Machine && !slices.Contains(w.Scopes, a):
		return roles.None
	case a == roles.SeatRead && w.Kind == Machine && w.Seat > 0:
		return roles.Any
	}
	return roles.ScopeOf(w.Roles, a)
}

// atTerminal are the roles a PIN is enough for, of those given.
func atTerminal(given []roles.Role) []roles.Role {
	return slices.DeleteFunc(slices.Clone(given), func(r roles.Role) bool { return !slices.Contains(roles.OfTerminals, r) })
}
