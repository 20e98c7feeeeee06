package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// makeRoles sees to it that owner, writer and schema exist and that the
// connected user may take on both roles. Where all is so already, it writes
// nothing and needs no rights.
func makeRoles(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for _, role := range []string{OwnerRole, WriterRole} {
			if err := makeRole(ctx, tx, role); err != nil {
				return fmt.Errorf("role %s: %w", role, err)
			}
		}
		if err := makeSchema(ctx, tx); err != nil {
			return fmt.Errorf("schema %s: %w", Schema, err)
		}
		return nil
	})
}

func makeRole(ctx context.Context, tx pgx.Tx, role string) error {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		if _, err := tx.Exec(ctx, "CREATE ROLE "+quote(role)+" NOLOGIN"); err != nil {
			return err
		}
	}
	return joinRole(ctx, tx, role)
}

// joinRole lets the user take on the role. Whether it can already is tried out
// rather than looked up: what membership allows differs from version to version.
func joinRole(ctx context.Context, tx pgx.Tx, role string) error {
	err := pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error {
		_, err := sub.Exec(ctx, "SET LOCAL ROLE "+quote(role))
		if err == nil {
			_, err = sub.Exec(ctx, "RESET ROLE")
		}
		return err
	})
	if hasCode(err, insufficientPrivilege) {
		_, err = tx.Exec(ctx, "GRANT "+quote(role)+" TO CURRENT_USER")
	}
	return err
}

// makeSchema gives the book a schema of its own. In a shared database only its
// owner may grant rights on the schema public, and anybody's table there could
// stand in front of ours.
func makeSchema(ctx context.Context, tx pgx.Tx) error {
	var owner string
	err := tx.QueryRow(ctx, "SELECT coalesce((SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = $1), '')", Schema).Scan(&owner)
	switch {
	case err != nil:
		return err
	case owner == "":
		if _, err := tx.Exec(ctx, "CREATE SCHEMA "+quote(Schema)+" AUTHORIZATION "+quote(OwnerRole)); err != nil {
			return err
		}
	case owner != OwnerRole:
		return fmt.Errorf("belongs to %s, not to %s: rename it, or give the book a database of its own", owner, OwnerRole)
	}
	return shareSchema(ctx, tx)
}

// shareSchema lets the writer see into the schema.
func shareSchema(ctx context.Context, tx pgx.Tx) error {
	var may bool
	if err := tx.QueryRow(ctx, "SELECT has_schema_privilege($1, $2, 'USAGE')", WriterRole, Schema).Scan(&may); err != nil || may {
		return err
	}
	for _, sql := range []string{
		"SET LOCAL ROLE " + quote(OwnerRole),
		"GRANT USAGE ON SCHEMA " + quote(Schema) + " TO " + quote(WriterRole),
		"RESET ROLE",
	} {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// racing runs do again when it lost a race for a row of the catalogue. Roles
// are shared by all databases of a server and no lock reaches across those, so
// the loser of a race looks again and finds its work done.
func racing(ctx context.Context, do func() error) error {
	const tries = 20
	for n := 1; ; n++ {
		err := do()
		if n == tries || !hasCode(err, duplicateObject, duplicateSchema, uniqueViolation, internalError, deadlockDetected) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(n) * 5 * time.Millisecond):
		}
	}
}
