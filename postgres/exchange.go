package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A Reply is what an exchange writes, given what it read: statements, and how
// their results are read. It ends in COMMIT.
type Reply struct {
	Batch pgx.Batch
	Read  func(pgx.BatchResults) error
}

// Exchange runs one transaction in two round trips: BEGIN with the statements
// of ask, then the statements of the reply with COMMIT. A round trip costs as
// much as a few small statements, and a table waits for each.
//
// answer reads the results of ask, as far as it needs them, and says what to
// write; a nil reply writes nothing. Like the function of Transact IT MAY BE
// CALLED MORE THAN ONCE, under the same conditions and with the same duties, and
// the error is ErrUnknown in the same case. An error of answer or of Read means
// that nothing was committed.
func Exchange(ctx context.Context, pool *pgxpool.Pool, ask func(*pgx.Batch), answer func(pgx.BatchResults) (*Reply, error)) error {
	return repeat(ctx, func() (again bool, err error) { return exchangeOnce(ctx, pool, ask, answer) })
}

func exchangeOnce(ctx context.Context, pool *pgxpool.Pool, ask func(*pgx.Batch), answer func(pgx.BatchResults) (*Reply, error)) (again bool, err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return ctx.Err() == nil && notUpYet(err), err
	}
	defer conn.Release() // closes a connection that is still in a transaction
	reply, err := exchangeAsk(ctx, conn, ask, answer)
	if err == nil && reply != nil {
		err = ctx.Err()
	}
	if err != nil || reply == nil {
		endWithout(ctx, conn)
		return err != nil && repeatable(ctx, conn, err), err
	}
	return exchangeReply(ctx, conn, reply)
}

func exchangeAsk(ctx context.Context, conn *pgxpool.Conn, ask func(*pgx.Batch), answer func(pgx.BatchResults) (*Reply, error)) (*Reply, error) {
	var b pgx.Batch
	b.Queue("begin")
	ask(&b)
	results := conn.SendBatch(ctx, &b)
	defer results.Close() // drops what was not read
	if _, err := results.Exec(); err != nil {
		return nil, err
	}
	reply, err := answer(results)
	if err != nil {
		return nil, err
	}
	return reply, results.Close()
}

// exchangeReply sends the reply and COMMIT. An error of a statement keeps the
// server from coming to the COMMIT behind it.
func exchangeReply(ctx context.Context, conn *pgxpool.Conn, reply *Reply) (again bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitPatience)
	defer cancel()
	reply.Batch.Queue("commit")
	results := conn.SendBatch(ctx, &reply.Batch)
	defer results.Close()
	err = reply.Read(results)
	var pg *pgconn.PgError
	switch {
	case err == nil:
		tag, err := results.Exec()
		if err == nil && tag.String() == "ROLLBACK" {
			err = pgx.ErrTxCommitRollback
		}
		return judgeCommit(err)
	case errors.As(err, &pg) && pg.SeverityUnlocalized == "ERROR":
		_ = results.Close()
		endWithout(ctx, conn)
		return repeatable(ctx, conn, err), err
	case pgconn.SafeToRetry(err):
		return true, err // nothing was sent
	case conn.Conn().IsClosed() || lost(err):
		return false, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	// Read refused what the statements did; COMMIT was behind them.
	return false, fmt.Errorf("%w: the reply was refused after it was sent: %w", ErrUnknown, err)
}

// endWithout ends the transaction without a trace.
func endWithout(ctx context.Context, conn *pgxpool.Conn) {
	if conn.Conn().IsClosed() || conn.Conn().PgConn().TxStatus() == 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackPatience)
	defer cancel()
	_, _ = conn.Exec(ctx, "rollback") // a failure leaves the connection to Release, which closes it
}
