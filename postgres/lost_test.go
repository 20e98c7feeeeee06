package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// end ends a session from outside and waits until it is gone.
func end(t *testing.T, url string, pid uint32) {
	t.Helper()
	if !ask[bool](t, url, "SELECT pg_terminate_backend($1)", pid) {
		t.Fatalf("session %d was not ended", pid)
	}
	for running(int(pid)) { // its socket closes when the process ends
		time.Sleep(time.Millisecond)
	}
}

// In both cases COMMIT was never sent: the second write meets a closed socket.
func TestLostBeforeCommitIsRetried(t *testing.T) {
	t.Parallel()
	for _, afterLast := range []bool{false, true} {
		t.Run(fmt.Sprintf("after the last statement %t", afterLast), func(t *testing.T) {
			t.Parallel()
			url, pool := hands(t)
			ctx, runs := t.Context(), 0
			err := postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
				runs++
				if runs == 1 && !afterLast {
					end(t, url, tx.Conn().PgConn().PID())
				}
				err := insert(ctx, tx, 1)
				if runs == 1 && afterLast {
					end(t, url, tx.Conn().PgConn().PID())
				}
				return err
			})
			if err != nil || runs != 2 {
				t.Errorf("%d runs, %v; want 2", runs, err)
			}
			if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 1 {
				t.Errorf("%d rows, want 1", got)
			}
		})
	}
}

// Connections that died while idle in the pool are passed over.
func TestLostWhileIdle(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	ctx := t.Context()
	for _, c := range pool.AcquireAllIdle(ctx) {
		pid := c.Conn().PgConn().PID()
		c.Release()
		end(t, url, pid)
	}
	if err := postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error { return insert(ctx, tx, 1) }); err != nil {
		t.Fatal(err)
	}
	if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 1 {
		t.Errorf("%d rows, want 1", got)
	}
}

// The two ways an answer to COMMIT goes missing: what came of it differs, what
// the caller can know does not.
func TestCommitAnswerLost(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		fault fault
		rows  int
	}{
		"request lost": {dropCommit, 0},
		"answer lost":  {dropAnswer, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := hands(t)
			pool := postgrestest.Pool(t, proxied(t, url, row.fault), postgres.PoolOptions{})
			ctx, runs := t.Context(), 0
			err := postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
				runs++
				return insert(ctx, tx, 1)
			})
			if !errors.Is(err, postgres.ErrUnknown) || runs != 1 {
				t.Errorf("%d runs, %v; want 1 and ErrUnknown", runs, err)
			}
			if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != row.rows {
				t.Errorf("%d rows, want %d", got, row.rows)
			}
		})
	}
}

// A caller who leaves while COMMIT is on its way does not make it unknown.
func TestCommitOutlivesItsCaller(t *testing.T) {
	t.Parallel()
	url, _ := hands(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pool := postgrestest.Pool(t, proxied(t, url, func(*relay) bool { cancel(); return true }), postgres.PoolOptions{})
	err := postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error { return insert(ctx, tx, 1) })
	if err != nil || ctx.Err() == nil {
		t.Errorf("%v, caller %v; want a commit and a caller gone", err, ctx.Err())
	}
	if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 1 {
		t.Errorf("%d rows, want 1", got)
	}
}
