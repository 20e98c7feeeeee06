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
	ErrTooFast       = errors.New("too many attempts in a short time; wait a few seconds")
	ErrNoSession     = errors.New("not signed in, or not any more")
	ErrNoKey         = errors.New("not a key that is in force")
)

// Why a change of a person, a secret or a key is refused.
var (
	ErrNoPerson   = errors.New("no such person")
	ErrTaken      = errors.New("another person has it")
	ErrForm       = errors.New("not what a person, a key or a reason is written as")
	ErrSecret     = errors.New("not a secret to sign in with")
	ErrScopes     = errors.New("not what a key of the person may be good for")
	ErrOwn        = errors.New("only another person may do that")
	ErrUnchanged  = errors.New("it is so already")
	ErrUnknownKey = errors.New("no such key")
)

// A Person is the newest version of one person.
type Person struct {
	Name     string       `json:"name" doc:"One person's for ever: actors of the book are such names" example:"ann"`
	Title    string       `json:"title" doc:"What the person is called on screens" example:"Ann Kim"`
	Roles    []roles.Role `json:"roles" doc:"In the order of the table of roles"`
	Active   bool         `json:"active" doc:"False: the account was ended"`
	Language string       `json:"language,omitempty" enum:"en,ko,ru" doc:"The person's own choice, or else what the account was set up with; absent: that of the table"`
	Subject  string       `json:"subject,omitempty" doc:"Issuer and subject, a blank between, under which an OpenID provider knows the person"`
	Version  int          `json:"version"`
	Locale   string       `json:"-"` // language the account was set up with, if any
	// Locked is told by Get and List, and of who signs in; BySession and ByKey do
	// not look, since a lock ends no session.
	Locked bool      `json:"locked" doc:"Three attempts to sign in failed in a row: somebody else must free the account"`
	Actor  string    `json:"actor" doc:"Who made this version"`
	At     time.Time `json:"at"`
}

// People are the persons of the house. The methods may be called at once; what
// changes something waits for the house's chain.
type People struct {
	desk    *desk.Desk
	options Options
	hashers chan struct{} // as many as may hash at once
	paces   *paces
}

// New returns the people whose changes pass the desk.
func New(d *desk.Desk, o Options) *People {
	o = o.filled()
	return &People{desk: d, options: o, hashers: make(chan struct{}, hashesAtOnce), paces: newPaces(o)}
}
