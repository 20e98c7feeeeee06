package postgres

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
)

const (
	versionTable = Schema + ".goose_db_version"
	versionQuery = "SELECT coalesce(max(version_id), 0) FROM " + versionTable + " WHERE is_applied"
)

// Versions are numbers of migrations: the last one applied to a database, 0
// before the first, and the newest this program carries.
type Versions struct{ Current, Newest int64 }

// Status says how far the database is migrated. It needs no right but to read
// the version table, which the writer has.
func Status(ctx context.Context, pool *pgxpool.Pool, fsys fs.FS) (Versions, error) {
	newest, err := newestOf(fsys)
	if err != nil {
		return Versions{}, err
	}
	v := Versions{Newest: newest}
	err = pool.QueryRow(ctx, versionQuery).Scan(&v.Current)
	if hasCode(err, undefinedTable) {
		return v, nil // never migrated
	}
	if err != nil {
		return Versions{}, fmt.Errorf("schema version: %w", err)
	}
	return v, nil
}

// Check tells whether the book can be written now: the server answers, takes
// writes, and its schema is the newest of fsys. Otherwise it fails with
// ErrReadOnly, ErrBehind, ErrNewer, or the error of the connection.
func Check(ctx context.Context, pool *pgxpool.Pool, fsys fs.FS) error {
	var readOnly bool
	if err := pool.QueryRow(ctx, "SELECT current_setting('transaction_read_only')::boolean").Scan(&readOnly); err != nil {
		return fmt.Errorf("database check: %w", err)
	}
	if readOnly {
		return fmt.Errorf("%w: it is a standby, or was set to read only", ErrReadOnly)
	}
	v, err := Status(ctx, pool, fsys)
	switch {
	case err != nil:
		return err
	case v.Current < v.Newest:
		return fmt.Errorf("%w: it is at %d of %d; run croupier migrate", ErrBehind, v.Current, v.Newest)
	}
	return v.refuseNewer()
}

func (v Versions) refuseNewer() error {
	if v.Current <= v.Newest {
		return nil
	}
	return fmt.Errorf("%w: it is at %d, this program knows up to %d; use the program that migrated it", ErrNewer, v.Current, v.Newest)
}

// refuseNewer judges a row of versionQuery.
func refuseNewer(row interface{ Scan(...any) error }, newest int64) error {
	v := Versions{Newest: newest}
	if err := row.Scan(&v.Current); err != nil {
		return fmt.Errorf("schema version: %w", err)
	}
	return v.refuseNewer()
}

// newestOf is the highest number among the migrations in fsys.
func newestOf(fsys fs.FS) (int64, error) {
	names, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, name := range names {
		n, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("migration %s: %w", name, err)
		}
		newest = max(newest, n)
	}
	return newest, nil
}
