package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// attempts bounds how often one transaction is run. With the pauses below
	// they span about two seconds: after one second idle the pool tests its
	// connections, so one left dead by a restart is not met again.
	attempts   = 10
	firstPause = 5 * time.Millisecond
	lastPause  = 500 * time.Millisecond
	// commitPatience bounds COMMIT, which the caller's context does not cut: to
	// give up on it would turn a known outcome into an unknown one.
	commitPatience   = 30 * time.Second
	rollbackPatience = 5 * time.Second
)

// Transact runs fn in one transaction and commits it, or rolls back if fn fails.
//
// fn MAY BE CALLED MORE THAN ONCE: the transaction is run again, after a short
// random pause, when the server broke it off for the sake of others (a
// serialization failure, a deadlock), and when the connection was lost before
// COMMIT was sent, as nothing can have been committed then. So fn must do
// nothing outside the transaction that may not be done twice, must set what it
// returns afresh each time, must wrap errors of the database with %w, and must
// leave commit and rollback to Transact.
//
// When COMMIT was sent and its answer was lost, fn is not called again and the
// error is ErrUnknown. Other errors mean that nothing was committed.
func Transact(ctx context.Context, pool *pgxpool.Pool, opts pgx.TxOptions, fn func(pgx.Tx) error) error {
	return repeat(ctx, func() (again bool, err error) { return transactOnce(ctx, pool, opts, fn) })
}

// repeat runs a transaction until it is not to be run again.
func repeat(ctx context.Context, once func() (again bool, err error)) error {
	pause := firstPause
	for n := 1; ; n++ {
		again, err := once()
		if err == nil || !again {
			return err
		}
		if n == attempts {
			return fmt.Errorf("transaction given up after %d attempts: %w", n, err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause/2 + rand.N(pause)): // apart from those it met
		}
		pause = min(2*pause, lastPause)
	}
}

// transactOnce runs the transaction once and says whether to run it again.
func transactOnce(ctx context.Context, pool *pgxpool.Pool, opts pgx.TxOptions, fn func(pgx.Tx) error) (again bool, err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return ctx.Err() == nil && notUpYet(err), err
	}
	defer conn.Release() // closes a connection that is still in a transaction
	tx, err := conn.BeginTx(ctx, opts)
	if err != nil {
		return repeatable(ctx, conn, err), err
	}
	defer rollback(ctx, tx) // does nothing after commit
	if err := fn(tx); err != nil {
		return repeatable(ctx, conn, err), err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if conn.Conn().IsClosed() {
		return true, errors.New("connection lost before commit")
	}
	return commit(ctx, tx)
}

// repeatable judges an error met before COMMIT was sent.
func repeatable(ctx context.Context, conn *pgxpool.Conn, err error) bool {
	switch {
	case ctx.Err() != nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false // somebody no longer wants it
	case hasCode(err, serializationFailure, deadlockDetected):
		return true
	}
	return conn.Conn().IsClosed() && lost(err)
}

// commit sends COMMIT and sorts the ways it can fail.
func commit(ctx context.Context, tx pgx.Tx) (again bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitPatience)
	defer cancel()
	return judgeCommit(tx.Commit(ctx))
}

// judgeCommit sorts what COMMIT was answered.
func judgeCommit(err error) (again bool, _ error) {
	var pg *pgconn.PgError
	switch {
	case err == nil:
		return false, nil
	case errors.Is(err, pgx.ErrTxCommitRollback):
		return false, fmt.Errorf("an error inside the transaction was passed over: %w", err)
	case pgconn.SafeToRetry(err):
		return true, err // nothing was sent
	case errors.As(err, &pg) && pg.SeverityUnlocalized == "ERROR" && !hasCode(err, completionUnknown, resolutionUnknown):
		return hasCode(err, serializationFailure, deadlockDetected), err // the server rolled back and said so
	}
	// A session that is ended while it waits for a standby has committed
	// locally, so not even its last words settle what happened.
	return false, fmt.Errorf("%w: %w", ErrUnknown, err)
}

func rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackPatience)
	defer cancel()
	_ = tx.Rollback(ctx) // a failure closes the connection, which rolls back too
}

// lost reports whether err tells of a connection that broke, rather than of a
// statement refused.
func lost(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code[:2] == "08" || hasCode(err, adminShutdown, crashShutdown, cannotConnectNow)
	}
	var op net.Error
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.As(err, &op) || pgconn.SafeToRetry(err)
}
