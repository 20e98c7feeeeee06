package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// PoolOptions are how a pool connects. A duration of zero leaves the server's
// own setting, which is usually no limit.
type PoolOptions struct {
	// Role is taken on by every connection; empty stays who logged in.
	Role string
	// Application names the connections in pg_stat_activity; empty is "croupier".
	Application string
	// MaxConns is the pool's size. Zero takes pool_max_conns of the URL, else
	// four a processor, at least 8 and at most 32.
	MaxConns int32
	// StatementTimeout ends a statement that runs longer.
	StatementTimeout time.Duration
	// LockTimeout ends a statement that waits longer for one lock.
	LockTimeout time.Duration
	// IdleInTransactionTimeout ends a session that leaves a transaction idle.
	IdleInTransactionTimeout time.Duration
	// Patience is how long Open waits for a server that is not up yet, such as
	// one started in the same moment. Zero is 30 seconds, negative does not wait.
	Patience time.Duration
}

// Open makes a pool and returns it once a first connection works, with the
// book's schema on the search path. It fails with ErrNoRole when the role is
// missing, and at once on anything that waiting would not mend, such as a wrong
// password.
func Open(ctx context.Context, url string, opts PoolOptions) (*pgxpool.Pool, error) {
	cfg, err := poolConfig(url, opts)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", where(cfg.ConnConfig), err)
	}
	if err := awaitServer(ctx, opts.Patience, pool.Ping); err != nil {
		pool.Close()
		return nil, fmt.Errorf("database %s: %w", where(cfg.ConnConfig), err)
	}
	return pool, nil
}

func poolConfig(url string, opts PoolOptions) (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	switch sized, err := sizesPool(url); {
	case err != nil:
		return nil, err
	case opts.MaxConns > 0:
		cfg.MaxConns = opts.MaxConns
	case !sized:
		cfg.MaxConns = int32(min(32, max(8, 4*runtime.GOMAXPROCS(0))))
	}
	name := opts.Application
	if name == "" {
		name = "croupier"
	}
	cfg.ConnConfig.RuntimeParams["application_name"] = name
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		return enterSession(ctx, conn.PgConn(), opts)
	}
	return cfg, nil
}

// sizesPool reports whether the URL itself states the pool's size.
func sizesPool(url string) (bool, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return false, err
	}
	_, stated := cfg.RuntimeParams["pool_max_conns"]
	return stated, nil
}

// enterSession sets a new connection up in one round trip. The settings are not
// start-up parameters, which a connection pooler in between may refuse.
func enterSession(ctx context.Context, conn *pgconn.PgConn, opts PoolOptions) error {
	const sql = `SELECT set_config('search_path', $1, false),
		CASE WHEN $2 <> '' THEN set_config('statement_timeout', $2, false) END,
		CASE WHEN $3 <> '' THEN set_config('lock_timeout', $3, false) END,
		CASE WHEN $4 <> '' THEN set_config('idle_in_transaction_session_timeout', $4, false) END,
		CASE WHEN $5 <> '' THEN set_config('role', $5, false) END`
	args := [][]byte{[]byte(quote(Schema) + ", public"), millis(opts.StatementTimeout), millis(opts.LockTimeout),
		millis(opts.IdleInTransactionTimeout), []byte(opts.Role)}
	text := []uint32{textOID, textOID, textOID, textOID, textOID}
	err := conn.ExecParams(ctx, sql, args, text, nil, nil).Read().Err
	if opts.Role != "" && hasCode(err, undefinedObject, invalidParameter, insufficientPrivilege) {
		return fmt.Errorf("%w: %q: migrate makes it and lets the migrating user take it on; for another user GRANT it: %w", ErrNoRole, opts.Role, err)
	}
	return err
}

const textOID = 25

func millis(d time.Duration) []byte {
	if d <= 0 {
		return []byte{}
	}
	return []byte(strconv.FormatInt(max(1, d.Milliseconds()), 10))
}

// where names the server without user or password.
func where(cfg *pgx.ConnConfig) string {
	return fmt.Sprintf("%s at %s:%d", cfg.Database, cfg.Host, cfg.Port)
}

// awaitServer tries until it works, fails for good, or patience ends.
func awaitServer(ctx context.Context, patience time.Duration, try func(context.Context) error) error {
	if patience == 0 {
		patience = 30 * time.Second
	}
	limit := time.Now().Add(patience)
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := try(ctx)
		if err == nil || !notUpYet(err) || time.Now().Add(wait).After(limit) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

// notUpYet reports whether a failed connection may work a little later: nobody
// answered, or a server did that is starting, stopping or full. A server that
// refuses for another reason will go on refusing.
func notUpYet(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return hasCode(err, cannotConnectNow, tooManyConnections, adminShutdown, crashShutdown)
	}
	var connect *pgconn.ConnectError
	return errors.As(err, &connect) || lost(err)
}
