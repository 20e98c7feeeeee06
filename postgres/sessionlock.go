package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"
)

// migrateKey names the lock of migrations in a database: "croupier" in ASCII.
const migrateKey = 0x63726f7570696572

// lockPause is between two tries for the lock. The locker that comes with goose
// waits whole seconds, so that six replicas starting together took ten.
const lockPause = 20 * time.Millisecond

// sessionLock keeps migrations to one process at a time. It tries again rather
// than wait inside the server, where a waiting statement's snapshot would block
// a migration that builds an index concurrently.
type sessionLock struct{}

// SessionLock waits for the lock until the context ends.
func (sessionLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	for {
		var got bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(migrateKey)).Scan(&got); err != nil || got {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("another process is migrating: %w", ctx.Err())
		case <-time.After(lockPause/2 + rand.N(lockPause)):
		}
	}
}

// SessionUnlock gives the lock back.
func (sessionLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	var held bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", int64(migrateKey)).Scan(&held); err != nil {
		return fmt.Errorf("release migration lock: %w", err)
	}
	if !held {
		return fmt.Errorf("the migration lock was lost on the way")
	}
	return nil
}
