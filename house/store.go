package house

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"croupier/ledger"
	"croupier/paytables"
)

// ErrNoTable reports a table the house does not have.
var ErrNoTable = errors.New("no such table")

// ErrName reports a name another table has.
var ErrName = errors.New("another table has the name")

// A Querier is a connection, a pool or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// free reports, as ErrName, that another table has the name.
func free(ctx context.Context, q Querier, name string) error {
	var taken bool
	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM tables WHERE name = $1)`, name).Scan(&taken)
	if err == nil && taken {
		err = fmt.Errorf("table %q: %w", name, ErrName)
	}
	return err
}

// unknown are the paytables the book does not have yet, in the order of their
// wagers.
func unknown(ctx context.Context, q Querier, priced map[string]paytables.Paytable) ([]ledger.Paytable, error) {
	var kept []ledger.Paytable
	for _, wager := range slices.Sorted(maps.Keys(priced)) {
		p := priced[wager]
		digest := p.Digest()
		var known bool
		if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM paytables WHERE digest = $1)`, digest[:]).Scan(&known); err != nil {
			return nil, err
		}
		if !known {
			kept = append(kept, ledger.Paytable{Digest: digest, Game: p.Game, Wager: p.Wager, Name: p.Name, Content: p.Format()})
		}
	}
	return kept, nil
}

// LoadFelt returns what lies on the felt of the table under that version of
// its settings.
func LoadFelt(ctx context.Context, q Querier, table int64, version int) (*Felt, error) {
	s, err := settings(ctx, q, table, version)
	if err != nil {
		return nil, err
	}
	f, err := s.felt(func(digest string) (content []byte, err error) {
		return content, q.QueryRow(ctx, `SELECT content FROM paytables WHERE digest = decode($1, 'hex')`, digest).Scan(&content)
	})
	if err != nil {
		return nil, fmt.Errorf("settings %d of table %d: %w", version, table, err)
	}
	return f, nil
}

// FeltOf returns the felt of stored settings and paytables, by digest, without a
// database.
func FeltOf(settings []byte, priced map[[32]byte][]byte) (*Felt, error) {
	var s Settings
	if err := json.Unmarshal(settings, &s); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return s.felt(func(digest string) ([]byte, error) {
		b, err := hex.DecodeString(digest)
		if err != nil || len(b) != 32 || priced[[32]byte(b)] == nil {
			return nil, errors.New("missing")
		}
		return priced[[32]byte(b)], nil
	})
}

// felt lays what the settings describe, of paytables that are stored by digest.
func (s Settings) felt(stored func(digest string) ([]byte, error)) (*Felt, error) {
	priced, err := readPaytables(s.Paytables, stored)
	if err != nil {
		return nil, err
	}
	spec, err := s.spec(priced)
	if err != nil {
		return nil, err
	}
	f, err := spec.Felt()
	if err != nil {
		return nil, fault(err)
	}
	if f.Settings.Digest() != s.Digest() {
		return nil, errors.New("they do not lay the felt they describe")
	}
	return f, nil
}

// fault is a refusal of what is stored: nobody's who asks now, so nothing to be
// told apart by.
func fault(err error) error { return errors.New(err.Error()) }

// readPaytables returns the paytables by wager. The names are those the
// settings know them by: the same prices may have several.
func readPaytables(named map[string]Paytable, stored func(digest string) ([]byte, error)) (map[string]paytables.Paytable, error) {
	priced := make(map[string]paytables.Paytable, len(named))
	for wager, n := range named {
		content, err := stored(n.Digest)
		if err != nil {
			return nil, fmt.Errorf("paytable %s: %w", n.Digest, err)
		}
		p, err := paytables.Parse(content)
		if err != nil {
			return nil, fmt.Errorf("paytable %s: %w", n.Digest, fault(err))
		}
		if p.Digest().String() != n.Digest {
			return nil, fmt.Errorf("paytable %s is not what it was", n.Digest)
		}
		p.Name = n.Name
		priced[wager] = p
	}
	return priced, nil
}

// Paytables returns every paytable a table was ever set up with, by name.
func Paytables(ctx context.Context, q Querier) ([]paytables.Paytable, error) {
	rows, err := q.Query(ctx, `SELECT content FROM paytables ORDER BY name, digest`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (paytables.Paytable, error) {
		var content []byte
		if err := row.Scan(&content); err != nil {
			return paytables.Paytable{}, err
		}
		return paytables.Parse(content)
	})
}
