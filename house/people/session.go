package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/ledger"
)

const insertSession = `
INSERT INTO sessions (hash, person, kind, secrets, opened, seen, expires, origin)
VALUES ($1, $2, $3, (SELECT count(*) FROM secrets WHERE person = $2), $4, $4, $5, $6)`

// opening makes a session's token, and what opens it. Sessions of which there is
// nothing left go at the same time.
func (p *People) opening(ctx context.Context, kind Kind, origin string) (token string, open func(pgx.Tx, Person) error) {
	token = newToken()
	hash := sha256.Sum256([]byte(token))
	return token, func(tx pgx.Tx, who Person) error {
		now := p.desk.Now()
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE expires <= $1 OR person = $2 AND kind = $3 AND $3 = 'terminal'`,
			now, who.Name, string(kind)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, insertSession, hash[:], who.Name, string(kind), now, now.Add(p.options.SessionLife()), origin)
		return err
	}
}

func newToken() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

const selectSession = `
SELECT ` + columns + `, s.kind, s.seen, s.expires, s.secrets = (SELECT count(*) FROM secrets c WHERE c.person = p.name), ` + dealing + `
FROM sessions s
JOIN LATERAL (SELECT * FROM persons l WHERE l.name = s.person ORDER BY l.version DESC LIMIT 1) p ON true
WHERE s.hash = $1`

// dealing is where the person p deals.
const dealing = `coalesce((SELECT min(h.table_id) FROM heads h WHERE h.dealer = p.name), 0)`

// BySession returns who asks with the token of a session, as the book has it at
// this moment. It fails with ErrNoSession.
func (p *People) BySession(ctx context.Context, token string) (Who, error) {
	who, idle, err := p.Look(ctx, token)
	if err == nil && !who.Locked && idle > seenEvery {
		_, err = p.desk.Pool.Exec(ctx, `UPDATE sessions SET seen = $2 WHERE hash = $1 AND seen < $2`, who.Session[:], p.desk.Now())
	}
	return who, err
}

// Look is BySession for what goes on by itself, a stream that is still read: it does
// not count as use. It returns besides how long the session has lain idle.
func (p *People) Look(ctx context.Context, token string) (Who, time.Duration, error) {
	who := Who{Session: sha256.Sum256([]byte(token))}
	var kind string
	var seen, expires time.Time
	var same bool
	var err error
	who.Person, err = scanPerson(p.desk.Pool.QueryRow(ctx, selectSession, who.Session[:]), &kind, &seen, &expires, &same, &who.Table)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNoSession
	}
	if err != nil {
		return Who{}, 0, err
	}
	now := p.desk.Now()
	idle := now.Sub(seen)
	who.Kind, who.Roles = Kind(kind), who.Person.Roles
	if who.Kind == Terminal {
		who.Roles = atTerminal(who.Roles)
		who.Locked = idle > p.options.Idle()
	}
	if !now.Before(expires) || !same || !who.Person.Active || who.Kind == Office && idle > p.options.OfficeIdle() {
		return Who{}, 0, ErrNoSession
	}
	return who, idle, nil
}

// seenEvery is how exactly a session's last use is kept: not by a write for each
// request.
const seenEvery = 15 * time.Second

// SignOut ends the session, for good. It fails with ErrNoSession.
func (p *People) SignOut(ctx context.Context, token, origin string) error {
	hash := sha256.Sum256([]byte(token))
	c := desk.Caller{Actor: desk.Server.Actor, Origin: origin}
	_, err := p.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		var name string
		err := tx.QueryRow(ctx, `DELETE FROM sessions WHERE hash = $1 RETURNING person`, hash[:]).Scan(&name)
		if errors.Is(err, pgx.ErrNoRows) {
			err = ErrNoSession
		}
		return nil, page(c, ledger.Significant{Kind: ledger.SignificantSignOut, Subject: subject(name), Actor: name}), err
	})
	return err
}
