package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// Applied is a migration that was carried out.
type Applied struct {
	Version int64
	Name    string // file name
	Took    time.Duration
}

// Migrate brings the database up to the newest migration in fsys and returns
// what it applied, which is nothing when there was nothing to do. First it sees
// to the two roles and the schema, so that all the migrations make belongs to
// OwnerRole. Any number of processes may call it at once.
//
// The URL's user must be a superuser, or have CREATEROLE and the right to create
// in the database; once roles and schema exist, being granted the roles is
// enough. The connection must be direct: the lock belongs to a session, which a
// pooler may share out. It fails with ErrNewer, changing nothing, when a newer
// program has migrated the database. A failed migration is rolled back; the
// ones before it stay, and are returned beside the error.
func Migrate(ctx context.Context, url string, fsys fs.FS) ([]Applied, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	applied, err := migrate(ctx, cfg, fsys)
	if err != nil {
		return applied, fmt.Errorf("migrate %s: %w", where(cfg), err)
	}
	return applied, nil
}

func migrate(ctx context.Context, cfg *pgx.ConnConfig, fsys fs.FS) ([]Applied, error) {
	newest, err := newestOf(fsys)
	if err != nil {
		return nil, err
	}
	if err := prepareDatabase(ctx, cfg, newest); err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(becomeOwner))
	defer db.Close()
	applied, err := up(ctx, db, fsys)
	if err != nil {
		return applied, err
	}
	if err := racing(ctx, func() error { return shareVersions(ctx, db) }); err != nil {
		return applied, err
	}
	return applied, refuseNewer(db.QueryRowContext(ctx, versionQuery), newest)
}

// prepareDatabase makes roles and schema, unless a newer program was here.
func prepareDatabase(ctx context.Context, cfg *pgx.ConnConfig, newest int64) error {
	var conn *pgx.Conn
	err := awaitServer(ctx, 0, func(ctx context.Context) (err error) {
		conn, err = pgx.ConnectConfig(ctx, cfg)
		return err
	})
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var migrated bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", versionTable).Scan(&migrated); err != nil {
		return err
	}
	if migrated {
		if err := refuseNewer(conn.QueryRow(ctx, versionQuery), newest); err != nil {
			return err
		}
	}
	return racing(ctx, func() error { return makeRoles(ctx, conn) })
}

func becomeOwner(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SELECT set_config('role', $1, false), set_config('search_path', $2, false)", OwnerRole, Schema)
	return err
}

// up applies what is pending, one transaction a migration, one process at a time.
func up(ctx context.Context, db *sql.DB, fsys fs.FS) ([]Applied, error) {
	provider, err := goose.NewProvider(goose.DialectPostgres, db, fsys,
		goose.WithTableName(versionTable), goose.WithSessionLocker(sessionLock{}), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, err
	}
	results, err := provider.Up(ctx)
	var partial *goose.PartialError
	if errors.As(err, &partial) {
		results = partial.Applied
	}
	var applied []Applied
	for _, r := range results {
		applied = append(applied, Applied{Version: r.Source.Version, Name: r.Source.Path, Took: r.Duration})
	}
	return applied, err
}

// shareVersions lets the writer read which migrations were applied.
func shareVersions(ctx context.Context, db *sql.DB) error {
	var may bool
	if err := db.QueryRowContext(ctx, "SELECT has_table_privilege($1, $2, 'SELECT')", WriterRole, versionTable).Scan(&may); err != nil || may {
		return err
	}
	_, err := db.ExecContext(ctx, "GRANT SELECT ON "+versionTable+" TO "+quote(WriterRole))
	return err
}
