package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/desk"
	"croupier/games"
	"croupier/house/roles"
	"croupier/ledger"
)

// A Key is what is known of a machine's key: never the key itself.
type Key struct {
	ID      int64          `json:"id"`
	Person  string         `json:"person" doc:"Whom the key acts as, within that person's roles"`
	Label   string         `json:"label" doc:"Which machine has it" example:"display of pit 2"`
	Scopes  []roles.Action `json:"scopes" doc:"What it may do, as far as the person may"`
	Table   int64          `json:"table,omitempty" doc:"The one table it is good for; any where left out"`
	Seat    int            `json:"seat,omitempty" doc:"The seat whose hole cards it shows"`
	Expires *time.Time     `json:"expires,omitempty"`
	Actor   string         `json:"actor" doc:"Who made it"`
	At      time.Time      `json:"at"`
	Ended   *time.Time     `json:"ended,omitempty" doc:"When it was revoked"`
}

// check fails with ErrForm or ErrScopes.
func (k *Key) check(who Person, now time.Time) error {
	switch {
	case !who.Active:
		return fmt.Errorf("the account of %s was ended: %w", who.Name, ErrScopes)
	case len(k.Scopes) == 0:
		return fmt.Errorf("a key needs scopes: actions of the table of roles: %w", ErrScopes)
	case k.Expires != nil && !k.Expires.After(now):
		return fmt.Errorf("expires %s, want a time to come: %w", k.Expires.Format(time.RFC3339), ErrForm)
	case k.Table < 0 || k.Seat < 0 || k.Seat > games.MaxSeats:
		return fmt.Errorf("table %d and seat %d, want numbers from 1, and of a seat up to %d: %w", k.Table, k.Seat, games.MaxSeats, ErrForm)
	case slices.Contains(k.Scopes, roles.SeatRead) || k.Seat > 0:
		if len(k.Scopes) != 1 || k.Scopes[0] != roles.SeatRead || k.Seat == 0 || k.Table == 0 {
			return fmt.Errorf("the key of a seat has the scope %s alone, a table and a seat: %w", roles.SeatRead, ErrScopes)
		}
		return nil
	}
	for _, a := range k.Scopes {
		if roles.ScopeOf(who.Roles, a) == roles.None {
			return fmt.Errorf("%s may not %s: %w", who.Name, a, ErrScopes)
		}
	}
	return nil
}

// NewKey makes a key of the person, label, scopes, table, seat and expiry given;
// the rest of k is filled in. Token is the key, and never told again. It fails
// with ErrNoPerson, ErrForm, ErrScopes, roles.ErrAction or ledger.ErrNoTable.
func (p *People) NewKey(ctx context.Context, c desk.Caller, k Key) (made Key, token string, err error) {
	if err := text("label", k.Label); err != nil {
		return k, "", err
	}
	if k.Scopes, err = roles.ParseActions(roles.Join(k.Scopes)); err != nil {
		return k, "", err
	}
	if k.Expires != nil {
		whole := k.Expires.UTC().Truncate(time.Microsecond)
		k.Expires = &whole
	}
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	_, err = p.desk.House(ctx, c, http.StatusCreated, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		made, err = p.fits(ctx, tx, c, k)
		if err != nil {
			return nil, ledger.Page{}, err
		}
		token = fmt.Sprintf("croupier_%d_%s", made.ID, base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
		hash := sha256.Sum256([]byte(token))
		event := ledger.Significant{Kind: ledger.SignificantKey, Subject: subjectOfKey(made.ID), After: made}
		return nil, page(c, event, made.row(hash)), nil
	})
	if err != nil {
		return k, "", err
	}
	return made, token, nil
}

// decides refuses a key that would approve in the name of another than who makes
// it: with it, one person would be two.
func (k *Key) decides(maker string) error {
	if maker == desk.Server.Actor || maker == k.Person {
		return nil
	}
	for _, a := range k.Scopes {
		if slices.Contains(roles.Deciding, a) {
			return fmt.Errorf("%s: a key that decides is made by the person, or on the server: %w", a, ErrScopes)
		}
	}
	return nil
}

// fits returns the key with its number, checked under the lock.
func (p *People) fits(ctx context.Context, tx pgx.Tx, c desk.Caller, k Key) (Key, error) {
	who, err := find(ctx, tx, k.Person)
	if err != nil {
		return k, err
	}
	k.Actor, k.At, k.Ended = c.Actor, p.desk.Now(), nil
	if err := k.decides(c.Actor); err != nil {
		return k, err
	}
	if err := k.check(who, k.At); err != nil {
		return k, err
	}
	var known bool
	err = tx.QueryRow(ctx, `
SELECT coalesce(max(id), 0) + 1, $1::bigint = 0 OR EXISTS (SELECT FROM tables t WHERE t.id = $1) FROM api_keys`, k.Table).Scan(&k.ID, &known)
	if err == nil && !known {
		err = fmt.Errorf("table %d: %w", k.Table, ledger.ErrNoTable)
	}
	return k, err
}

func (k Key) row(hash [32]byte) ledger.Row {
	values := map[string]any{"id": k.ID, "person": k.Person, "label": k.Label, "hash": hash[:], "scopes": roles.Join(k.Scopes)}
	if k.Table > 0 {
		values["table_no"] = k.Table
	}
	if k.Seat > 0 {
		values["seat"] = k.Seat
	}
	if k.Expires != nil {
		values["expires"] = *k.Expires
	}
	return ledger.Row{Of: "api_keys", Values: values}
}

func subjectOfKey(id int64) string { return fmt.Sprintf("key %d", id) }

// EndKey revokes the key. The answer is a Key. It fails with ErrForm,
// ErrUnknownKey, ErrUnchanged or ledger.ErrKeyReused.
func (p *People) EndKey(ctx context.Context, c desk.Caller, id int64, reason string) (desk.Answer, error) {
	if err := text("reason", reason); err != nil {
		return desk.Answer{}, err
	}
	return p.desk.House(ctx, c, http.StatusOK, func(tx pgx.Tx, _ ledger.Held) (any, ledger.Page, error) {
		k, err := findKey(ctx, tx, id)
		if err == nil && k.Ended != nil {
			err = fmt.Errorf("key %d was revoked: %w", id, ErrUnchanged)
		}
		if err != nil {
			return nil, ledger.Page{}, err
		}
		before, now := k, p.desk.Now()
		k.Ended = &now
		event := ledger.Significant{Kind: ledger.SignificantKeyEnd, Subject: subjectOfKey(id), Reason: reason, Before: before, After: k}
		return k, page(c, event, ledger.Row{Of: "api_key_ends", Values: map[string]any{"id": id, "reason": reason}}), nil
	})
}
