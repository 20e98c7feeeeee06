// Package people says who is asking: persons with their roles, what they sign in
// with, their sessions, and the keys of machines. It knows no HTTP, and not what a
// request is about: what somebody may do stands in package roles.
package people

import (
	"errors"
	"time"

	"croupier/desk"
	"croupier/house/roles"
)

// Why somebody is not let in.
var (
	ErrSignIn        = errors.New("the name or the secret is wrong, or not good for this way in")
	ErrAccountLocked = errors.New("the account is locked until a supervisor or an admin frees it")
	ErrTooFast       = errors.New("too many attempts in a short time; wait a little")
	ErrNoSession     = errors.New("not signed in")
	ErrNoKey         = errors.New("not a key that is in force")
)

// Why a change of a person, a secret or a key is refused.
var (
	ErrNoPerson   = errors.New("no such person")
	ErrTaken      = errors.New("another person has it")
	ErrForm       = errors.New("not what is wanted of a person")
	ErrSecret     = errors.New("not a secret to sign in with")
	ErrScopes     = errors.New("not what a key may be good for")
	ErrOwn        = errors.New("only another person may do that")
	ErrUnchanged  = errors.New("it is so already")
	ErrUnknownKey = errors.New("no such key")
)

// A Person is the newest version of one person.
type Person struct {
	Name    string       `json:"name" doc:"One person's for ever: it stands in the book" example:"ann"`
	Title   string       `json:"title" doc:"What the person is called on screens" example:"Ann Kim"`
	Roles   []roles.Role `json:"roles"`
	Active  bool         `json:"active" doc:"False: the account was ended"`
	Locale  string       `json:"locale" enum:"ko,en,ru"`
	Subject string       `json:"subject,omitempty" doc:"Issuer and subject, a blank between, under which an OpenID provider knows the person"`
	Version int          `json:"version"`
	// Locked is told of persons who are read by Get or List, not of who asks.
	Locked bool      `json:"locked" doc:"Three attempts to sign in failed in a row: somebody else must free the account"`
	Actor  string    `json:"actor" doc:"Who made this version"`
	At     time.Time `json:"at"`
}

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
	if w.Kind == Machine && !w.scoped(a) {
		return roles.None
	}
	if a == roles.SeatRead {
		if w.Kind == Machine && w.Seat > 0 {
			return roles.Any
		}
		return roles.None
	}
	return roles.ScopeOf(w.Roles, a)
}

func (w Who) scoped(a roles.Action) bool {
	for _, scope := range w.Scopes {
		if scope == a {
			return true
		}
	}
	return false
}

// Options are how People are kept. What is left out takes its default.
type Options struct {
	Idle        func() time.Duration // after which a terminal locks; 5 minutes
	OfficeIdle  func() time.Duration // after which an office is signed out; 30 minutes
	SessionLife func() time.Duration // of any session; 12 hours
	// ByName and ByAddress are how often somebody may try to sign in: 5 at once
	// and one in 2 seconds under a name, 20 and 2 a second from an address.
	ByName, ByAddress Pace
}

// A Pace is how often something may be tried.
type Pace struct {
	Burst int
	Every time.Duration // one more each
}

// People are the persons of the house. The methods may be called at once; what
// changes something waits for the house's chain.
type People struct {
	desk    *desk.Desk
	options Options
	hashing *hashing
	paces   *paces
}

// New returns the people whose changes pass the desk.
func New(d *desk.Desk, o Options) *People {
	return &People{desk: d, options: o.filled(), hashing: newHashing(), paces: newPaces(o.filled())}
}

func (o Options) filled() Options {
	for _, d := range []struct {
		of        *func() time.Duration
		otherwise time.Duration
	}{{&o.Idle, 5 * time.Minute}, {&o.OfficeIdle, 30 * time.Minute}, {&o.SessionLife, 12 * time.Hour}} {
		if *d.of == nil {
			*d.of = func() time.Duration { return d.otherwise }
		}
	}
	if o.ByName.Burst == 0 {
		o.ByName = Pace{5, 2 * time.Second}
	}
	if o.ByAddress.Burst == 0 {
		o.ByAddress = Pace{20, time.Second / 2}
	}
	return o
}
