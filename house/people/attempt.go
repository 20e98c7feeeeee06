package people

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

// A try is one attempt to prove who somebody is.
type try struct {
	name   string
	kind   Secret // none: proven elsewhere
	secret string
	via    string // as it is recorded
	origin string
	// good says why the person is not let in here although the secret is right,
	// or nothing.
	good func(Person) string
	// then is what is to happen with the attempt that succeeds, in its transaction.
	then func(pgx.Tx, Person) error
}

// nobody is who tries under what is no name at all. What somebody types there may
// be a password, so it is not written down.
const nobody = "?"

// prove fails with ErrTooFast, ErrSignIn or ErrAccountLocked.
func (p *People) prove(ctx context.Context, t try) (Person, error) {
	if !form.MatchString(t.name) {
		t.name = nobody
	}
	if err := p.paces.allow(t.origin, t.name, p.desk.Now()); err != nil {
		return Person{}, err
	}
	return p.weigh(ctx, t)
}

// weigh proves what was not tried in haste. The secret is weighed before the chain is
// locked, and judged under the lock: of attempts at once, each sees the failures of
// those before.
func (p *People) weigh(ctx context.Context, t try) (Person, error) {
	hash, _, err := newestSecret(ctx, p.desk.Pool, t.name, t.kind)
	if err != nil {
		return Person{}, err
	}
	right, err := p.matches(ctx, t.secret, hash)
	if err != nil {
		return Person{}, err
	}
	return p.judge(ctx, t, func(tx pgx.Tx) (string, error) {
		now, _, err := newestSecret(ctx, tx, t.name, t.kind)
		if !right || now != hash {
			return "wrong " + string(t.kind), err
		}
		return "", err
	})
}

// judge records the attempt with what came of it. Fault says what is wrong with
// it, or nothing.
func (p *People) judge(ctx context.Context, t try, fault func(pgx.Tx) (string, error)) (who Person, err error) {
	told := note{t.via, p.paces.turned.Swap(0)}
	var refused error
	_, err = p.desk.House(ctx, desk.Caller{Actor: desk.Server.Actor, Origin: t.origin}, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		var rows []ledger.Row
		var err error
		who, rows, refused, err = t.verdict(ctx, tx, told, fault)
		return nil, ledger.Page{Rows: rows}, err
	})
	if err != nil {
		p.paces.turned.Add(told.TurnedAway)
	}
	return who, errors.Join(err, refused)
}

// note is what the book says of an attempt besides who and where.
type note struct {
	Via        string `json:"via"`
	TurnedAway int64  `json:"turned_away,omitempty"` // for haste, since the attempt recorded before
}

func (t try) verdict(ctx context.Context, tx pgx.Tx, told note, fault func(pgx.Tx) (string, error)) (Person, []ledger.Row, error, error) {
	who, failures, reason, err := t.standing(ctx, tx)
	if err != nil {
		return who, nil, nil, err
	}
	wrong, err := fault(tx)
	if err != nil {
		return who, nil, nil, err
	}
	event := ledger.Significant{Kind: ledger.SignificantSignInFailed, Subject: subject(t.name), Origin: t.origin, After: told}
	switch {
	case failures >= enough && t.name != nobody:
		event.Reason = "account locked"
		return who, []ledger.Row{event.Row()}, ErrAccountLocked, nil
	case reason == "":
		reason = wrong
	}
	if reason != "" {
		event.Reason = reason
		rows := []ledger.Row{event.Row()}
		if failures+1 == enough && t.name != nobody {
			rows = append(rows, ledger.Significant{Kind: ledger.SignificantAccountLocked, Subject: subject(t.name), Origin: t.origin,
				Reason: "three failures in a row", Before: locked{false}, After: locked{true}}.Row())
		}
		return who, rows, ErrSignIn, nil
	}
	event.Kind, event.Actor = ledger.SignificantSignIn, who.Name
	if err := t.then(tx, who); err != nil {
		return who, nil, nil, err
	}
	return who, []ledger.Row{event.Row()}, nil, nil
}

// standing is how the account stands, under the lock, and what speaks against the
// person besides the secret.
func (t try) standing(ctx context.Context, tx pgx.Tx) (who Person, failures int, reason string, err error) {
	if err := tx.QueryRow(ctx, selectFailures, t.name).Scan(&failures); err != nil {
		return who, 0, "", err
	}
	who, err = find(ctx, tx, t.name)
	switch {
	case errors.Is(err, ErrNoPerson):
		return who, failures, "no such person", nil
	case err != nil:
		return who, failures, "", err
	case !who.Active:
		return who, failures, "the account was ended", nil
	case t.good != nil:
		reason = t.good(who)
	}
	return who, failures, reason, nil
}
