package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"croupier/postgres"
	"croupier/postgres/postgrestest"
)

// count asks how many hands there are, and an answer reads it.
func count(b *pgx.Batch) { b.Queue("SELECT count(*) FROM hand") }

// counted makes an answer of what it is to write after so many hands.
func counted(t *testing.T, write func(n int) (*postgres.Reply, error)) func(pgx.BatchResults) (*postgres.Reply, error) {
	return func(results pgx.BatchResults) (*postgres.Reply, error) {
		var n int
		if err := results.QueryRow().Scan(&n); err != nil {
			return nil, err
		}
		return write(n)
	}
}

// inserts is a reply of so many INSERTs, each of which is read.
func inserts(numbers ...int) *postgres.Reply {
	r := &postgres.Reply{Read: func(results pgx.BatchResults) error {
		for range numbers {
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		return nil
	}}
	for _, n := range numbers {
		r.Batch.Queue("INSERT INTO hand VALUES ($1)", n)
	}
	return r
}

func TestExchange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply func(n int) (*postgres.Reply, error)
		rows  int
		is    func(error) bool
	}{
		"commits":         {func(n int) (*postgres.Reply, error) { return inserts(n+1, n+2), nil }, 2, nil},
		"writes nothing":  {func(int) (*postgres.Reply, error) { return nil, nil }, 0, nil},
		"answer refuses":  {func(int) (*postgres.Reply, error) { return nil, errRefused }, 0, func(err error) bool { return errors.Is(err, errRefused) }},
		"statement fails": {func(int) (*postgres.Reply, error) { return inserts(1, 1, 2), nil }, 0, isCode("23505")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, pool := hands(t)
			runs := 0
			err := postgres.Exchange(t.Context(), pool, count, counted(t, func(n int) (*postgres.Reply, error) {
				runs++
				return c.reply(n)
			}))
			if c.is == nil && err != nil || c.is != nil && !c.is(err) || errors.Is(err, postgres.ErrUnknown) || runs != 1 {
				t.Errorf("%d runs, %v", runs, err)
			}
			if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != c.rows {
				t.Errorf("%d rows, want %d", got, c.rows)
			}
			// The connection is as good as new.
			if err := postgres.Exchange(t.Context(), pool, count, counted(t, func(int) (*postgres.Reply, error) { return inserts(100), nil })); err != nil {
				t.Errorf("the next exchange: %v", err)
			}
			if got := ask[int](t, url, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'"); got != 0 {
				t.Errorf("%d transactions were left open", got)
			}
		})
	}
}

func isCode(code string) func(error) bool {
	return func(err error) bool {
		var pg *pgconn.PgError
		return errors.As(err, &pg) && pg.Code == code
	}
}

// The connection is lost while the answer is thought about: nothing can have
// been committed, so it is asked again.
func TestExchangeLostBeforeTheReply(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	runs := 0
	pid := func(b *pgx.Batch) { b.Queue("SELECT pg_backend_pid()") }
	err := postgres.Exchange(t.Context(), pool, pid, counted(t, func(pid int) (*postgres.Reply, error) {
		if runs++; runs == 1 {
			end(t, url, uint32(pid))
		}
		return inserts(1), nil
	}))
	rows := ask[int](t, url, "SELECT count(*) FROM hand")
	// A socket may still take the reply after the server has gone: then nobody
	// can know, though nothing happened.
	if unknown := errors.Is(err, postgres.ErrUnknown); unknown && (runs != 1 || rows != 0) || !unknown && (err != nil || runs != 2 || rows != 1) {
		t.Errorf("%d runs, %d rows, %v", runs, rows, err)
	}
}

// The reply or its answer is lost: the caller is told that nobody knows.
func TestExchangeAnswerLost(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		fault fault
		rows  int
	}{
		"reply lost":  {dropCommit, 0},
		"answer lost": {dropAnswer, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := hands(t)
			pool := postgrestest.Pool(t, proxied(t, url, row.fault)+"&default_query_exec_mode=exec", postgres.PoolOptions{})
			runs := 0
			err := postgres.Exchange(t.Context(), pool, count, counted(t, func(int) (*postgres.Reply, error) {
				runs++
				return inserts(1), nil
			}))
			if !errors.Is(err, postgres.ErrUnknown) || runs != 1 {
				t.Errorf("%d runs, %v; want 1 and ErrUnknown", runs, err)
			}
			if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != row.rows {
				t.Errorf("%d rows, want %d", got, row.rows)
			}
		})
	}
}

// A caller who has left before the reply is sent changes nothing.
func TestExchangeOfACallerWhoLeft(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	ctx, leave := context.WithCancel(t.Context())
	err := postgres.Exchange(ctx, pool, count, counted(t, func(int) (*postgres.Reply, error) {
		leave()
		return inserts(1), nil
	}))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if got := ask[int](t, url, "SELECT count(*) FROM hand"); got != 0 {
		t.Errorf("%d rows, want none", got)
	}
}

// Two exchanges that meet in a deadlock are both done in the end.
func TestExchangeDeadlockIsRetried(t *testing.T) {
	t.Parallel()
	url, pool := hands(t)
	do(t, url, "INSERT INTO hand VALUES (0, 0), (1, 0)")
	m := newMeeting()
	done := make(chan error, 2)
	for who := range 2 {
		go func() {
			take := func(b *pgx.Batch) { b.Queue("UPDATE hand SET seat = seat + 1 WHERE n = $1 RETURNING n", who) }
			done <- postgres.Exchange(t.Context(), pool, take, counted(t, func(int) (*postgres.Reply, error) {
				m.meet(who)
				r := &postgres.Reply{Read: func(results pgx.BatchResults) error { _, err := results.Exec(); return err }}
				r.Batch.Queue("UPDATE hand SET seat = seat + 1 WHERE n = $1", 1-who)
				return r, nil
			}))
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if runs := m.runs[0] + m.runs[1]; runs < 3 {
		t.Errorf("%d runs: there was no deadlock", runs)
	}
	if got := ask[string](t, url, "SELECT string_agg(seat::text, ' ') FROM hand"); got != "2 2" {
		t.Errorf("seats %q, want \"2 2\"", got)
	}
}
