package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// hands is a pool on a database with a table to write to.
func hands(t *testing.T) (url string, pool *pgxpool.Pool) {
	t.Helper()
	url = postgrestest.NewEmpty(t)
	do(t, url, "CREATE TABLE hand (n int PRIMARY KEY, seat int)",
		"CREATE TABLE late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)")
	return url, postgrestest.Pool(t, url, postgres.PoolOptions{MaxConns: 4})
}

func insert(ctx context.Context, tx pgx.Tx, n int) error {
	_, err := tx.Exec(ctx, "INSERT INTO hand VALUES ($1)", n)
	return err
}

var errRefused = errors.New("bets are closed")

// Errors that are the caller's own: fn runs once, nothing is committed.
func TestTransactFails(t *testing.T) {
	t.Parallel()
	code := func(want string) func(error) bool {
		return func(err error) bool {
			var pg *pgconn.PgError
			return errors.As(err, &pg) && pg.Code == want
		}
	}
	is := func(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
	for name, row := range map[string]struct {
		fn   func(ctx context.Context, cancel func(), tx pgx.Tx) error
		want func(error) bool
	}{
		"refused":      {func(context.Context, func(), pgx.Tx) error { return errRefused }, is(errRefused)},
		"duplicate":    {func(ctx context.Context, _ func(), tx pgx.Tx) error { return insert(ctx, tx, 1) }, code("23505")},
		"syntax":       {func(ctx context.Context, _ func(), tx pgx.Tx) error { _, err := tx.Exec(ctx, "SELEC"); return err }, code("42601")},
		"at commit":    {late, code("23505")},
		"passed over":  {func(ctx context.Context, _ func(), tx pgx.Tx) error { _ = insert(ctx, tx, 1); return nil }, is(pgx.ErrTxCommitRollback)},
		"cancelled":    {func(_ context.Context, cancel func(), _ pgx.Tx) error { cancel(); return nil }, is(context.Canceled)},
		"own deadline": {func(context.Context, func(), pgx.Tx) error { return context.DeadlineExceeded }, is(context.DeadlineExceeded)},
		"cancelled in a query": {func(ctx context.Context, cancel func(), tx pgx.Tx) error {
			cancel()
			_, err := tx.Exec(ctx, "SELECT 1")
			return err
		}, is(context.Canceled)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, pool := hands(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			calls := 0
			err := postgres.Transact(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
				calls++
				if err := insert(ctx, tx, 1); err != nil {
					return err
				}
				return row.fn(ctx, cancel, tx)
			})
			if !row.want(err) || errors.Is(err, postgres.ErrUnknown) {
				t.Errorf("error %v", err)
			}
			if calls != 1 {
				t.Errorf("fn ran %d times", calls)
			}
			if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 0 {
				t.Errorf("%d rows were committed", got)
			}
		})
	}
}

// late breaks a rule that is judged at COMMIT.
func late(ctx context.Context, _ func(), tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "INSERT INTO late VALUES (1), (1)")
	return err
}

func TestTransactCommits(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	if err := postgres.Transact(t.Context(), pool, pgx.TxOptions{}, func(tx pgx.Tx) error { return insert(t.Context(), tx, 1) }); err != nil {
		t.Fatal(err)
	}
	if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 1 {
		t.Errorf("%d rows, want 1", got)
	}
}

// A panic neither commits nor keeps the connection.
func TestTransactPanics(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	func() {
		defer func() { _ = recover() }()
		_ = postgres.Transact(t.Context(), pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			if err := insert(t.Context(), tx, 1); err != nil {
				t.Error(err)
			}
			panic("fn")
		})
	}()
	if n := pool.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections are still taken", n)
	}
	if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 0 {
		t.Errorf("%d rows were committed", got)
	}
}

func TestTransactGivesUp(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	calls := 0
	err := postgres.Transact(t.Context(), pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		calls++
		if err := insert(t.Context(), tx, calls); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$")
		return err
	})
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != "40001" {
		t.Errorf("error %v", err)
	}
	if calls != postgres.Attempts {
		t.Errorf("fn ran %d times, want %d", calls, postgres.Attempts)
	}
	if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 0 {
		t.Errorf("%d rows were committed", got)
	}
}
