package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

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
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Create sets a table up under the spec, in the caller's transaction, with
// version 1 of its settings. It fails with a *SpecError or ErrName.
func Create(ctx context.Context, q Querier, s Spec, actor string, at time.Time) (Table, error) {
	f, err := s.Felt()
	if err != nil {
		return Table{}, err
	}
	t := Table{Version: 1, Pins: f.Settings.Pins(), Created: at, Actor: actor}
	if t.ID, t.Name, err = insertTable(ctx, q, s.Name, actor, at); err != nil {
		return Table{}, err
	}
	for _, p := range f.Paytables {
		if err := keepPaytable(ctx, q, p, actor, at); err != nil {
			return Table{}, err
		}
	}
	digest := f.Settings.Digest()
	_, err = q.Exec(ctx, `
		INSERT INTO settings (table_id, version, digest, content, actor, at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		t.ID, t.Version, digest[:], string(f.Settings.Content()), actor, at)
	return t, err
}

func insertTable(ctx context.Context, q Querier, name, actor string, at time.Time) (id int64, named string, err error) {
	err = q.QueryRow(ctx, `
		INSERT INTO tables (name, created_at, actor)
		VALUES (NULLIF($1, ''), $2, $3)
		RETURNING id, COALESCE(name, 'table ' || id)`, name, at, actor).Scan(&id, &named)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return 0, "", fmt.Errorf("table %q: %w", name, ErrName)
	}
	return id, named, err
}

// keepPaytable stores the paytable under its digest, once.
func keepPaytable(ctx context.Context, q Querier, p paytables.Paytable, actor string, at time.Time) error {
	digest := p.Digest()
	_, err := q.Exec(ctx, `
		INSERT INTO paytables (digest, game, wager, name, content, actor, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (digest) DO NOTHING`,
		digest[:], p.Game, p.Wager, p.Name, string(p.Format()), actor, at)
	return err
}

const selectTable = `
	SELECT t.id, COALESCE(t.name, 'table ' || t.id), s.version, s.content, h.open_round, t.created_at, t.actor
	FROM tables t
	JOIN heads h ON h.table_id = t.id
	JOIN settings s ON s.table_id = t.id AND s.version = h.settings `

// List returns the tables in the order of their numbers.
func List(ctx context.Context, q Querier) ([]Table, error) {
	rows, err := q.Query(ctx, selectTable+`ORDER BY t.id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanTable)
}

// Get returns the table, or ErrNoTable.
func Get(ctx context.Context, q Querier, id int64) (Table, error) {
	rows, err := q.Query(ctx, selectTable+`WHERE t.id = $1`, id)
	if err != nil {
		return Table{}, err
	}
	t, err := pgx.CollectExactlyOneRow(rows, scanTable)
	if errors.Is(err, pgx.ErrNoRows) {
		return Table{}, fmt.Errorf("table %d: %w", id, ErrNoTable)
	}
	return t, err
}

func scanTable(row pgx.CollectableRow) (Table, error) {
	var t Table
	var content []byte
	var open *int64
	if err := row.Scan(&t.ID, &t.Name, &t.Version, &content, &open, &t.Created, &t.Actor); err != nil {
		return t, err
	}
	var s Settings
	if err := json.Unmarshal(content, &s); err != nil {
		return t, fmt.Errorf("settings of table %d: %w", t.ID, err)
	}
	t.Pins = s.Pins()
	if open != nil {
		t.Round = fmt.Sprintf("%d-%d", t.ID, *open)
	}
	return t, nil
}

// LoadFelt returns what lies on the felt of the table under that version of
// its settings.
func LoadFelt(ctx context.Context, q Querier, table int64, version int) (*Felt, error) {
	var content []byte
	err := q.QueryRow(ctx, `SELECT content FROM settings WHERE table_id = $1 AND version = $2`, table, version).Scan(&content)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("settings %d of table %d: %w", version, table, ErrNoTable)
	}
	if err != nil {
		return nil, err
	}
	var s Settings
	if err := json.Unmarshal(content, &s); err != nil {
		return nil, fmt.Errorf("settings %d of table %d: %w", version, table, err)
	}
	priced, err := loadPaytables(ctx, q, s.Paytables)
	if err != nil {
		return nil, fmt.Errorf("settings %d of table %d: %w", version, table, err)
	}
	spec, err := s.spec(priced)
	if err != nil {
		return nil, err
	}
	f, err := spec.Felt()
	if err != nil {
		return nil, fmt.Errorf("settings %d of table %d: %w", version, table, err)
	}
	if f.Settings.Digest() != s.Digest() {
		return nil, fmt.Errorf("settings %d of table %d do not lay the felt they describe", version, table)
	}
	return f, nil
}

// loadPaytables returns the paytables by wager. The names are those the
// settings know them by: the same prices may have several.
func loadPaytables(ctx context.Context, q Querier, named map[string]Paytable) (map[string]paytables.Paytable, error) {
	priced := make(map[string]paytables.Paytable, len(named))
	for wager, n := range named {
		var content []byte
		err := q.QueryRow(ctx, `SELECT content FROM paytables WHERE digest = decode($1, 'hex')`, n.Digest).Scan(&content)
		if err != nil {
			return nil, fmt.Errorf("paytable %s: %w", n.Digest, err)
		}
		p, err := paytables.Parse(content)
		if err != nil {
			return nil, fmt.Errorf("paytable %s: %w", n.Digest, err)
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
