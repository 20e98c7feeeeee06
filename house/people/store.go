package people

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"croupier/house/roles"
)

// A querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// enough failures in a row lock the account.
const enough = 3

// failuresOf counts the attempts under a name that failed: since the last that did
// not, since the account was freed, and since there is the person.
func failuresOf(name string) string {
	return `(
	SELECT count(*) FROM significant_events e
	WHERE e.table_id = 0 AND e.subject = 'person ' || ` + name + ` AND e.kind = 'sign-in-failed' AND e.seq > greatest(0,
		(SELECT max(s.seq) FROM significant_events s
			WHERE s.table_id = 0 AND s.subject = 'person ' || ` + name + ` AND s.kind IN ('sign-in', 'account-freed')),
		(SELECT f.seq FROM persons f WHERE f.name = ` + name + ` AND f.version = 1)))`
}

// columns are of a person p.
const columns = `p.name, p.title, p.roles, p.active, coalesce(p.locale, ''),
	coalesce((SELECT l.language FROM languages l WHERE l.person = p.name), p.locale, ''), coalesce(p.subject, ''), p.version, p.actor, p.at`

var (
	selectPersons = `
SELECT DISTINCT ON (p.name) ` + columns + `, ` + failuresOf("p.name") + ` FROM persons p`
	selectFailures = `SELECT ` + failuresOf("$1::text")
)

// scanPerson reads a person's columns, and what follows them into more.
func scanPerson(row pgx.Row, more ...any) (p Person, err error) {
	var given string
	err = row.Scan(append([]any{&p.Name, &p.Title, &given, &p.Active, &p.Locale, &p.Language, &p.Subject, &p.Version, &p.Actor, &p.At}, more...)...)
	if err != nil {
		return p, err
	}
	p.At = p.At.UTC()
	if p.Roles, err = roles.Parse(given); err != nil {
		return p, fmt.Errorf("person %s: %w", p.Name, err)
	}
	return p, nil
}

func scanListed(row pgx.CollectableRow) (Person, error) {
	var failures int
	p, err := scanPerson(row, &failures)
	p.Locked = failures >= enough
	return p, err
}

// find returns the person, or ErrNoPerson.
func find(ctx context.Context, q querier, name string) (Person, error) {
	if !form.MatchString(name) {
		return Person{}, fmt.Errorf("person %.50q: %w", name, ErrNoPerson)
	}
	return findBy(ctx, q, name, ` WHERE p.name = $1 ORDER BY p.name, p.version DESC`, name)
}

// findSubject returns the person an OpenID provider knows by the subject, or
// ErrNoPerson.
func findSubject(ctx context.Context, q querier, subject string) (Person, error) {
	if text("subject", subject) != nil {
		return Person{}, ErrNoPerson
	}
	return findBy(ctx, q, "with the OpenID subject", ` WHERE p.subject = $1
		AND p.version = (SELECT max(l.version) FROM persons l WHERE l.name = p.name) ORDER BY p.name`, subject)
}

func findBy(ctx context.Context, q querier, what, where, arg string) (Person, error) {
	rows, err := q.Query(ctx, selectPersons+where, arg)
	if err != nil {
		return Person{}, err
	}
	p, err := pgx.CollectExactlyOneRow(rows, scanListed)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, fmt.Errorf("person %s: %w", what, ErrNoPerson)
	}
	return p, err
}

// newestSecret returns the hash of the newest secret of the kind and its version;
// nothing where none was given.
func newestSecret(ctx context.Context, q querier, name string, kind Secret) (hash string, version int, err error) {
	err = q.QueryRow(ctx, `
SELECT hash, version FROM secrets WHERE person = $1 AND kind = $2 ORDER BY version DESC LIMIT 1`, name, string(kind)).Scan(&hash, &version)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return hash, version, err
}

// Get returns the person, or ErrNoPerson.
func (p *People) Get(ctx context.Context, name string) (Person, error) {
	return find(ctx, p.desk.Pool, name)
}

// List returns all persons in the order of their names, those whose accounts were
// ended too.
func (p *People) List(ctx context.Context) ([]Person, error) {
	rows, err := p.desk.Pool.Query(ctx, selectPersons+` ORDER BY p.name, p.version DESC`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanListed)
}
