package people

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
)

// ChangeSecret gives the person whose session it is a new secret of the kind the
// session was opened with, chosen by that person alone, for the old one. All
// sessions of the person end; the answer is a new one. It fails with ErrNoSession,
// ErrSecret, ErrUnchanged, and on the old secret as SignIn does.
func (p *People) ChangeSecret(ctx context.Context, token, old, text, origin string) (next string, who Who, err error) {
	who, err = p.BySession(ctx, token)
	if err != nil {
		return "", who, err
	}
	kind := Password
	if who.Kind == Terminal {
		kind = PIN
	}
	if err := kind.Check(who.Person.Name, text); err != nil {
		return "", who, err
	}
	if old == text {
		return "", who, fmt.Errorf("a new %s is another than the old: %w", kind, ErrUnchanged)
	}
	t := try{name: who.Person.Name, kind: kind, secret: old, via: "own " + string(kind), origin: origin}
	t.then = func(pgx.Tx, Person) error { return nil }
	if _, err := p.prove(ctx, t); err != nil {
		return "", who, err
	}
	if err := p.SetSecret(ctx, desk.Caller{Actor: who.Person.Name, Origin: origin}, who.Person.Name, kind, text); err != nil {
		return "", who, err
	}
	t.via, t.secret = string(kind), text
	next, t.then = p.opening(ctx, who.Kind, origin)
	if _, err := p.weigh(ctx, t); err != nil {
		return "", who, err
	}
	who, err = p.BySession(ctx, next)
	return next, who, err
}
