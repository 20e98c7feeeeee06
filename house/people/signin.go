package people

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// An Attempt is a name with a PIN, at a terminal, or with a password, in an
// office.
type Attempt struct {
	Name, PIN, Password string
	Origin              string // address it comes from
}

// SignIn opens a session. A person is at one terminal at a time: the session at
// another ends. It fails with ErrSignIn, ErrAccountLocked or ErrTooFast, and with
// ErrForm where not just one of PIN and password is given. Every attempt that was
// not too fast is recorded.
func (p *People) SignIn(ctx context.Context, a Attempt) (token string, who Who, err error) {
	t := try{name: asName(a.Name), origin: a.Origin}
	kind := Office
	switch {
	case a.PIN != "" && a.Password == "":
		kind, t.kind, t.secret, t.good = Terminal, PIN, a.PIN, noneOfTerminals
	case a.Password != "" && a.PIN == "":
		t.kind, t.secret = Password, a.Password
	default:
		return "", who, fmt.Errorf("want a PIN or a password, and not both: %w", ErrForm)
	}
	t.via = string(t.kind)
	token, t.then = p.opening(ctx, kind, a.Origin)
	if _, err := p.prove(ctx, t); err != nil {
		return "", who, err
	}
	who, err = p.BySession(ctx, token)
	return token, who, err
}

// asName makes of what was typed the name it means.
func asName(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

func noneOfTerminals(who Person) string {
	if len(atTerminal(who.Roles)) == 0 {
		return "no role of terminals"
	}
	return ""
}

// SignInSubject opens an office's session for whom an OpenID provider vouched:
// its issuer and subject with a blank between. It fails as SignIn does.
func (p *People) SignInSubject(ctx context.Context, sub, origin string) (token string, who Who, err error) {
	if err := p.paces.allow(origin, sub, p.desk.Now()); err != nil {
		return "", who, err
	}
	known, err := findSubject(ctx, p.desk.Pool, sub)
	if errors.Is(err, ErrNoPerson) {
		known.Name, err = nobody, nil
	}
	if err != nil {
		return "", who, err
	}
	t := try{name: known.Name, via: "openid", origin: origin}
	token, t.then = p.opening(ctx, Office, origin)
	_, err = p.judge(ctx, t, func(tx pgx.Tx) (string, error) {
		now, err := findSubject(ctx, tx, sub)
		if errors.Is(err, ErrNoPerson) || err == nil && now.Name != known.Name {
			return "no such subject", nil
		}
		return "", err
	})
	if err != nil {
		return "", who, err
	}
	who, err = p.BySession(ctx, token)
	return token, who, err
}

// Unlock opens a terminal that was idle too long, by the PIN of the person whose
// session it is. It fails with ErrNoSession, ErrSignIn, ErrAccountLocked or
// ErrTooFast, and is recorded as signing in is.
func (p *People) Unlock(ctx context.Context, token, pin, origin string) error {
	who, err := p.BySession(ctx, token)
	if err != nil {
		return err
	}
	_, err = p.prove(ctx, try{
		name: who.Person.Name, kind: PIN, secret: pin, via: "unlock", origin: origin, good: noneOfTerminals,
		then: func(tx pgx.Tx, _ Person) error {
			done, err := tx.Exec(ctx, `UPDATE sessions SET seen = $2 WHERE hash = $1`, who.Session[:], p.desk.Now())
			if err == nil && done.RowsAffected() == 0 {
				err = ErrNoSession
			}
			return err
		},
	})
	return err
}

// Second proves who stands by to authorise what another person does. The roles
// of the answer are those a PIN is enough for. It fails with ErrSignIn,
// ErrAccountLocked or ErrTooFast, and is recorded as signing in is.
func (p *People) Second(ctx context.Context, name, pin, origin string) (Person, error) {
	who, err := p.prove(ctx, try{
		name: asName(name), kind: PIN, secret: pin, via: "second", origin: origin, good: noneOfTerminals,
		then: func(pgx.Tx, Person) error { return nil },
	})
	if err != nil {
		return Person{}, err
	}
	who.Roles, who.Locked = atTerminal(who.Roles), false
	return who, nil
}
