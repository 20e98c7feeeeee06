package people

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/house/roles"
)

const selectKeys = `
SELECT k.id, k.person, k.label, k.scopes, coalesce(k.table_no, 0), coalesce(k.seat, 0), k.expires, k.actor, k.at, e.at
FROM api_keys k LEFT JOIN api_key_ends e ON e.id = k.id`

func scanKey(row pgx.CollectableRow) (k Key, err error) {
	var scopes string
	err = row.Scan(&k.ID, &k.Person, &k.Label, &scopes, &k.Table, &k.Seat, &k.Expires, &k.Actor, &k.At, &k.Ended)
	k.Scopes, k.At = parseScopes(scopes), k.At.UTC()
	for _, t := range []*time.Time{k.Expires, k.Ended} {
		if t != nil {
			*t = t.UTC()
		}
	}
	return k, err
}

// parseScopes reads what a key was given; an action there is no more allows
// nothing.
func parseScopes(text string) []roles.Action {
	var scopes []roles.Action
	for word := range strings.SplitSeq(text, ",") {
		scopes = append(scopes, roles.Action(word))
	}
	return scopes
}

func findKey(ctx context.Context, q querier, id int64) (Key, error) {
	rows, err := q.Query(ctx, selectKeys+` WHERE k.id = $1`, id)
	if err != nil {
		return Key{}, err
	}
	k, err := pgx.CollectExactlyOneRow(rows, scanKey)
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("key %d: %w", id, ErrUnknownKey)
	}
	return k, err
}

// Keys returns all keys in the order of their numbers, those that were revoked
// too.
func (p *People) Keys(ctx context.Context) ([]Key, error) {
	rows, err := p.desk.Pool.Query(ctx, selectKeys+` ORDER BY k.id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanKey)
}

const selectKey = `
SELECT ` + columns + `, ` + dealing + `, k.id, k.scopes, coalesce(k.table_no, 0), coalesce(k.seat, 0), k.expires
FROM api_keys k
JOIN LATERAL (SELECT * FROM persons l WHERE l.name = k.person ORDER BY l.version DESC LIMIT 1) p ON true
WHERE k.hash = $1 AND NOT EXISTS (SELECT FROM api_key_ends e WHERE e.id = k.id)`

// ByKey returns who asks with the key, as the book has it at this moment. It fails
// with ErrNoKey.
func (p *People) ByKey(ctx context.Context, key string) (Who, error) {
	hash := sha256.Sum256([]byte(key))
	who := Who{Kind: Machine}
	var scopes string
	var expires *time.Time
	var err error
	who.Person, err = scanPerson(p.desk.Pool.QueryRow(ctx, selectKey, hash[:]), &who.Table, &who.Key, &scopes, &who.KeyTable, &who.Seat, &expires)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && !who.Person.Active, expires != nil && !p.desk.Now().Before(*expires):
		return Who{}, ErrNoKey
	case err != nil:
		return Who{}, err
	}
	who.Roles, who.Scopes = who.Person.Roles, parseScopes(scopes)
	return who, nil
}
